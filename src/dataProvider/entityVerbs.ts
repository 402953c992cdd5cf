import type { Identifier } from 'react-admin';
import type {
  DeletedRecord,
  HistoryEntry,
  RestoredRecords,
  RecordUses,
} from '../../schemas/model/responses.ts';
import type { EntityRecord, Json, JsonObject } from '../../schemas/model/types.ts';
import { recordAsOf } from './asOf.ts';
import type { HttpClient } from './httpClient.ts';
import { filterQuery, sortParam, toQueryString } from '../../schemas/model/listCalls.ts';

/** Largest number of ids in one request for uses. */
const USES_PER_CALL = 200;

/** A selected record, with the version that the person saw. */
export interface SelectedRecord {
  id: string;
  version?: number;
}
export interface BulkEdit {
  records: SelectedRecord[];
  set?: JsonObject;
  add?: Record<string, Json[]>;
  remove?: Record<string, Json[]>;
}
export interface BulkEditResult {
  changed: string[];
  /** Records that had these values already. */
  unchanged: string[];
  failed: Record<string, { code: string; message: string; fields?: Record<string, string> }>;
}
interface Abortable {
  signal?: AbortSignal;
}

/** The services' verbs for every entity beyond react-admin's. All reject with HttpError. */
export interface EntityVerbs {
  /** How many records there are for each value of a field, each counted up to 1000: `{all: 12, draft: 3}`. */
  counts: (
    resource: string,
    params: { by: string; filter?: Record<string, unknown> } & Abortable,
  ) => Promise<Record<string, number>>;
  /** How many records there are, counted up to 1000 unless `exact` asks for all of them. */
  total: (
    resource: string,
    params: { filter?: Record<string, unknown>; exact?: boolean } & Abortable,
  ) => Promise<CountedRecords>;
  /** Tags in use among the newest records, the most used first, at most 50; with a keyword those that contain it. */
  values: (resource: string, params: { by: string; keyword?: string } & Abortable) => Promise<string[]>;
  /** The ids of a whole list, at most 10,000. */
  ids: (
    resource: string,
    params: { filter?: Record<string, unknown>; sort?: { field: string; order: string } } & Abortable,
  ) => Promise<SelectedRecord[]>;
  /** Changes some fields of up to 200 records; `add` and `remove` change lists item by item. */
  editMany: (resource: string, edit: BulkEdit, options?: Abortable) => Promise<BulkEditResult>;
  /** The changes of a record, paged like lists. */
  history: (
    resource: string,
    id: Identifier,
    params?: { take?: number; cursorId?: string; skip?: number } & Abortable,
  ) => Promise<HistoryEntry[]>;
  /** Restores the record to its state before a change, as a new change; `version` is the one now shown. */
  restore: (
    resource: string,
    id: Identifier,
    body: { historyId: string; version: number },
  ) => Promise<EntityRecord>;
  /** Deleted records that can be restored, the latest first, paged like lists. */
  deleted: (
    resource: string,
    params?: { take?: number; cursorId?: string; skip?: number; keyword?: string } & Abortable,
  ) => Promise<DeletedRecord[]>;
  /** Restores up to 1000 deleted records; the response has those that could not be, by id. */
  restoreMany: (resource: string, ids: readonly Identifier[]) => Promise<RestoredRecords>;
  /** Where a record is used, which prevents its deletion; `hidden` counts records that the person may not see. */
  usedBy: (resource: string, id: Identifier, options?: Abortable) => Promise<RecordUses>;
  /** The same for several records, by id, without unused ones. */
  usedByMany: (
    resource: string,
    ids: readonly Identifier[],
    options?: Abortable,
  ) => Promise<Record<string, RecordUses>>;
  /** Copies a record; unique texts are replaced. */
  duplicate: (resource: string, id: Identifier) => Promise<EntityRecord>;
  /** A domain verb of one record, or of the collection when `id` is null. */
  action: (
    resource: string,
    id: Identifier | null,
    action: string,
    body?: Json,
    /** `version`: the one that the person sees; if the record has another one by now, the call is rejected as stale. */
    options?: Abortable & { version?: number },
  ) => Promise<Json | undefined>;
  /** A domain verb that only reads: by POST with a body, else by GET. */
  query: (
    resource: string,
    id: Identifier | null,
    verb: string,
    options?: Abortable & { body?: Json; query?: Record<string, string | number | undefined> },
  ) => Promise<Json | undefined>;
  /** An action on several records; the response has those that refused it, by id. */
  actionOnMany: (
    resource: string,
    ids: Identifier[],
    action: string,
    input?: Json,
    /** Warnings of the action's checks that the person confirmed, by digest. */
    confirmed?: string[],
  ) => Promise<BulkResponse>;
}
export interface BulkResponse {
  done: string[];
  failed: Record<string, { code: string; message: string }>;
}

/** How many records a list has, or up to how many were counted. */
export interface CountedRecords {
  total: number;
  more: boolean;
}

/** Address of a list's total. */
export const totalAddress = (
  url: string,
  filter: Record<string, unknown> | undefined,
  exact = false,
): string => `${url}/total${toQueryString(filterQuery(filter), { exact: exact || undefined })}`;

interface Dependencies {
  http: HttpClient;
  /** For reads, also those by POST. */
  readHttp: HttpClient;
  url: (resource: string) => string;
  afterChange: <T>(resource: string, answer: T) => T;
}

export const entityVerbs = ({ http, readHttp, url, afterChange }: Dependencies): EntityVerbs => {
  const at = (resource: string, id: Identifier): string => `${url(resource)}/${encodeURIComponent(id)}`;
  const post = async (address: string, body: unknown, options: Abortable = {}): Promise<unknown> =>
    (await http(address, { method: 'POST', body: JSON.stringify(body ?? {}), ...options })).json;

  return {
    counts: async (resource, { by, filter, signal }) =>
      (await http(`${url(resource)}/counts${toQueryString(filterQuery(filter), { by })}`, { signal }))
        .json as Record<string, number>,
    total: async (resource, { filter, exact, signal }) =>
      (await http(totalAddress(url(resource), filter, exact), { signal })).json as CountedRecords,
    values: async (resource, { by, keyword, signal }) =>
      (
        await http(
          `${url(resource)}/values${toQueryString(new URLSearchParams(), { by, keyword: keyword || undefined })}`,
          { signal },
        )
      ).json as string[],
    ids: async (resource, { filter, sort, signal }) =>
      (
        await http(`${url(resource)}/ids${toQueryString(filterQuery(filter), { sort: sortParam(sort) })}`, {
          signal,
        })
      ).json as SelectedRecord[],
    editMany: async (resource, edit, options) =>
      afterChange(resource, (await post(`${url(resource)}/edit`, edit, options)) as BulkEditResult),
    history: async (resource, id, { signal, ...page } = {}) => {
      const address = `${at(resource, id)}/history${toQueryString(new URLSearchParams(), page)}`;
      const { json, headers } = await http(address, { signal });
      recordAsOf('history', headers);
      return json as HistoryEntry[];
    },
    restore: async (resource, id, body) =>
      afterChange(resource, (await post(`${at(resource, id)}/restore`, body)) as EntityRecord),
    deleted: async (resource, { signal, ...page } = {}) =>
      (await http(`${url(resource)}/deleted${toQueryString(new URLSearchParams(), page)}`, { signal }))
        .json as DeletedRecord[],
    restoreMany: async (resource, ids) =>
      afterChange(resource, (await post(`${url(resource)}/restore`, { ids })) as RestoredRecords),
    usedBy: async (resource, id, options) =>
      (await http(`${at(resource, id)}/used-by`, options)).json as RecordUses,
    usedByMany: async (resource, ids, options) => {
      const uses: Record<string, RecordUses> = {};
      for (let at = 0; at < ids.length; at += USES_PER_CALL) {
        const body = { ids: ids.slice(at, at + USES_PER_CALL) };
        Object.assign(uses, await post(`${url(resource)}/used-by`, body, options));
      }
      return uses;
    },
    duplicate: async (resource, id) =>
      afterChange(resource, (await post(`${at(resource, id)}/duplicate`, {})) as EntityRecord),
    action: async (resource, id, action, body, { version, ...options } = {}) => {
      const address = id === null ? url(resource) : at(resource, id);
      const versioned = `${address}/${action}${toQueryString(new URLSearchParams(), { version })}`;
      return afterChange(resource, (await post(versioned, body, options)) as Json | undefined);
    },
    query: async (resource, id, verb, { body, query = {}, ...options } = {}) => {
      const path = `${id === null ? url(resource) : at(resource, id)}/${verb}`;
      const address = path + toQueryString(new URLSearchParams(), query);
      const request = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
      const { json, headers } = await readHttp(address, { ...request, ...options });
      recordAsOf(resource, headers);
      return json as Json | undefined;
    },
    actionOnMany: async (resource, ids, action, input, confirmed) =>
      (await post(`${url(resource)}/bulk/${action}`, { ids, input, confirmed })) as BulkResponse,
  };
};
