import { filterQuery, sortParam } from '../../schemas/model/listCalls.ts';
import type { Download, DownloadClient } from './downloads.ts';
import type { UploadClient, UploadOptions } from './files.ts';
import type { HttpClient } from './httpClient.ts';

export interface ExportRequest {
  /** `csv`, `xlsx`, or a format of the entity's own. */
  format: string;
  /** Field names in order. */
  columns: string[];
  /** Time zone in which times are written. */
  zone: string;
  filter?: Record<string, unknown>;
  sort?: { field: string; order: string };
}
interface TransferOptions {
  signal?: AbortSignal;
  /** Bytes received so far. */
  onProgress?: (bytes: number) => void;
}

/** A file that was uploaded for an import. */
export interface ImportFile {
  id: string;
  name: string;
  rows: number;
  /** Format of another program: its label, and notes on content that no row can represent. */
  format?: string;
  notes?: string[];
  /** Other entities of which it has records. */
  also?: string[];
  /** Titles of its columns, and its first rows. */
  head: string[];
  samples: string[][];
  /** The suggested field of each column. */
  mapping: (string | null)[];
  /** Fields that can be imported. */
  columns: { name: string; title: string; key: boolean; required: boolean; entity?: string }[];
}
export type ImportOutcome = 'create' | 'change' | 'unchanged' | 'refused';
/** The effect of the rows of one record. */
export interface ImportRecordPreview {
  /** Row numbers; the header is row 1. */
  rows: number[];
  /** Their cells. */
  cells: string[][];
  verdict: ImportOutcome;
  id?: string;
  reason?: string;
  /** Validation errors by pointer. */
  faults?: Record<string, string>;
}
export interface ImportPlan {
  mapping: (string | null)[];
  /** Time zone in which times are read. */
  zone: string;
}

/** Exports of lists and imports of files. All reject with HttpError, or with AbortError when the caller aborts. */
export interface ImportExportCalls {
  /** Exports the whole list to a file; a long one becomes a background job: its rows and the job's id. */
  exportList: (
    resource: string,
    request: ExportRequest,
    options?: TransferOptions,
  ) => Promise<{ file: Download } | { job: string; rows: number }>;
  /** A file that a job created for the person, by the path in its result. */
  download: (path: string, options?: TransferOptions) => Promise<Download>;
  /** Uploads a file; nothing of it is stored as a record yet. */
  importFile: (resource: string, file: File, options?: UploadOptions) => Promise<ImportFile>;
  /** The effects of the rows of up to 200 records; `records` counts those of the whole file. */
  previewImport: (
    resource: string,
    id: string,
    plan: ImportPlan & { from: number; take: number },
    options?: { signal?: AbortSignal },
  ) => Promise<{ records: number; judgements: ImportRecordPreview[] }>;
  /** Imports the rows in a background job. */
  applyImport: (resource: string, id: string, plan: ImportPlan) => Promise<{ job: string; rows: number }>;
}

interface Dependencies {
  http: HttpClient;
  /** For reads, also those by POST. */
  readHttp: HttpClient;
  upload: UploadClient;
  download: DownloadClient;
  url: (resource: string) => string;
  /** Base of the services that store the files of jobs. */
  base: string;
}

export const importExportCalls = ({
  http,
  readHttp,
  upload,
  download,
  url,
  base,
}: Dependencies): ImportExportCalls => ({
  exportList: async (resource, { filter, sort, ...rest }, options) => {
    const query: Record<string, string[]> = {};
    for (const [name, value] of filterQuery(filter)) (query[name] ??= []).push(value);
    const order = sortParam(sort);
    const body = { ...rest, query: { ...query, ...(order && { sort: order }) } };
    const answer = await download(`${url(resource)}/export`, unwrapSingleValues(body), options);
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
      await readHttp(`${url(resource)}/import/${encodeURIComponent(id)}/preview`, {
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

/** Unwraps parameters with one value, as `keyword` must not be a list. */
const unwrapSingleValues = <T extends { query: Record<string, string | string[]> }>(body: T): T => ({
  ...body,
  query: Object.fromEntries(
    Object.entries(body.query).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value,
    ]),
  ),
});
