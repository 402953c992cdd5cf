import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { GetListResult } from 'react-admin';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import { rememberLocalChange } from './localChanges.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';

/** Key of what uses a record: apart from the entity's own, for it goes with the record that it is about. */
export const usageKey = (resource: string, id: string) => ['used-by', resource, id];

/**
 * Where records are used that are about to go is no longer asked: of one that is gone, nobody could say. What was not
 * known yet is taken for nothing, else whatever shows it next would ask again.
 * @returns what to call when they stayed
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

/** The record that a query holds alone, by the id it was asked for with. */
const idOf = ({ queryKey }: Query): string | undefined =>
  queryKey[1] === 'getOne' ? (queryKey[2] as { id?: string } | undefined)?.id : undefined;

/** Lets every list that is kept, page by page, have other rows. */
const changeRows = (client: QueryClient, resource: string, change: (rows: Row[]) => Row[]): void => {
  const inPage = <T extends GetListResult>(page: T): T => ({ ...page, data: change(page.data) });
  client.setQueriesData<InfiniteData<GetListResult>>({ queryKey: [resource, 'getInfiniteList'] }, (old) =>
    old ? { ...old, pages: old.pages.map(inPage) } : old,
  );
  client.setQueriesData<GetListResult>({ queryKey: [resource, 'getList'] }, (old) =>
    old ? inPage(old) : old,
  );
};

/**
 * A list that is shown and was scrolled through: asked for anew, every page of it would be, one after the other. What
 * changed in it is looked at alone (`live/applyRemoteChanges.ts`).
 */
export const isScrolled = (query: Query): boolean => {
  const data = query.state.data as InfiniteData<unknown> | undefined;
  return query.queryKey[1] === 'getInfiniteList' && query.isActive() && (data?.pages.length ?? 0) > 1;
};

/**
 * A record is now this: it takes the place of what was kept (laid over it, an emptied field would come back), and
 * everything else of the entity (order, filters, counts) is asked for anew, but for what `isScrolled`.
 * @param id the one it was asked for with, where that is a name such as `me`
 */
export const replaceRecord = (
  client: QueryClient,
  resource: string,
  record: EntityRecord,
  id = record.id,
): void => {
  rememberLocalChange(resource, record.id, record.version);
  const same = (row: Row): boolean => row.id === record.id;
  client.setQueryData([resource, 'getOne', { id, meta: FULL_RECORD_META }], record);
  client.setQueriesData(
    { predicate: (query) => query.queryKey[0] === resource && idOf(query) === id },
    record,
  );
  client.setQueriesData<Row[]>({ queryKey: [resource, 'getMany'] }, (rows) =>
    rows?.map((row) => (same(row) ? record : row)),
  );
  changeRows(client, resource, (rows) => rows.map((row) => (same(row) ? record : row)));
  void client.invalidateQueries({
    queryKey: [resource],
    predicate: (query) => idOf(query) !== id && !isScrolled(query),
  });
};

/** Records are gone: their rows leave at once, the rest is asked for anew. */
export const removeRecords = (client: QueryClient, resource: string, ids: string[]): void => {
  const gone = new Set(ids);
  for (const id of ids) rememberLocalChange(resource, id, null);
  const isGone = (query: Query): boolean => gone.has(idOf(query) ?? '');
  changeRows(client, resource, (rows) => rows.filter((row) => !gone.has(String(row.id))));
  client.removeQueries({ queryKey: [resource], predicate: isGone });
  void client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isScrolled(query) });
};

/** Something of the entity is another now; nobody said what. */
export const refreshRecords = (client: QueryClient, resource: string): void =>
  void client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isScrolled(query) });
