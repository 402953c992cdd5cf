import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { GetListResult, SortPayload } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { isScrolled } from './recordCache.ts';
import { entityByName, hasEntity } from '../product.ts';
import { mergeRows } from './mergeRows.ts';

/** Records that one request looks at, and rows of a long list that are looked at again at most. */
const IDS_PER_REQUEST = 100;
const MAX_REFRESHED_ROWS = 500;

/** New versions of the records that changed, null of those that are gone; undefined where it was not told which did. */
export type ChangedVersions = ReadonlyMap<string, number | null> | undefined;

/** The entities, and collections below records, of which anything is kept. */
export const keptResources = (client: QueryClient): Set<string> => {
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
 * Brings what is kept of an entity up to date: of a list that is scrolled through, only the rows that changed are asked
 * for, under its own filter; everything else that is shown is asked for once, and what is not shown when it is next.
 */
export const applyRemoteChanges = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  changed: ChangedVersions,
): Promise<void> => {
  // Where it was not told what changed, a list of one page is asked for as it is: its rows and what is new at once.
  const isPatched = (query: Query): boolean => (changed ? isShownList(query) : isScrolled(query));
  const concerns = (query: Query): boolean => {
    if (isPatched(query)) return false;
    const id = recordOf(query);
    if (!changed || id === undefined) return true;
    // What is gone stays on the screen of whoever has it open, who is told so: asked for, it would only be refused.
    return (changed.get(id) ?? null) !== null;
  };
  await Promise.all([
    client.invalidateQueries({ queryKey: [entity], predicate: concerns }),
    patchLists(client, dataProvider, entity, changed, isPatched),
  ]);
};

const isShownList = (query: Query): boolean =>
  query.queryKey[1] === 'getInfiniteList' && query.isActive() && query.state.data !== undefined;

/**
 * Looks at the rows that changed in the lists of an entity, those that `isPatched` names. A list that cannot be looked
 * at keeps its rows.
 * @throws what the first look failed with, once all others are done
 */
export const patchLists = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  changed: ChangedVersions,
  isPatched: (query: Query) => boolean,
): Promise<void> => {
  const lists = client.getQueryCache().findAll({ queryKey: [entity], predicate: isPatched });
  const looks = await Promise.allSettled(
    lists.map(async (query) => {
      // An answer that is on its way may be older than the change, and would replace what is looked at now.
      await settled(query);
      do await patch(client, dataProvider, entity, query, changed);
      while (
        // So may one that was begun meanwhile: it puts the pages back that there were then.
        await settled(query)
      );
    }),
  );
  const failed = looks.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Waits for an answer that is on its way, whatever it is. @returns whether there was one */
const settled = async (query: Query): Promise<boolean> => {
  if (query.state.fetchStatus !== 'fetching') return false;
  await query.fetch().catch(() => undefined);
  return true;
};

/** The record that a query is about alone; one that was asked for by a word, such as `me`, has an id of its own. */
const recordOf = ({ queryKey: [, kind, key], state }: Query): string | undefined => {
  if (kind === 'history') return String(key);
  if (kind !== 'getOne') return undefined;
  const kept = state.data as { id?: unknown } | undefined;
  return String(kept?.id ?? (key as { id?: unknown } | undefined)?.id);
};

const patch = async (
  client: QueryClient,
  dataProvider: ConsoleDataProvider,
  entity: string,
  { queryKey }: Query,
  changed: ChangedVersions,
): Promise<void> => {
  const { pagination, sort, filter } = queryKey[2] as ListParams;
  const ask = async (more: Record<string, unknown>, perPage: number): Promise<GetListResult['data']> => {
    const params = {
      pagination: { page: 1, perPage },
      sort,
      filter: { ...filter, ...more },
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
      ask({ id: ids.slice(at, at + IDS_PER_REQUEST) }, Math.min(IDS_PER_REQUEST, ids.length - at)),
    );
  // What is new was not named: it is looked for where a list begins.
  if (!changed) batches.push(ask({}, pagination.perPage));
  const answered = (await Promise.all(batches)).flat();
  const unique = [...new Map(answered.map((row) => [row.id, row])).values()];
  const asked = new Set([...ids, ...unique.map(({ id }) => String(id))]);
  const { fields } = entityByName(entity);
  client.setQueryData<InfiniteData<GetListResult>>(
    queryKey,
    (data) => data && mergeRows(data, asked, unique, sort, fields),
  );
  // The next page begins behind the last row that is shown now.
  const pages = client.getQueryData<InfiniteData<GetListResult>>(queryKey)?.pages ?? [];
  await dataProvider.setLoadedPages(
    entity,
    queryKey[2] as ListParams,
    pages.map(({ data }) => data.map(({ id }) => String(id))),
  );
};
