import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { GetListResult, SortPayload } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { isScrolled } from './recordCache.ts';
import { entityByName, hasEntity } from '../product.ts';
import { mergeRows } from './mergeRows.ts';

const IDS_PER_REQUEST = 100;
const MAX_REFRESHED_ROWS = 500;

/** New versions by record id, null for deleted ones; undefined where the changed records are unknown. */
export type ChangedVersions = ReadonlyMap<string, number | null> | undefined;

/** The entities, and collections below records, that have cached queries. */
export const cachedResources = (client: QueryClient): Set<string> => {
  const names = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [resource] }) => resource);
  return new Set(names.filter((name) => typeof name === 'string' && hasEntity(name)) as string[]);
};

interface ListParams {
  pagination: { page: number; perPage: number };
  sort: SortPayload;
  filter: Record<string, unknown>;
}

/**
 * Updates the cached queries of an entity. Of scrolled lists only the changed rows are fetched, with the filter of the
 * list; other queries are invalidated.
 */
export const applyRemoteChanges = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  changed: ChangedVersions,
): Promise<void> => {
  // With unknown changes a list of one page is refetched, which includes new rows.
  const isPatched = (query: Query): boolean => (changed ? isShownList(query) : isScrolled(query));
  const isAffected = (query: Query): boolean => {
    if (isPatched(query)) return false;
    const id = findRecordId(query);
    if (!changed || id === undefined) return true;
    // A deleted record stays open with a notice; refetching it would only fail.
    return (changed.get(id) ?? null) !== null;
  };
  await Promise.all([
    client.invalidateQueries({ queryKey: [entity], predicate: isAffected }),
    refreshLists(client, dataProvider, entity, changed, isPatched),
  ]);
};

const isShownList = (query: Query): boolean =>
  query.queryKey[1] === 'getInfiniteList' && query.isActive() && query.state.data !== undefined;

/**
 * Refreshes the changed rows of those lists of an entity that `isPatched` selects. A list whose request fails keeps its
 * rows.
 * @throws the first error, once all lists are done
 */
export const refreshLists = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  changed: ChangedVersions,
  isPatched: (query: Query) => boolean,
): Promise<void> => {
  const lists = client.getQueryCache().findAll({ queryKey: [entity], predicate: isPatched });
  const results = await Promise.allSettled(
    lists.map(async (query) => {
      // A pending response may be older than the change, and would overwrite the refreshed rows.
      await awaitPendingFetch(query);
      do await refreshList(client, dataProvider, entity, query, changed);
      while (
        // A fetch that began meanwhile would restore its old pages as well.
        await awaitPendingFetch(query)
      );
    }),
  );
  const failed = results.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Waits for a pending fetch to settle. @returns whether there was one */
const awaitPendingFetch = async (query: Query): Promise<boolean> => {
  if (query.state.fetchStatus !== 'fetching') return false;
  await query.fetch().catch(() => undefined);
  return true;
};

/** The id of the record of a query; one requested by an alias, such as `me`, has its own id in the data. */
const findRecordId = ({ queryKey: [, kind, key], state }: Query): string | undefined => {
  if (kind === 'history') return String(key);
  if (kind !== 'getOne') return undefined;
  const data = state.data as { id?: unknown } | undefined;
  return String(data?.id ?? (key as { id?: unknown } | undefined)?.id);
};

const refreshList = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  { queryKey }: Query,
  changed: ChangedVersions,
): Promise<void> => {
  const { pagination, sort, filter } = queryKey[2] as ListParams;
  const fetchRows = async (
    extraFilter: Record<string, unknown>,
    perPage: number,
  ): Promise<GetListResult['data']> => {
    const params = {
      pagination: { page: 1, perPage },
      sort,
      filter: { ...filter, ...extraFilter },
      meta: { live: true },
    };
    return (await dataProvider.getList(entity, params)).data;
  };
  const rows =
    client.getQueryData<InfiniteData<GetListResult>>(queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  const ids = changed ? [...changed.keys()] : rows.slice(0, MAX_REFRESHED_ROWS).map(({ id }) => String(id));
  const batches: Promise<GetListResult['data']>[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST)
    batches.push(
      fetchRows({ id: ids.slice(at, at + IDS_PER_REQUEST) }, Math.min(IDS_PER_REQUEST, ids.length - at)),
    );
  // New records are unknown as well: fetches the first page.
  if (!changed) batches.push(fetchRows({}, pagination.perPage));
  const rowsFound = (await Promise.all(batches)).flat();
  const unique = [...new Map(rowsFound.map((row) => [row.id, row])).values()];
  const requestedIds = new Set([...ids, ...unique.map(({ id }) => String(id))]);
  const { fields } = entityByName(entity);
  client.setQueryData<InfiniteData<GetListResult>>(
    queryKey,
    (data) => data && mergeRows(data, requestedIds, unique, sort, fields),
  );
  // The cursor of the next page follows the last row that is shown now.
  const pages = client.getQueryData<InfiniteData<GetListResult>>(queryKey)?.pages ?? [];
  await dataProvider.setLoadedPages(
    entity,
    queryKey[2] as ListParams,
    pages.map(({ data }) => data.map(({ id }) => String(id))),
  );
};
