import type { Identifier } from 'react-admin';
import type {
  DeletedRecord,
  HistoryEntry,
  RestoredRecords,
  RecordUses,
} from '../../schemas/model/responses.ts';
import type { EntityRecord, Json, JsonObject } from '../../schemas/model/types.ts';
import { noteAsOf } from './asOf.ts';
import type { HttpClient } from './httpClient.ts';
import { filterQuery, sortParam, toQueryString } from '../../schemas/model/listCalls.ts';

/** Records whose uses one call asks for. */
const USES_PER_CALL = 200;

/** A record that was chosen, with the version in which it was seen. */
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
export interface BulkEdited {
  changed: string[];
  /** They had these values already. */
  unchanged: string[];
  failed: Record<string, { code: string; message: string; fields?: Record<string, string> }>;
}
interface Abortable {
  signal?: AbortSignal;
}

/** What the services offer for every entity beyond react-admin's verbs. All reject with HttpError. */
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
  /** Tags in use among the newest records, the most used first, at most 50; of those that hold the keyword. */
  values: (resource: string, params: { by: string; keyword?: string } & Abortable) => Promise<string[]>;
  /** The records of a whole list, at most 10,000. */
  ids: (
    resource: string,
    params: { filter?: Record<string, unknown>; sort?: { field: string; order: string } } & Abortable,
  ) => Promise<SelectedRecord[]>;
  /** Changes some fields of up to 200 records; `add` and `remove` change lists item by item. */
  editMany: (resource: string, edit: BulkEdit, options?: Abortable) => Promise<BulkEdited>;
  /** The changes of a record, paged like lists. */
  history: (
    resource: string,
    id: Identifier,
    params?: { take?: number; cursorId?: string; skip?: number } & Abortable,
  ) => Promise<HistoryEntry[]>;
  /** Makes the record what it was before a change, as a new change; `version` is the one now shown. */
  restore: (
    resource: string,
    id: Identifier,
    body: { historyId: string; version: number },
  ) => Promise<EntityRecord>;
  /** What was deleted and can come back, the latest first, paged like lists. */
  deleted: (
    resource: string,
    params?: { take?: number; cursorId?: string; skip?: number; keyword?: string } & Abortable,
  ) => Promise<DeletedRecord[]>;
  /** Brings up to 1000 deleted records back; those that cannot come are told by id. */
  restoreMany: (resource: string, ids: readonly Identifier[]) => Promise<RestoredRecords>;
  /** Where a record is used, which keeps it from being deleted; `hidden` counts what the person may not see. */
  usedBy: (resource: string, id: Identifier, options?: Abortable) => Promise<RecordUses>;
  /** The same of several records, by id, without those that nothing uses. */
  usesOfMany: (
    resource: string,
    ids: readonly Identifier[],
    options?: Abortable,
  ) => Promise<Record<string, RecordUses>>;
  /** A copy with its unique texts made new. */
  duplicate: (resource: string, id: Identifier) => Promise<EntityRecord>;
  /** A domain verb of one record, or of the collection when `id` is null. */
  action: (
    resource: string,
    id: Identifier | null,
    action: string,
    body?: Json,
    /** `version`: the one that the person sees; another one in the meantime is refused as stale. */
    options?: Abortable & { version?: number },
  ) => Promise<Json | undefined>;
  /** A domain verb that changes nothing: by POST with a body, else by GET. */
  ask: (
    resource: string,
    id: Identifier | null,
    verb: string,
    options?: Abortable & { body?: Json; query?: Record<string, string | number | undefined> },
  ) => Promise<Json | undefined>;
  /** An action on several records; those that refuse it are told by id. */
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

/** Where they are counted. */
export const totalAddress = (
  url: string,
  filter: Record<string, unknown> | undefined,
  exact = false,
): string => `${url}/total${toQueryString(filterQuery(filter), { exact: exact || undefined })}`;

interface Parts {
  http: HttpClient;
  /** For what changes nothing. */
  asking: HttpClient;
  url: (resource: string) => string;
  changed: <T>(resource: string, answer: T) => T;
}

export const entityVerbs = ({ http, asking, url, changed }: Parts): EntityVerbs => {
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
      changed(resource, (await post(`${url(resource)}/edit`, edit, options)) as BulkEdited),
    history: async (resource, id, { signal, ...page } = {}) => {
      const address = `${at(resource, id)}/history${toQueryString(new URLSearchParams(), page)}`;
      const { json, headers } = await http(address, { signal });
      noteAsOf('history', headers);
      return json as HistoryEntry[];
    },
    restore: async (resource, id, body) =>
      changed(resource, (await post(`${at(resource, id)}/restore`, body)) as EntityRecord),
    deleted: async (resource, { signal, ...page } = {}) =>
      (await http(`${url(resource)}/deleted${toQueryString(new URLSearchParams(), page)}`, { signal }))
        .json as DeletedRecord[],
    restoreMany: async (resource, ids) =>
      changed(resource, (await post(`${url(resource)}/restore`, { ids })) as RestoredRecords),
    usedBy: async (resource, id, options) =>
      (await http(`${at(resource, id)}/used-by`, options)).json as RecordUses,
    usesOfMany: async (resource, ids, options) => {
      const uses: Record<string, RecordUses> = {};
      for (let at = 0; at < ids.length; at += USES_PER_CALL) {
        const body = { ids: ids.slice(at, at + USES_PER_CALL) };
        Object.assign(uses, await post(`${url(resource)}/used-by`, body, options));
      }
      return uses;
    },
    duplicate: async (resource, id) =>
      changed(resource, (await post(`${at(resource, id)}/duplicate`, {})) as EntityRecord),
    action: async (resource, id, action, body, { version, ...options } = {}) => {
      const address = id === null ? url(resource) : at(resource, id);
      const asked = `${address}/${action}${toQueryString(new URLSearchParams(), { version })}`;
      return changed(resource, (await post(asked, body, options)) as Json | undefined);
    },
    ask: async (resource, id, verb, { body, query = {}, ...options } = {}) => {
      const asked = `${id === null ? url(resource) : at(resource, id)}/${verb}`;
      const address = asked + toQueryString(new URLSearchParams(), query);
      const sent = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
      const { json, headers } = await asking(address, { ...sent, ...options });
      noteAsOf(resource, headers);
      return json as Json | undefined;
    },
    actionOnMany: async (resource, ids, action, input, confirmed) =>
      (await post(`${url(resource)}/bulk/${action}`, { ids, input, confirmed })) as BulkResponse,
  };
};
