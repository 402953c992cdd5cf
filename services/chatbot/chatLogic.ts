import type { ChatLogic } from '../../schemas/generated/types.ts';
import type { Context, DomainModule } from '../domain/module.ts';
import { invalid } from '../plugins/errors.ts';
import type { ActionCall, Write } from '../resources/actions.ts';
import { keepFacts } from '../resources/write/keepFacts.ts';
import { inUnit } from '../resources/write/unit.ts';
import type { Queryable } from '../storage/database.ts';
import { flowOf, hasAction, noAction } from './mappers.ts';

/** Of all processes one at a time changes the order. */
const ORDER_LOCK = 7_410_011;
/** Rules that there may be: each answer asks them all. */
const MOST_RULES = 500;

type Move = (order: string[], at: number) => number;
const UP: Move = (_, at) => Math.max(0, at - 1);
const DOWN: Move = (order, at) => Math.min(order.length - 1, at + 1);

/** Rules have an order, in which the first that fits wins; a new one comes last. */
export const chatLogicModule = {
  name: 'chat logic',
  entity: 'chat-logic',
  hooks: { beforeCreate: placeLast, beforeUpdate: checkStart },
  verbs: {
    'move-up': { on: 'record', run: (call) => move(call, UP) },
    'move-down': { on: 'record', run: (call) => move(call, DOWN) },
    /** `{after}`: the rule behind which it goes, or null for the first place. */
    move: { on: 'record', operation: 'update', input: 'move', run: moveBehind },
  },
} satisfies DomainModule;

const lock = (tx: Queryable): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock($1::bigint)', [ORDER_LOCK]);

async function placeLast(write: Write): Promise<void> {
  await checkStart(write);
  await lock(write.tx);
  const rules = write.catalog.typed('chat-logic')?.within(write.tx);
  const [last] = (await rules?.list({ take: 1, sort: { field: 'order', order: 'DESC' } })) ?? [];
  if ((await rules?.count()) === MOST_RULES)
    throw invalid({ '/name': `There are ${MOST_RULES} rules already` });
  write.draft['order'] = (last?.order ?? 0) + 1;
}

async function checkStart(write: Write): Promise<void> {
  const { then } = write.draft as Partial<ChatLogic>;
  if (then?.type !== 'flow') return;
  const flow = await flowOf(write, then.flow);
  if (flow && !hasAction(flow, then.startAction)) throw invalid({ '/then/startAction': noAction(flow) });
}

async function moveBehind(call: ActionCall & { context: Context }): Promise<unknown> {
  const { after } = call.input as { after?: string };
  return move(call, (order, at) => {
    if (after === undefined) return 0;
    const behind = order.indexOf(after);
    if (behind < 0) throw invalid({ '/after': 'This rule is not there any more' });
    return behind < at ? behind + 1 : behind;
  });
}

/** @param place the new place of the rule in the order, from where it stands now */
async function move(
  { record, context }: ActionCall & { context: Context },
  place: Move,
): Promise<{ order: string[] }> {
  const services = context.services();
  const id = record?.id ?? '';
  const { result } = await inUnit(services, async ({ tx, changes }) => {
    await lock(tx);
    const rules = services.catalog.typed('chat-logic')?.within(tx);
    const sort = { field: 'order', order: 'ASC' } as const;
    const stored = (await rules?.list({ take: MOST_RULES, sort })) ?? [];
    const ids = stored.map((rule) => rule.id);
    const at = ids.indexOf(id);
    if (at < 0) return ids;
    const order = ids.toSpliced(at, 1).toSpliced(place(ids, at), 0, id);
    const facts = order.map((one, index) => ({ id: one, values: { order: index + 1 } }));
    await keepFacts({ db: tx as typeof services.db, catalog: services.catalog }, 'chat-logic', facts);
    changes.push({ entity: 'chat-logic', id, version: null, by: null, vague: true });
    return order;
  });
  return { order: result };
}
