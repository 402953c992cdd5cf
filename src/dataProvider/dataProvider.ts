import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'react-admin';
import { HttpError } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import type { ServiceName } from '../../schemas/model/types.ts';
import { Cursors, type PageStart } from './cursors.ts';
import type { DownloadClient } from './downloads.ts';
import { flattenComputed, withFlattenedComputed, withoutComputed } from './computedFields.ts';
import { type CountedRecords, entityVerbs, type EntityVerbs, totalAddress } from './entityVerbs.ts';
import { toHttpError } from './errors.ts';
import { importExportCalls, type ImportExportCalls } from './importExportCalls.ts';
import { fileVerbs, type FileVerbs, type UploadClient } from './files.ts';
import type { HttpClient } from './httpClient.ts';
import { withRequestKeys } from './requestKeys.ts';
import { type RollupVerbs, rollupVerbs } from './rollupVerbs.ts';
import { type ChannelMenuVerbs, channelMenuVerbs } from './channelMenuVerbs.ts';
import { type DashboardVerbs, dashboardVerbs } from './dashboardVerbs.ts';
import { systemVerbs, type SystemVerbs } from './systemVerbs.ts';
import { viewVerbs, type ViewVerbs } from './viewVerbs.ts';
import { filterQuery, recordsByIdQuery, sortParam, toQueryString } from '../../schemas/model/listCalls.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Largest number of ids in one `GET {path}?id=…`; the services return at most this many rows. */
const IDS_PER_REQUEST = 100;

/** Largest number of ids in one delete request, so that it ends within the request timeout. */
const DELETIONS_PER_REQUEST = 200;

/** The properties of an entity that the provider reads. */
export interface Resource {
  service: ServiceName;
  path: string;
  /** Its fields; computed ones are never sent. */
  fields?: readonly { name: string; computed?: unknown }[];
}
export interface DataProviderSettings {
  http: HttpClient;
  upload: UploadClient;
  download: DownloadClient;
  services: Record<ServiceName, string>;
  /** Responses embedded in the page, each returned once; undefined where there is none. */
  preloaded?: (url: string) => unknown;
  /** The entity behind a react-admin resource name. */
  resource: (name: string) => Resource;
}

export interface DeleteManyResponse {
  data: string[];
  /** Records that are deleted after their effects on other platforms are undone. */
  postponed: string[];
  /** Why a record could not be deleted, by its id; empty when all were deleted. */
  failed: Record<string, { code: string; message: string }>;
  /** When a later one of several requests failed: its error, and the ids from there on. */
  unanswered?: { ids: string[]; error: Error };
}
type BulkDeleteResponse = { deleted: string[]; postponed?: string[]; failed: DeleteManyResponse['failed'] };
export interface PageVerbs {
  /**
   * Stores which rows the loaded pages of a list have after others' changes were applied; the next page starts after them.
   * `getList` with `meta: { live: true }` fetches some rows of a list and leaves its pages unchanged.
   */
  setLoadedPages: (name: string, params: GetListParams, pages: string[][]) => Promise<void>;
}
export interface PreloadedVerbs {
  /** The result of `getList`, synchronously, where the page has it embedded. */
  preloadedList: <T extends RaRecord>(name: string, params: GetListParams) => GetListResult<T> | undefined;
  /** The same for `total` without `exact`. */
  preloadedTotal: (name: string, filter: Record<string, unknown>) => CountedRecords | undefined;
}
/** React-admin's provider with the services' further verbs; `deleteMany` resolves to a `DeleteManyResponse`. */
export type ConsoleDataProvider = DataProvider &
  PreloadedVerbs &
  PageVerbs &
  EntityVerbs &
  FileVerbs &
  ImportExportCalls &
  ViewVerbs &
  RollupVerbs &
  ChannelMenuVerbs &
  SystemVerbs &
  DashboardVerbs;

const merge = (filter: Record<string, unknown> | undefined, more: Record<string, unknown>) => ({
  ...filter,
  ...more,
});

/**
 * React-admin's data provider over the console's REST services. Single records go through ra-data-simple-rest; lists
 * page by cursor: one row more than shown is requested, so `pageInfo` is known and `total` only on the last page.
 */
export const createDataProvider = ({
  http: baseHttp,
  upload,
  download,
  services,
  preloaded,
  resource: findResource,
}: DataProviderSettings): ConsoleDataProvider => {
  /** For reads, also those by POST. */
  const readHttp = withFlattenedComputed(baseHttp);
  const http = withRequestKeys(readHttp);
  const cursors = new Cursors();
  const rest = (name: string): [DataProvider, string] => {
    const { service, path } = findResource(name);
    return [simpleRestProvider(`${services[service]}/api/v1`, http), path];
  };
  const url = (name: string): string => {
    const { service, path } = findResource(name);
    return `${services[service]}/api/v1/${path}`;
  };
  /** Address of records by id; for a nested entity without a parent, the address that finds them under any parent. */
  const byIdsUrl = (name: string, ids: Identifier[]): string => {
    const { service, path } = findResource(name);
    return path.includes('{')
      ? `${services[service]}/api/v1/records${toQueryString(filterQuery({ id: ids }), { entity: name })}`
      : url(name) + recordsByIdQuery(ids);
  };
  const afterChange = <T>(name: string, answer: T, ids?: readonly Identifier[]): T => {
    const isOf = (key: string): boolean => key.startsWith(`["${name}"`);
    if (ids) cursors.removeRows(isOf, ids.map(String));
    else cursors.forget(isOf);
    return answer;
  };

  /** Describes one page of a list: its address, its key, and how its rows become a result. */
  const describePage = (name: string, params: GetListParams) => {
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 20 };
    const sort = sortParam(params.sort);
    const key = JSON.stringify([name, sort, params.filter, perPage, params.meta]);
    const isLive = (params.meta as { live?: boolean } | undefined)?.live === true;
    const address = (start: PageStart): string =>
      url(name) + toQueryString(filterQuery(params.filter), { take: perPage + 1, ...start, sort });
    const result = <T extends RaRecord>(rows: T[]): GetListResult<T> => {
      const data = rows.slice(0, perPage);
      const hasNextPage = rows.length > perPage;
      if (!isLive)
        cursors.setPage(
          key,
          page,
          data.map(({ id }) => String(id)),
        );
      const isEnd = !hasNextPage && (data.length > 0 || page === 1);
      return {
        data,
        pageInfo: { hasNextPage, hasPreviousPage: page > 1 },
        ...(isEnd && { total: (page - 1) * perPage + data.length }),
      };
    };
    const start = (): PageStart => (isLive ? {} : cursors.findStart(key, page, perPage));
    return { page, perPage, key, start, address, result };
  };

  const getList = async <T extends RaRecord>(
    name: string,
    params: GetListParams,
  ): Promise<GetListResult<T>> => {
    const { page, perPage, key, start: findStart, address, result } = describePage(name, params);
    const fetchRows = async (start: PageStart): Promise<T[]> =>
      (await http(address(start), { signal: params.signal })).json as T[];
    const start = findStart();
    const rows = await fetchRows(start).catch((error: unknown) => {
      // Someone else may have deleted the row that the page starts after.
      if (!start.cursorId || !(error instanceof HttpError) || error.status !== 400) throw error;
      cursors.removeRows((one) => one === key, [start.cursorId]);
      return fetchRows({ skip: cursors.rowsBefore(key, page, perPage) });
    });
    return result(rows);
  };

  const preloadedList: PreloadedVerbs['preloadedList'] = (name, params) => {
    const { address, result } = describePage(name, params);
    const rows = preloaded?.(address({}));
    return Array.isArray(rows) ? result(rows.map(flattenComputed)) : undefined;
  };

  const preloadedTotal: PreloadedVerbs['preloadedTotal'] = (name, filter) =>
    preloaded?.(totalAddress(url(name), filter)) as CountedRecords | undefined;

  const setLoadedPages: PageVerbs['setLoadedPages'] = async (name, params, pages) => {
    const { key } = describePage(name, params);
    pages.forEach((ids, at) => cursors.setPage(key, at + 1, ids));
  };

  const getMany: DataProvider['getMany'] = async (name, { ids, signal }) => {
    const batches: Identifier[][] = [];
    for (let at = 0; at < ids.length; at += IDS_PER_REQUEST)
      batches.push(ids.slice(at, at + IDS_PER_REQUEST));
    const answers = await Promise.all(batches.map((batch) => http(byIdsUrl(name, batch), { signal })));
    return { data: answers.flatMap((answer) => answer.json as never[]) };
  };

  return {
    supportAbortSignal: true,
    getList,
    preloadedList,
    preloadedTotal,
    setLoadedPages: setLoadedPages,
    getMany,
    getManyReference: (name, { target, id, ...params }) =>
      getList(name, { ...params, filter: merge(params.filter, { [target]: id }) }),
    getOne: async (name, params) => {
      const [provider, path] = rest(name);
      if (!path.includes('{')) return provider.getOne(path, params);
      const { data } = await getMany(name, { ids: [params.id], signal: params.signal });
      if (!data[0]) throw new HttpError(t('Not found'), 404);
      return { data: data[0] };
    },
    create: async (name, params) => {
      const [provider, path] = rest(name);
      const data = withoutComputed(findResource(name).fields, params.data as object);
      return afterChange(name, await provider.create(path, { ...params, data }), []) as never;
    },
    update: async (name, params) => {
      const [provider, path] = rest(name);
      const data = withoutComputed(findResource(name).fields, params.data as object);
      return afterChange(name, await provider.update(path, { ...params, data }), [params.id]);
    },
    updateMany: async (name, { ids, data }) => {
      // A PUT contains the whole record, so the change is merged into each current record.
      const [provider, path] = rest(name);
      const { data: records } = await getMany<RaRecord>(name, { ids });
      const answers = await Promise.all(
        records.map((record) =>
          provider.update(path, {
            id: record.id,
            data: withoutComputed(findResource(name).fields, { ...record, ...data }),
            previousData: record,
          }),
        ),
      );
      return afterChange(name, { data: answers.map((answer) => answer.data.id) });
    },
    delete: async (name, params) => {
      const [provider, path] = rest(name);
      return afterChange(name, await provider.delete(path, params), [params.id]);
    },
    deleteMany: async (name, { ids }) => {
      const answer: DeleteManyResponse = { data: [], postponed: [], failed: {} };
      for (let at = 0; at < ids.length; at += DELETIONS_PER_REQUEST) {
        const body = JSON.stringify({ ids: ids.slice(at, at + DELETIONS_PER_REQUEST) });
        try {
          const { json } = await http(`${url(name)}/delete`, { method: 'POST', body });
          const { deleted, postponed = [], failed } = json as BulkDeleteResponse;
          answer.data.push(...deleted);
          answer.postponed.push(...postponed);
          Object.assign(answer.failed, failed);
        } catch (error) {
          if (at === 0) throw error;
          answer.unanswered = { ids: ids.slice(at).map(String), error: error as Error };
          break;
        }
      }
      const [first] = Object.values(answer.failed);
      if (!answer.unanswered && answer.data.length + answer.postponed.length === 0 && first)
        throw toHttpError(409, first);
      return afterChange(name, answer, answer.data);
    },
    ...entityVerbs({ http, readHttp, url, afterChange }),
    ...importExportCalls({ http, readHttp, upload, download, url, base: services.management }),
    ...viewVerbs({ http, url }),
    ...rollupVerbs(http, url),
    ...dashboardVerbs(http, services.management),
    ...systemVerbs(http, services.management),
    ...channelMenuVerbs(http, services.management),
    ...fileVerbs({ http, upload, base: (name) => `${services[findResource(name).service]}/api/v1` }),
  };
};
