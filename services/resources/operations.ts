import type { EntityRecord, JsonObject, Match } from '../../schemas/model/types.ts';
import { ApiError, forbidden, invalid, notFound } from '../plugins/errors.ts';
import type { Database } from '../storage/database.ts';
import type { Actions, Answer } from './actions.ts';
import type { Catalog, Resource } from './catalog.ts';
import { copyOf } from './copies.ts';
import { acceptChange, acceptNew, asObject, judge } from './incoming.ts';
import type { RawQuery } from './listQuery.ts';
import { answering, isWithinReach, outgoing, type Caller } from './outgoing.ts';
import { historyEntry, listHistory, type HistoryEntry } from './repositoryHistory.ts';
import { writeChange, writeNew, writeRemoval } from './writes.ts';

/** Records that one call may delete. */
export const MAX_BULK = 1000;
/** Names that are tried for a copy before giving up. */
const MAX_COPIES = 200;

export interface Services {
  db: Database;
  catalog: Catalog;
  actions: Actions;
  /** Told of what went wrong after an answer's change was stored. */
  onFault(error: unknown): void;
}

/** @throws ApiError 403 */
export function demand({ model }: Resource, { rights }: Caller, operation: string): void {
  if (!rights.may(model.name, operation)) throw forbidden();
}

const conditions = ({ model }: Resource, where?: Match): (Match | undefined)[] => [
  where,
  model.list.where,
  model.access.rows,
];

export async function list(resource: Resource, caller: Caller, query: RawQuery): Promise<EntityRecord[]> {
  demand(resource, caller, 'read');
  const { where, ...page } = resource.query.list(query);
  const rows = await answering(
    resource,
    caller,
    resource.repository.list({ ...page, where: conditions(resource, where), context: { user: caller.user } }),
  );
  if (!resource.secrets && resource.guarded.length === 0) return rows;
  return rows.map((row) => outgoing(resource, caller, row));
}

export async function counts(
  resource: Resource,
  caller: Caller,
  query: RawQuery,
): Promise<Record<string, number>> {
  demand(resource, caller, 'read');
  const { by, keyword, where } = resource.query.counts(query);
  return resource.repository.counts(by.name, {
    keyword,
    where: conditions(resource, where),
    context: { user: caller.user },
  });
}

/** The stored record. @throws ApiError 404 also for one out of the person's reach */
export async function reach(resource: Resource, caller: Caller, id: string): Promise<EntityRecord> {
  const record = await answering(resource, caller, resource.repository.get(id));
  if (!isWithinReach(resource, caller, record)) throw notFound(`${resource.model.title} not found`);
  return record;
}

export async function get(resource: Resource, caller: Caller, id: string): Promise<EntityRecord> {
  demand(resource, caller, 'read');
  return outgoing(resource, caller, await reach(resource, caller, id));
}

export async function create(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<Answer> {
  demand(resource, caller, 'create');
  const draft = await acceptNew(services.catalog, resource, caller, body);
  return writeNew(services, resource, caller, draft);
}

export async function update(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<Answer> {
  demand(resource, caller, 'update');
  const stored = await reach(resource, caller, id);
  const { draft, version } = await acceptChange(services.catalog, resource, caller, body, stored);
  return writeChange(services, resource, caller, stored, draft, version);
}

export async function remove(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Answer> {
  demand(resource, caller, 'delete');
  return writeRemoval(services, resource, caller, await reach(resource, caller, id));
}

export interface BulkDeleted {
  deleted: string[];
  failed: Record<string, { code: string; message: string }>;
}

/** Deletes one by one, so that what cannot be deleted does not hold back the rest. */
export async function removeMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<BulkDeleted> {
  demand(resource, caller, 'delete');
  const { ids, ...rest } = asObject(body);
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) throw invalid({ [`/${strange}`]: `Unknown field "${strange}"` });
  if (
    !Array.isArray(ids) ||
    ids.length === 0 ||
    ids.length > MAX_BULK ||
    !ids.every((id) => typeof id === 'string')
  ) {
    throw invalid({ '/ids': `A list of 1 to ${MAX_BULK} ids is expected` });
  }
  const deleted: string[] = [];
  const failed = new Map<string, { code: string; message: string }>();
  for (const id of new Set(ids)) {
    try {
      await remove(services, resource, caller, id);
      deleted.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(id, { code: error.code, message: error.message });
    }
  }
  return { deleted, failed: Object.fromEntries(failed) };
}

/** A copy under a name of its own. */
export async function duplicate(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Answer> {
  if (!resource.model.features.duplicate) throw notFound();
  demand(resource, caller, 'create');
  const stored = await reach(resource, caller, id);
  for (let attempt = 1; ; attempt += 1) {
    const copy = copyOf(resource.model, stored, attempt);
    const draft = await judge(services.catalog, resource, caller, copy, stored);
    try {
      return await writeNew(services, resource, caller, draft, 'duplicate');
    } catch (error) {
      const taken = error instanceof ApiError && error.code === 'DUPLICATE';
      if (!taken || attempt === MAX_COPIES) throw error;
    }
  }
}

export async function history(
  { db }: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  query: RawQuery,
): Promise<HistoryEntry[]> {
  if (!resource.model.features.history) throw notFound();
  demand(resource, caller, 'read');
  const entries = await answering(
    resource,
    caller,
    listHistory(db, resource.model, id, resource.query.page(query)),
  );
  if (entries.length === 0) await reach(resource, caller, id);
  const shown = (values: JsonObject | null): JsonObject | null =>
    values && outgoing(resource, caller, values);
  return entries
    .filter(({ before, after }) => isWithinReach(resource, caller, { id, ...(after ?? before) }))
    .map((entry) => ({ ...entry, before: shown(entry.before), after: shown(entry.after) }));
}

/** Makes the record what it was before a change; a deleted one comes back, which asks for the right to create. */
export async function restore(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<Answer> {
  const { db, catalog } = services;
  const { repository, model } = resource;
  if (!model.features.history) throw notFound();
  const stored = await repository.find(id);
  demand(resource, caller, stored ? 'update' : 'create');
  if (stored && !isWithinReach(resource, caller, stored)) throw notFound(`${model.title} not found`);
  const { historyId, version, ...rest } = asObject(body);
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) throw invalid({ [`/${strange}`]: `Unknown field "${strange}"` });
  if (typeof historyId !== 'string') throw invalid({ '/historyId': 'The id of a change is expected' });
  if (typeof version !== 'number' || !Number.isInteger(version) || Math.abs(version) > 0x7fff_ffff) {
    throw invalid({ '/version': 'Version must be the one that the record came with' });
  }
  const entry = await answering(resource, caller, historyEntry(db, model, id, historyId));
  const draft = await judge(catalog, resource, caller, entry.before ?? entry.after ?? {}, stored);
  return stored
    ? writeChange(services, resource, caller, stored, draft, version, 'restore')
    : writeNew(services, resource, caller, draft, 'restore', id);
}
