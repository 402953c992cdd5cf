import { walkFields } from '../../schemas/model/fields.ts';
import { isWritten } from '../../schemas/model/sources.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
import type { Action } from '../../schemas/messages/types.ts';
import type { Services } from '../resources/services.ts';
import type { Database } from '../storage/database.ts';
import { tableOf } from '../storage/sql.ts';

/** What was tapped, and the record in which it stands. */
export interface Tapped {
  action: Action;
  entity: string;
  record: string;
}

interface Book {
  mark: string;
  actions: Map<string, Tapped>;
}

const PREFIX = 'action:';
/** Records of an entity whose actions are known, the newest ones. */
const MOST_RECORDS = 10_000;
const KINDS = new Set([
  'message',
  'uri',
  'call_action',
  'template_action',
  'camera',
  'datetimepicker',
  'location',
  'flow_action',
]);
const books = new WeakMap<Database, Book>();
const holders = new WeakMap<EntityModel, boolean>();

/** The action that a tap's payload names (`postbackOf`), where a template, a rich menu or the like still has it. */
export async function actionOf(services: Services, payload: string): Promise<Tapped | undefined> {
  if (!payload.startsWith(PREFIX)) return undefined;
  const { actions } = await bookNow(services);
  return actions.get(payload.slice(PREFIX.length));
}

/** Whether records of the entity have actions that people tap: those that answer with a template or a flow. */
function holdsActions(model: EntityModel): boolean {
  let found = holders.get(model);
  if (found === undefined) {
    found = false;
    walkFields(model.fields, ({ variants }) => {
      found ||= variants?.options.some(({ value }) => value === 'template_action') ?? false;
    });
    holders.set(model, found);
  }
  return found && isWritten(model);
}

/** Every action of every record that has some, read anew once one of them has changed. */
async function bookNow({ catalog, db }: Services): Promise<Book> {
  const models = catalog.product.entities.filter(holdsActions);
  const marks = models.map(
    (model) => `(SELECT concat(count(*), '/', max(updated_at), '/', sum(version)) FROM ${tableOf(model)})`,
  );
  const [row] = await db.query<{ mark: string }>(`SELECT concat_ws(' ', ${marks.join(', ')}) AS mark`);
  const mark = row?.mark ?? '';
  const held = books.get(db);
  if (held?.mark === mark) return held;
  const actions = new Map<string, Tapped>();
  for (const { name } of models) {
    const records = await catalog.require(name).repository.list({ take: MOST_RECORDS });
    for (const record of records) collect(record, { entity: name, record: record.id }, actions);
  }
  const book = { mark, actions };
  books.set(db, book);
  return book;
}

function collect(value: unknown, place: Omit<Tapped, 'action'>, into: Map<string, Tapped>): void {
  if (Array.isArray(value)) {
    for (const part of value) collect(part, place, into);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const { id, type } = value as { id?: unknown; type?: unknown };
  if (typeof id === 'string' && typeof type === 'string' && KINDS.has(type) && !into.has(id))
    into.set(id, { action: value as Action, ...place });
  for (const part of Object.values(value)) collect(part, place, into);
}
