import { filterQuery, sortParam } from '../../schemas/model/listCalls.ts';
import type { Download, DownloadClient } from './downloads.ts';
import type { UploadClient, UploadOptions } from './files.ts';
import type { HttpClient } from './httpClient.ts';

export interface ExportRequest {
  /** `csv`, `xlsx`, or one of the entity's own. */
  format: string;
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

/** A file that was taken in to be imported. */
export interface ImportFile {
  id: string;
  name: string;
  rows: number;
  /** Of another program: what people call it, and what it holds that no row can say. */
  format?: string;
  notes?: string[];
  /** Entities of which it has records as well. */
  also?: string[];
  /** Titles of its columns, and their first rows. */
  head: string[];
  samples: string[][];
  /** For each column the field that it seems to be. */
  mapping: (string | null)[];
  /** Fields that can be filled in. */
  columns: { name: string; title: string; key: boolean; required: boolean; entity?: string }[];
}
export type ImportOutcome = 'create' | 'change' | 'unchanged' | 'refused';
/** What becomes of the rows of one record. */
export interface ImportRecordPreview {
  /** Their numbers; the head is row 1. */
  rows: number[];
  /** Their cells. */
  cells: string[][];
  verdict: ImportOutcome;
  id?: string;
  reason?: string;
  /** What is wrong, by pointer. */
  faults?: Record<string, string>;
}
export interface ImportPlan {
  mapping: (string | null)[];
  /** Zone on whose clock times are read. */
  zone: string;
}

/** Lists as files and files as records. All reject with HttpError, or with AbortError when the caller aborts. */
export interface ImportExportCalls {
  /** The whole list as a file; a long one is made in the background: its rows, and the job to look for. */
  exportList: (
    resource: string,
    request: ExportRequest,
    options?: Watching,
  ) => Promise<{ file: Download } | { job: string; rows: number }>;
  /** A file that was made for the person, by the path that its job gave. */
  download: (path: string, options?: Watching) => Promise<Download>;
  /** Takes a file in; nothing of it is stored as a record yet. */
  importFile: (resource: string, file: File, options?: UploadOptions) => Promise<ImportFile>;
  /** What the rows of up to 200 records would do; `records` counts those of the whole file. */
  previewImport: (
    resource: string,
    id: string,
    plan: ImportPlan & { from: number; take: number },
    options?: { signal?: AbortSignal },
  ) => Promise<{ records: number; judgements: ImportRecordPreview[] }>;
  /** Brings the rows in, in the background. */
  applyImport: (resource: string, id: string, plan: ImportPlan) => Promise<{ job: string; rows: number }>;
}

interface Parts {
  http: HttpClient;
  /** For what changes nothing. */
  asking: HttpClient;
  upload: UploadClient;
  download: DownloadClient;
  url: (resource: string) => string;
  /** Base of the services that keep files of jobs. */
  base: string;
}

export const importExportCalls = ({
  http,
  asking,
  upload,
  download,
  url,
  base,
}: Parts): ImportExportCalls => ({
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
  importFile: async (resource, file, options) => {
    const form = new FormData();
    form.append('file', file, file.name);
    return (await upload(`${url(resource)}/import`, form, options)) as ImportFile;
  },
  previewImport: async (resource, id, plan, options) =>
    (
      await asking(`${url(resource)}/import/${encodeURIComponent(id)}/preview`, {
        method: 'POST',
        body: JSON.stringify(plan),
        ...options,
      })
    ).json as { records: number; judgements: ImportRecordPreview[] },
  applyImport: async (resource, id, plan) =>
    (
      await http(`${url(resource)}/import/${encodeURIComponent(id)}/apply`, {
        method: 'POST',
        body: JSON.stringify(plan),
      })
    ).json as { job: string; rows: number },
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
