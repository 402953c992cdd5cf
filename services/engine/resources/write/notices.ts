import { setTimeout as delay } from 'node:timers/promises';
import { transitionsApprovedBy } from '../../../../schemas/model/approval.ts';
import { placeholdersIn } from '../../../../schemas/model/placeholders.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import type { EntityModel, EntityRecord, NoticeRule } from '../../../../schemas/model/types.ts';
import type { ApprovalRule } from '../../../../schemas/model/types/lifecycle.ts';
import { findBarred, findRulesOfApprover } from '../approvalRules.ts';
import type { Resource } from '../catalog.ts';
import { type Person, findNoticeRecipients } from '../people.ts';
import type { Services } from '../services.ts';
import { personOf, type Actor } from './actor.ts';
import type { RecordWriter } from './recordWriter.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { cutStored, storedText } from '../../../../schemas/texts/stored.ts';

type Values = Readonly<Record<string, unknown>>;

/** Characters of a notice. */
const MAX_TEXT = 1000;
/** Milliseconds for which an operation waits to know whom a rule of approval keeps from approving. */
const MAX_RULES_WAIT_MS = 500;
/** Notices about one record that are taken back together. */
const MAX_SETTLED = 1000;

/** What happened to a record: an operation on it, or an event that a module tells. */
export interface Happening {
  event: string;
  /** The record as it is now, or was before it was deleted, with what else the texts name. */
  record: Values & { id: string };
  /** Who started it, for rules that tell them. */
  starter?: string;
  /** Nobody is told of the same twice since this time; ISO 8601. */
  onceSince?: string;
}

/** Rules of approval by the operation that they keep people from. */
export type RulesOfApprovers = ReadonlyMap<string, readonly ApprovalRule[]>;

/**
 * What has to be known before an operation's transaction, so that of those whom it is told to because they may approve,
 * none hears of it whom a rule of approval keeps from that. Where that takes long or fails, all of them hear.
 */
export async function findRulesOfApprovers(
  services: Services,
  { model, repository }: Resource,
  id: string,
  event: string,
): Promise<RulesOfApprovers | undefined> {
  const told = (model.notify ?? []).filter(({ on }) => on.includes(event));
  const approving = told.flatMap(({ to }) =>
    typeof to !== 'string' && transitionsApprovedBy(model, to.may).length > 0 ? [to.may] : [],
  );
  const record = approving.length > 0 ? await repository.find(id) : undefined;
  if (!record) return undefined;
  const find = async (): Promise<RulesOfApprovers> => {
    const rules = new Map<string, readonly ApprovalRule[]>();
    for (const operation of new Set(approving))
      rules.set(operation, await findRulesOfApprover(services, model, operation, record));
    return rules;
  };
  const late = new AbortController();
  const tooLong = delay(MAX_RULES_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
  const found = find().catch((error: unknown): undefined => {
    services.onFault(error);
  });
  return Promise.race([found, tooLong]).finally(() => late.abort());
}

interface Telling {
  services: Services;
  model: EntityModel;
  /** Whose doing it is, who knows. */
  actor: Actor;
  unit: UnitOfWork;
  /** Writes notices in the same transaction. */
  writer: (notices: Resource) => RecordWriter;
  /** Those that keep people from approving it. */
  rules?: RulesOfApprovers;
}

/**
 * Tells people of what happened as the entity's `notify` says, and takes back what is dealt with by it: in the
 * transaction of what happened, so that nothing is lost, and nothing told that was rolled back.
 */
export async function notifyPeople(telling: Telling, happening: Happening): Promise<void> {
  const { services, model, unit } = telling;
  const rules = model.notify;
  if (!rules) return;
  const notices = services.catalog.resourceWithRole('notifications');
  if (!notices) return;
  const stored = notices.repository.within(unit.tx);
  const writer = telling.writer(notices);
  const { event, record, onceSince } = happening;
  const about = { entity: model.name, record: record.id };
  const settled = rules.filter(({ until }) => until.includes(event)).flatMap(({ on }) => on);
  if (settled.length > 0)
    for (const { id } of await stored.list({ take: MAX_SETTLED, where: [{ ...about, event: settled }] }))
      await writer.remove(id);
  for (const rule of rules.filter(({ on }) => on.includes(event))) {
    if (onceSince !== undefined)
      await unit.tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        JSON.stringify(['notice', about, event]),
      ]);
    for (const { id: to, deliveryMethods } of await recipients(telling, rule, happening)) {
      const since = onceSince && [{ ...about, event, to, createdAt: { gte: onceSince } }];
      if (since && (await stored.list({ take: 1, where: since })).length > 0) continue;
      const link = linkOf(model, record.id);
      const text = filled(rule.text, record);
      await writer.create({
        ...about,
        event,
        to,
        kind: rule.kind,
        text,
        deliveryMethods,
        state: 'unread',
        ...(link && { link }),
      });
    }
  }
}

/** Whom a rule means: never the one who did it. */
async function recipients(
  { services, model, actor, unit, rules }: Telling,
  { to, kind }: NoticeRule,
  { record, starter }: Happening,
): Promise<Person[]> {
  const doer = personOf(actor)?.user.id;
  if (typeof to === 'string') {
    const one = to === 'author' ? record['createdBy'] : starter;
    if (typeof one !== 'string' || (to === 'author' && one === doer)) return [];
    return findNoticeRecipients(services, unit.tx, kind, one);
  }
  const people = await findNoticeRecipients(services, unit.tx, kind);
  const barred = await findBarred(unit.tx, model, record as EntityRecord, rules?.get(to.may) ?? []);
  const able = people.filter(
    ({ id, roles }) => id !== doer && services.catalog.rights(roles).may(model.name, to.may),
  );
  const free = able.filter(({ id }) => !barred.has(id));
  // Where nobody may approve it, those who could change that must know.
  return free.length > 0 ? free : able;
}

/** `{{name}} was sent`, of a record; said in the language of whoever reads it. */
const filled = (text: string, values: Values): string => {
  const named = placeholdersIn(text).map((name) => [name, oneLine(textOf(values[name] ?? ''))] as const);
  return cutStored(storedText(oneLine(text), Object.fromEntries(named)), MAX_TEXT);
};
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The record's own screen, or the list that it is in. */
function linkOf({ routes }: EntityModel, id: string): string | undefined {
  return routes ? (routes.show ?? routes.edit).replace(':id', id) : undefined;
}
