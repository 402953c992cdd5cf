import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { GetListResult } from 'react-admin';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import { rememberLocalChange } from './localChanges.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';

/** Query key of the uses of a record; not below the entity's key, which is invalidated by other changes. */
export const usageKey = (resource: string, id: string) => ['used-by', resource, id];

/**
 * Cancels the usage queries of records that are being deleted, since a request for a deleted record would fail. Unknown
 * uses are set to none, so that they are not requested again.
 * @returns to be called when the records were not deleted
 */
export const suspendUsageQueries = async (
  client: QueryClient,
  resource: string,
  ids: readonly string[],
): Promise<() => void> => {
  const keys = ids.map((id) => usageKey(resource, id));
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
  for (const queryKey of keys)
    client.setQueryData<RecordUses>(queryKey, (uses) => uses ?? { usedBy: [], hidden: 0 });
  return () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
};

type Row = GetListResult['data'][number];

/** The requested id of a query of a single record. */
const findRecordId = ({ queryKey }: Query): string | undefined =>
  queryKey[1] === 'getOne' ? (queryKey[2] as { id?: string } | undefined)?.id : undefined;

/** Updates the rows of all cached lists. */
const updateRows = (client: QueryClient, resource: string, change: (rows: Row[]) => Row[]): void => {
  const inPage = <T extends GetListResult>(page: T): T => ({ ...page, data: change(page.data) });
  client.setQueriesData<InfiniteData<GetListResult>>({ queryKey: [resource, 'getInfiniteList'] }, (old) =>
    old ? { ...old, pages: old.pages.map(inPage) } : old,
  );
  client.setQueriesData<GetListResult>({ queryKey: [resource, 'getList'] }, (old) =>
    old ? inPage(old) : old,
  );
};

/**
 * Whether a query is a shown list of several pages, which a refetch would load one after the other. Only its changed
 * rows are refreshed (`live/applyRemoteChanges.ts`).
 */
export const isScrolled = (query: Query): boolean => {
  const data = query.state.data as InfiniteData<unknown> | undefined;
  return query.queryKey[1] === 'getInfiniteList' && query.isActive() && (data?.pages.length ?? 0) > 1;
};

/**
 * Replaces a record in the cache (merging would bring back an emptied field), and invalidates the other queries of the
 * entity, except scrolled lists.
 * @param id the requested id, where that is an alias such as `me`
 */
export const replaceRecord = (
  client: QueryClient,
  resource: string,
  record: EntityRecord,
  id = record.id,
): void => {
  rememberLocalChange(resource, record.id, record.version);
  const isRecord = (row: Row): boolean => row.id === record.id;
  client.setQueryData([resource, 'getOne', { id, meta: FULL_RECORD_META }], record);
  client.setQueriesData(
    { predicate: (query) => query.queryKey[0] === resource && findRecordId(query) === id },
    record,
  );
  client.setQueriesData<Row[]>({ queryKey: [resource, 'getMany'] }, (rows) =>
    rows?.map((row) => (isRecord(row) ? record : row)),
  );
  updateRows(client, resource, (rows) => rows.map((row) => (isRecord(row) ? record : row)));
  void client.invalidateQueries({
    queryKey: [resource],
    predicate: (query) => findRecordId(query) !== id && !isScrolled(query),
  });
};

/** Removes deleted records from the cache, and invalidates the other queries of the entity. */
export const removeRecords = (client: QueryClient, resource: string, ids: string[]): void => {
  const deletedIds = new Set(ids);
  for (const id of ids) rememberLocalChange(resource, id, null);
  const isDeleted = (query: Query): boolean => deletedIds.has(findRecordId(query) ?? '');
  updateRows(client, resource, (rows) => rows.filter((row) => !deletedIds.has(String(row.id))));
  client.removeQueries({ queryKey: [resource], predicate: isDeleted });
  void client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isScrolled(query) });
};

/** Invalidates the queries of an entity after an unknown change, except scrolled lists. */
export const refreshRecords = (client: QueryClient, resource: string): void =>
  void client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isScrolled(query) });
