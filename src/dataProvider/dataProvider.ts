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

/** Most ids in one `GET {path}?id=…`, which is also the most rows an answer holds less the one that signals more. */
const IDS_PER_REQUEST = 100;

/** Ids in one request that deletes: it must end in time. */
const DELETIONS_PER_REQUEST = 200;

/** What the provider needs to know of an entity. */
export interface Resource {
  service: ServiceName;
  path: string;
  /** Its fields, of which those that are counted are never sent. */
  fields?: readonly { name: string; computed?: unknown }[];
}
export interface DataProviderSettings {
  http: HttpClient;
  upload: UploadClient;
  download: DownloadClient;
  services: Record<ServiceName, string>;
  /** Answers that came with the page, each given once; undefined where none came. */
  preloaded?: (url: string) => unknown;
  /** The entity behind a react-admin resource name. */
  resource: (name: string) => Resource;
}

export interface DeleteManyResponse {
  data: string[];
  /** Records that are deleted once what they brought about outside is undone. */
  postponed: string[];
  /** Why a record could not be deleted, by its id; empty when all went. */
  failed: Record<string, { code: string; message: string }>;
  /** Of several requests a later one failed: with what, and the records from there on, whose answer is missing. */
  unanswered?: { ids: string[]; error: Error };
}
type BulkDeleted = { deleted: string[]; postponed?: string[]; failed: DeleteManyResponse['failed'] };
export interface PageVerbs {
  /**
   * Which rows the loaded pages of a list have by now, as changes of others came into them: pages go on behind those.
   * `getList` with `meta: { live: true }` asks for some rows of a list and leaves its pages as they are.
   */
  pagesChanged: (name: string, params: GetListParams, pages: string[][]) => Promise<void>;
}
export interface PreloadedVerbs {
  /** The answer of `getList` without a wait, where it came with the page. */
  preloadedList: <T extends RaRecord>(name: string, params: GetListParams) => GetListResult<T> | undefined;
  /** The same of `total`, up to which it counts unasked. */
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
 * React-admin's verbs over the console's REST services. Single records go through ra-data-simple-rest; lists page by
 * cursor: one row more than shown is asked for, so `pageInfo` is known and `total` only on the last page.
 */
export const createDataProvider = ({
  http: plain,
  upload,
  download,
  services,
  preloaded,
  resource: lookUp,
}: DataProviderSettings): ConsoleDataProvider => {
  /** For what changes nothing, however it is asked. */
  const asking = withFlattenedComputed(plain);
  const http = withRequestKeys(asking);
  const cursors = new Cursors();
  const rest = (name: string): [DataProvider, string] => {
    const { service, path } = lookUp(name);
    return [simpleRestProvider(`${services[service]}/api/v1`, http), path];
  };
  const url = (name: string): string => {
    const { service, path } = lookUp(name);
    return `${services[service]}/api/v1/${path}`;
  };
  /** Records by id; those of a nested entity wherever they lie, where the resource names no parent. */
  const byIds = (name: string, ids: Identifier[]): string => {
    const { service, path } = lookUp(name);
    return path.includes('{')
      ? `${services[service]}/api/v1/records${toQueryString(filterQuery({ id: ids }), { entity: name })}`
      : url(name) + recordsByIdQuery(ids);
  };
  const changed = <T>(name: string, answer: T, ids?: readonly Identifier[]): T => {
    const isOf = (key: string): boolean => key.startsWith(`["${name}"`);
    if (ids) cursors.moved(isOf, ids.map(String));
    else cursors.forget(isOf);
    return answer;
  };

  /** A list's page in the console's terms: how it is asked for, and what its rows mean. */
  const pageOf = (name: string, params: GetListParams) => {
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
        cursors.loaded(
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
    const start = (): PageStart => (isLive ? {} : cursors.start(key, page, perPage));
    return { page, perPage, key, start, address, result };
  };

  const getList = async <T extends RaRecord>(
    name: string,
    params: GetListParams,
  ): Promise<GetListResult<T>> => {
    const { page, perPage, key, start: startOf, address, result } = pageOf(name, params);
    const ask = async (start: PageStart): Promise<T[]> =>
      (await http(address(start), { signal: params.signal })).json as T[];
    const start = startOf();
    const rows = await ask(start).catch((error: unknown) => {
      // The row a page began behind may have been deleted by someone else.
      if (!start.cursorId || !(error instanceof HttpError) || error.status !== 400) throw error;
      cursors.moved((one) => one === key, [start.cursorId]);
      return ask({ skip: cursors.rowsBefore(key, page, perPage) });
    });
    return result(rows);
  };

  const preloadedList: PreloadedVerbs['preloadedList'] = (name, params) => {
    const { address, result } = pageOf(name, params);
    const rows = preloaded?.(address({}));
    return Array.isArray(rows) ? result(rows.map(flattenComputed)) : undefined;
  };

  const preloadedTotal: PreloadedVerbs['preloadedTotal'] = (name, filter) =>
    preloaded?.(totalAddress(url(name), filter)) as CountedRecords | undefined;

  const pagesChanged: PageVerbs['pagesChanged'] = async (name, params, pages) => {
    const { key } = pageOf(name, params);
    pages.forEach((ids, at) => cursors.loaded(key, at + 1, ids));
  };

  const getMany: DataProvider['getMany'] = async (name, { ids, signal }) => {
    const batches: Identifier[][] = [];
    for (let at = 0; at < ids.length; at += IDS_PER_REQUEST)
      batches.push(ids.slice(at, at + IDS_PER_REQUEST));
    const answers = await Promise.all(batches.map((batch) => http(byIds(name, batch), { signal })));
    return { data: answers.flatMap((answer) => answer.json as never[]) };
  };

  return {
    supportAbortSignal: true,
    getList,
    preloadedList,
    preloadedTotal,
    pagesChanged,
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
      const data = withoutComputed(lookUp(name).fields, params.data as object);
      return changed(name, await provider.create(path, { ...params, data }), []) as never;
    },
    update: async (name, params) => {
      const [provider, path] = rest(name);
      const data = withoutComputed(lookUp(name).fields, params.data as object);
      return changed(name, await provider.update(path, { ...params, data }), [params.id]);
    },
    updateMany: async (name, { ids, data }) => {
      // A PUT carries the whole record, so the change is laid over each as it is now.
      const [provider, path] = rest(name);
      const { data: records } = await getMany<RaRecord>(name, { ids });
      const answers = await Promise.all(
        records.map((record) =>
          provider.update(path, {
            id: record.id,
            data: withoutComputed(lookUp(name).fields, { ...record, ...data }),
            previousData: record,
          }),
        ),
      );
      return changed(name, { data: answers.map((answer) => answer.data.id) });
    },
    delete: async (name, params) => {
      const [provider, path] = rest(name);
      return changed(name, await provider.delete(path, params), [params.id]);
    },
    deleteMany: async (name, { ids }) => {
      const answer: DeleteManyResponse = { data: [], postponed: [], failed: {} };
      for (let at = 0; at < ids.length; at += DELETIONS_PER_REQUEST) {
        const body = JSON.stringify({ ids: ids.slice(at, at + DELETIONS_PER_REQUEST) });
        try {
          const { json } = await http(`${url(name)}/delete`, { method: 'POST', body });
          const { deleted, postponed = [], failed } = json as BulkDeleted;
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
      return changed(name, answer, answer.data);
    },
    ...entityVerbs({ http, asking, url, changed }),
    ...importExportCalls({ http, asking, upload, download, url, base: services.management }),
    ...viewVerbs({ http, url }),
    ...rollupVerbs(http, url),
    ...dashboardVerbs(http, services.management),
    ...systemVerbs(http, services.management),
    ...channelMenuVerbs(http, services.management),
    ...fileVerbs({ http, upload, base: (name) => `${services[lookUp(name).service]}/api/v1` }),
  };
};
