import { filterQuery, sortParam } from './query.ts';
import type { Download, DownloadClient } from './downloads.ts';

export interface ExportRequest {
  format: 'csv' | 'xlsx';
  /** Field names in order. */
  columns: string[];
  /** Zone on whose clock times are written. */
  zone: string;
  filter?: Record<string, unknown>;
  sort?: { field: string; order: string };
}
interface Watching {
  signal?: AbortSignal;
  /** Bytes that have come so far. */
  onProgress?: (bytes: number) => void;
}

/** Lists as files. All reject with HttpError, or with AbortError when the caller aborts. */
export interface ExchangeVerbs {
  /** The whole list as a file; a long one is made in the background: its rows, and the job to look for. */
  exportList: (
    resource: string,
    request: ExportRequest,
    options?: Watching,
  ) => Promise<{ file: Download } | { job: string; rows: number }>;
  /** A file that was made for the person, by the path that its job gave. */
  download: (path: string, options?: Watching) => Promise<Download>;
}

interface Parts {
  download: DownloadClient;
  url: (resource: string) => string;
  /** Base of the services that keep files of jobs. */
  base: string;
}

export const exchangeVerbs = ({ download, url, base }: Parts): ExchangeVerbs => ({
  exportList: async (resource, { filter, sort, ...rest }, options) => {
    const query: Record<string, string[]> = {};
    for (const [name, value] of filterQuery(filter)) (query[name] ??= []).push(value);
    const order = sortParam(sort);
    const body = { ...rest, query: { ...query, ...(order && { sort: order }) } };
    const answer = await download(`${url(resource)}/export`, flat(body), options);
    return 'file' in answer ? answer : (answer.json as { job: string; rows: number });
  },
  download: async (path, options) => {
    const answer = await download(`${base}${path}`, undefined, options);
    if (!('file' in answer)) throw new Error(`${path} is no file`);
    return answer.file;
  },
});

/** One value of a parameter stands alone, as `keyword` must. */
const flat = <T extends { query: Record<string, string | string[]> }>(body: T): T => ({
  ...body,
  query: Object.fromEntries(
    Object.entries(body.query).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value,
    ]),
  ),
});
