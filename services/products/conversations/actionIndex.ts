import { isActionType } from '../../../schemas/actions/registry.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { isWritable } from '../../../schemas/model/sources.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Action } from '../../../schemas/messages/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import { findHolders } from '../../engine/storage/referenceIndex.ts';

/** An action that was tapped, and the record that has it. */
export interface TappedAction {
  action: Action;
  entity: string;
  record: string;
}

const PAYLOAD_PREFIX = 'action:';
/** As the schema has it. */
const MAX_ID_LENGTH = 100;
const MAX_LOOKUPS = 100;
const modelsWithActions = new WeakMap<EntityModel, boolean>();
const lookups = new WeakMap<Services, Batcher<string, TappedAction | undefined>>();

/**
 * Finds the action that a tap's payload names, in the template, rich menu or other record that still has it. Concurrent
 * lookups share one query.
 */
export async function findAction(services: Services, payload: string): Promise<TappedAction | undefined> {
  if (!payload.startsWith(PAYLOAD_PREFIX) || payload.length > PAYLOAD_PREFIX.length + MAX_ID_LENGTH)
    return undefined;
  let lookup = lookups.get(services);
  if (!lookup) {
    lookup = new Batcher((ids) => findActions(services, ids), { maxWeight: MAX_LOOKUPS });
    lookups.set(services, lookup);
  }
  return lookup.enqueue(payload.slice(PAYLOAD_PREFIX.length));
}

async function findActions(
  { catalog, db }: Services,
  ids: readonly string[],
): Promise<(TappedAction | undefined)[]> {
  const entities = catalog.product.entities.filter(hasTappableActions).map(({ name }) => name);
  const found = new Map<string, TappedAction>();
  const holders = await findHolders(db, entities, ids);
  for (const entity of entities) {
    const recordIds = [
      ...new Set(holders.filter((one) => one.entity === entity).map(({ record }) => record)),
    ];
    if (recordIds.length === 0) continue;
    const records = await catalog
      .require(entity)
      .repository.list({ take: recordIds.length, where: [{ id: recordIds }] });
    for (const record of records) collectActions(record, { entity, record: record.id }, found);
  }
  return ids.map((id) => found.get(id));
}

/** Whether records of the entity have actions that people tap: those that answer with a template or a flow. */
function hasTappableActions(model: EntityModel): boolean {
  let found = modelsWithActions.get(model);
  if (found === undefined) {
    found = false;
    walkFields(model.fields, ({ variants }) => {
      found ||= variants?.options.some(({ value }) => value === 'template_action') ?? false;
    });
    modelsWithActions.set(model, found);
  }
  return found && isWritable(model);
}

function collectActions(
  value: unknown,
  owner: Omit<TappedAction, 'action'>,
  into: Map<string, TappedAction>,
): void {
  if (Array.isArray(value)) {
    for (const part of value) collectActions(part, owner, into);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const { id, type } = value as { id?: unknown; type?: unknown };
  if (typeof id === 'string' && isActionType(type) && !into.has(id))
    into.set(id, { action: value as Action, ...owner });
  for (const part of Object.values(value)) collectActions(part, owner, into);
}
