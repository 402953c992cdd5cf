import { walkFields } from '../../../schemas/model/fields.ts';
import { isWritten } from '../../../schemas/model/sources.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Action } from '../../../schemas/messages/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import { findHolders } from '../../engine/storage/referenceIndex.ts';

/** What was tapped, and the record in which it stands. */
export interface Tapped {
  action: Action;
  entity: string;
  record: string;
}

const PREFIX = 'action:';
/** Characters of an action's id, as the schema has it. */
const MAX_ID_LENGTH = 100;
/** Actions that are looked up in one query. */
const MAX_LOOKUPS = 100;
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
const holders = new WeakMap<EntityModel, boolean>();
const lookups = new WeakMap<Services, Batcher<string, Tapped | undefined>>();

/**
 * The action that a tap's payload names (`postbackOf`), where a template, a rich menu or the like still has it. What
 * many ask for at the same time is read once.
 */
export async function actionOf(services: Services, payload: string): Promise<Tapped | undefined> {
  if (!payload.startsWith(PREFIX) || payload.length > PREFIX.length + MAX_ID_LENGTH) return undefined;
  let lookup = lookups.get(services);
  if (!lookup) {
    lookup = new Batcher((ids) => actionsOf(services, ids), { maxWeight: MAX_LOOKUPS });
    lookups.set(services, lookup);
  }
  return lookup.enqueue(payload.slice(PREFIX.length));
}

async function actionsOf({ catalog, db }: Services, ids: readonly string[]): Promise<(Tapped | undefined)[]> {
  const entities = catalog.product.entities.filter(holdsActions).map(({ name }) => name);
  const found = new Map<string, Tapped>();
  const held = await findHolders(db, entities, ids);
  for (const entity of entities) {
    const own = [...new Set(held.filter((one) => one.entity === entity).map(({ record }) => record))];
    if (own.length === 0) continue;
    const records = await catalog.require(entity).repository.list({ take: own.length, where: [{ id: own }] });
    for (const record of records) collect(record, { entity, record: record.id }, found);
  }
  return ids.map((id) => found.get(id));
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
