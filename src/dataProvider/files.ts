import type { StoredFile } from '../../schemas/model/files.ts';
import { type ErrorBody, toHttpError } from './errors.ts';
import type { HttpClient, HttpClientSettings } from './httpClient.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  /** Share that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}
/** Sends a form with its progress, which `fetch` does not tell. */
export type UploadClient = (url: string, form: FormData, options?: UploadOptions) => Promise<unknown>;

/** What the services offer for files; all reject with HttpError, or with AbortError when the caller aborts. */
export interface FileVerbs {
  /** Stores a file for the field of an entity; `field` is its path in the model. */
  uploadFile: (resource: string, field: string, file: File, options?: UploadOptions) => Promise<StoredFile>;
  /** The stored copy of a picture from outside, or nothing where there is none to be had. */
  storedPicture: (
    resource: string,
    field: string,
    url: string,
    options?: { signal?: AbortSignal },
  ) => Promise<StoredFile | undefined>;
}

/** Milliseconds without any progress after which an upload is given up. */
const SILENT_MS = 60_000;

export const createUploadClient =
  ({ token, onUnauthorized }: Pick<HttpClientSettings, 'token' | 'onUnauthorized'>): UploadClient =>
  (url, form, { signal, onProgress } = {}) =>
    new Promise((sent, failed) => {
      const request = new XMLHttpRequest();
      let silence: ReturnType<typeof setTimeout>;
      const heard = (): void => {
        clearTimeout(silence);
        silence = setTimeout(() => request.abort(), SILENT_MS);
      };
      const abort = (): void => request.abort();
      request.open('POST', url);
      request.responseType = 'json';
      request.withCredentials = true;
      request.setRequestHeader('Accept', 'application/json');
      const bearer = token();
      if (bearer) request.setRequestHeader('Authorization', `Bearer ${bearer}`);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        heard();
        onProgress?.(total > 0 ? loaded / total : 0);
      });
      request.addEventListener('loadend', () => {
        clearTimeout(silence);
        signal?.removeEventListener('abort', abort);
        if (signal?.aborted) return failed(new DOMException('The upload was cancelled', 'AbortError'));
        if (request.status >= 200 && request.status < 300) return sent(request.response);
        if (request.status === 401) onUnauthorized?.();
        failed(toHttpError(request.status, (request.response ?? {}) as ErrorBody));
      });
      signal?.addEventListener('abort', abort);
      heard();
      request.send(form);
      if (signal?.aborted) request.abort();
    });

interface Parts {
  http: HttpClient;
  upload: UploadClient;
  /** Base of the REST paths of an entity's service. */
  base: (resource: string) => string;
}

export const fileVerbs = ({ http, upload, base }: Parts): FileVerbs => ({
  uploadFile: async (resource, field, file, options) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const query = new URLSearchParams({ entity: resource, field });
    return (await upload(`${base(resource)}/files?${query.toString()}`, form, options)) as StoredFile;
  },
  storedPicture: async (resource, field, url, options) => {
    const body = JSON.stringify({ url, entity: resource, field });
    const { json } = await http(`${base(resource)}/files/fetch`, { method: 'POST', body, ...options });
    return (json as { file?: StoredFile }).file;
  },
});
