import type { HistoryEntry, RecordUses } from '../../../schemas/model/responses.ts';
import { isPresent } from '../../../schemas/model/match.ts';
import type { EntityRecord, JsonObject, Match } from '../../../schemas/model/types.ts';
import { ApiError, forbidden, invalid, notFound } from '../http/errors.ts';
import { withComputed } from './computed.ts';
import type { RecordResponse, DeleteResponse } from './recordResponse.ts';
import type { Resource } from './catalog.ts';
import type { RawQuery } from './listQuery.ts';
import {
  withApiErrors,
  isVisibleTo,
  visibleRecord,
  visibleRecordWithFiles,
  resolveStoredFiles,
} from './visibility.ts';
import { historyEntry, listHistory } from './repositoryHistory.ts';
import type { ListFilter } from './repository.ts';
import { maskSealed, openSecrets } from './secrets.ts';
import type { Services } from './services.ts';
import { pickKnownFields, withCurrentNames } from './unknownFields.ts';
import { countCascadeDeletes, findReferrers } from './referrers.ts';
import type { Caller } from './write/actor.ts';
import { restoreDeletedRecord } from './write/restoreDeletedRecord.ts';
import { buildDuplicate } from './write/duplicate.ts';
import { requireObject, requireVersion, rejectUnknownFields } from './write/validateRecord.ts';
import { retainLockedValues } from './write/lockedFields.ts';
import { Records } from './write/records.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Ids that one bulk call may contain. */
export const MAX_BULK_RECORDS = 1000;
const MAX_COPY_NAME_ATTEMPTS = 200;

/** @throws ApiError 403, 404 when the parent is of a kind that has no such records */
export function authorize({ model, parentError }: Resource, { rights }: Caller, operation: string): void {
  if (!rights.may(model.name, operation)) throw forbidden();
  if (parentError) throw parentError;
}

/** Conditions on every record in the caller's list. */
export const listConditions = ({ model, scope }: Resource, where?: Match): (Match | undefined)[] => [
  where,
  scope && { [scope.field]: scope.id },
  model.list.where,
  model.access.rows,
];

/** The filter of the caller's list, without its page. @throws ApiError 400 for an invalid query */
export function listFilter(resource: Resource, caller: Caller, query: RawQuery): ListFilter {
  const { where, keyword, sort } = resource.queryParser.list(query, caller.rights);
  return { keyword, sort, where: listConditions(resource, where), context: { user: caller.user } };
}

export async function list(
  services: Services,
  resource: Resource,
  caller: Caller,
  query: RawQuery,
): Promise<EntityRecord[]> {
  authorize(resource, caller, 'read');
  const { where, ...page } = resource.queryParser.list(query, caller.rights);
  const rows = await withApiErrors(
    resource,
    caller,
    resource.repository.list({
      ...page,
      brief: true,
      where: listConditions(resource, where),
      context: { user: caller.user },
    }),
  );
  const visibleRows =
    resource.hasSecrets || resource.hasRestrictedFields
      ? rows.map((row) => visibleRecord(resource, caller, row))
      : rows;
  const computedRows = await withComputed(services.catalog, resource, caller, visibleRows);
  return services.authors.resolveNames(
    resource.hasFiles ? await resolveStoredFiles(resource, computedRows) : computedRows,
  );
}

export async function countTabs(
  resource: Resource,
  caller: Caller,
  query: RawQuery,
): Promise<Record<string, number>> {
  authorize(resource, caller, 'read');
  const { by, keyword, where } = resource.queryParser.counts(query, caller.rights);
  return resource.repository.counts(by.name, {
    keyword,
    where: listConditions(resource, where),
    context: { user: caller.user },
  });
}

/** Adds the reference to the parent in the address to the sent values. @throws ApiError 422 for another parent */
function withParentReference({ scope }: Resource, sent: Record<string, unknown>): Record<string, unknown> {
  if (!scope) return sent;
  const { field, id } = scope;
  if (isPresent(sent[field]) && sent[field] !== id)
    throw invalid({ [`/${field}`]: t('Another record is addressed') });
  return { ...sent, [field]: id };
}

/** The stored record. @throws ApiError 404 also for one that the caller may not see */
export async function findVisible(resource: Resource, caller: Caller, id: string): Promise<EntityRecord> {
  const record = await withApiErrors(resource, caller, resource.repository.get(id));
  if (!isVisibleTo(resource, caller, record))
    throw notFound(t('%{title} not found', { title: t(resource.model.title) }));
  return record;
}

export async function get(
  { authors, catalog }: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<EntityRecord> {
  authorize(resource, caller, 'read');
  const record = await visibleRecordWithFiles(resource, caller, await findVisible(resource, caller, id));
  const [computed = record] = await withComputed(catalog, resource, caller, [record]);
  await authors.resolveNames([computed]);
  return computed;
}

/** What prevents the deletion of a record, and what would be deleted with it. */
export async function referrersOfRecord(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<RecordUses> {
  authorize(resource, caller, 'read');
  const { name } = await findVisible(resource, caller, id);
  const uses = await findReferrers(services, resource, caller, { id, name });
  const cascadeCounts = await countCascadeDeletes(services, resource, caller, id);
  return cascadeCounts.length > 0 ? { ...uses, along: cascadeCounts } : uses;
}

/**
 * What prevents the deletion of several records, by id. Unused records, and those that do not exist or that the caller may
 * not see, are left out.
 */
export async function referrersOfMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<Record<string, RecordUses>> {
  authorize(resource, caller, 'read');
  const { ids, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const usesById = new Map<string, RecordUses>();
  for (const id of requireIds(ids)) {
    try {
      const uses = await referrersOfRecord(services, resource, caller, id);
      if (uses.usedBy.length + uses.hidden > 0) usesById.set(id, uses);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }
  return Object.fromEntries(usesById);
}

export async function create(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<RecordResponse> {
  authorize(resource, caller, 'create');
  return new Records(services, resource, caller).create(withParentReference(resource, requireObject(body)));
}

export async function update(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<RecordResponse> {
  authorize(resource, caller, 'update');
  const sent = requireObject(body);
  // 404 comes before errors in the body.
  await findVisible(resource, caller, id);
  const version = requireVersion(sent['version']);
  if (sent['id'] !== undefined && sent['id'] !== id)
    throw invalid({ '/id': t('Another record is addressed') });
  const changed = withParentReference(resource, sent);
  return new Records(services, resource, caller).change(id, () => changed, { version });
}

export async function remove(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<DeleteResponse> {
  authorize(resource, caller, 'delete');
  return new Records(services, resource, caller).remove(id);
}

/** Errors by id of the record that was left unchanged. */
export type BulkFailures = Record<string, { code: string; message: string }>;

export interface BulkDeleteResponse {
  deleted: string[];
  /** Deleted later, once their effects on a platform are undone; absent when empty. */
  postponed?: string[];
  failed: BulkFailures;
}

/** The distinct ids of a bulk call. @throws ApiError 422 */
export function requireIds(ids: unknown): Set<string> {
  if (
    !Array.isArray(ids) ||
    ids.length === 0 ||
    ids.length > MAX_BULK_RECORDS ||
    !ids.every((id) => typeof id === 'string')
  ) {
    throw invalid({ '/ids': t('A list of 1 to %{maxBulk} ids is expected', { maxBulk: MAX_BULK_RECORDS }) });
  }
  return new Set(ids);
}

/** Deletes records one by one: one that fails does not affect the others. */
export async function removeMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<BulkDeleteResponse> {
  authorize(resource, caller, 'delete');
  const { ids, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const deleted: string[] = [];
  const postponed: string[] = [];
  const failed = new Map<string, BulkFailures[string]>();
  for (const id of requireIds(ids)) {
    try {
      const answer = await remove(services, resource, caller, id);
      (answer.postponed ? postponed : deleted).push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.set(id, { code: error.code, message: error.message });
    }
  }
  return { deleted, ...(postponed.length > 0 && { postponed }), failed: Object.fromEntries(failed) };
}

/** Creates a copy under a free name. */
export async function duplicate(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<RecordResponse> {
  if (!resource.model.features.duplicate) throw notFound();
  authorize(resource, caller, 'create');
  const stored = await findVisible(resource, caller, id);
  const writer = new Records(services, resource, caller);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const copy = buildDuplicate(resource, caller, stored, attempt, services.secretBox);
      return await writer.create(copy, { operation: 'duplicate', locked: 'open' });
    } catch (error) {
      const isNameTaken = error instanceof ApiError && error.code === 'DUPLICATE';
      if (!isNameTaken || attempt === MAX_COPY_NAME_ATTEMPTS) throw error;
    }
  }
}

export async function history(
  { db, authors }: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  query: RawQuery,
): Promise<HistoryEntry[]> {
  if (!resource.model.features.history) throw notFound();
  authorize(resource, caller, 'read');
  const entries = await withApiErrors(
    resource,
    caller,
    listHistory(db, resource.model, id, resource.queryParser.page(query)),
  );
  const names = await authors.findNames(new Set(entries.flatMap(({ user }) => user?.id ?? [])));
  const toVisible = async (values: JsonObject | null): Promise<JsonObject | null> =>
    values && maskSealed(await visibleRecordWithFiles(resource, caller, values));
  const visibleEntries = entries.filter(({ before, after }) =>
    isVisibleTo(resource, caller, { id, ...(after ?? before) }),
  );
  if (visibleEntries.length === 0) await findVisible(resource, caller, id);
  return Promise.all(
    visibleEntries.map(async (entry) => ({
      ...entry,
      user: entry.user && { ...entry.user, name: names.get(entry.user.id) ?? entry.user.name },
      before: await toVisible(entry.before),
      after: await toVisible(entry.after),
    })),
  );
}

/**
 * Restores the record to its state before a change, except fields that the caller may not change. A deleted record is
 * created again, which takes the right to create: fields that the caller may not set are as they were at the deletion, its
 * lifecycle starts in the first state, and exclusive flags stay with the records that have them by now.
 */
export async function restore(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<RecordResponse> {
  const { db } = services;
  const { repository, model } = resource;
  if (!model.features.history) throw notFound();
  const stored = await repository.find(id);
  authorize(resource, caller, stored ? 'update' : 'create');
  if (stored && !isVisibleTo(resource, caller, stored))
    throw notFound(t('%{title} not found', { title: t(model.title) }));
  const { historyId, version: sentVersion, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  if (typeof historyId !== 'string') throw invalid({ '/historyId': t('The id of a change is expected') });
  const version = requireVersion(sentVersion);
  const entry = await withApiErrors(resource, caller, historyEntry(db, model, id, historyId));
  const earlierValues = openSecrets(model, { ...(entry.before ?? entry.after) }, services.secretBox);
  const writer = new Records(services, resource, caller);
  if (stored)
    return writer.change(id, () => pickKnownFields(model, withCurrentNames(model, earlierValues)), {
      version,
      operation: 'restore',
      locked: 'keep',
    });
  const [last] = await listHistory(db, model, id, { take: 1 });
  if (last?.before) {
    const lastState = openSecrets(model, last.before, services.secretBox) as EntityRecord;
    retainLockedValues(resource.lockedFields, caller, earlierValues, lastState, 'keep');
  }
  return restoreDeletedRecord(services, resource, caller, id, earlierValues);
}
