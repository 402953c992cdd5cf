import type { StoredFile } from '../../schemas/model/files.ts';
import type { HttpClient } from './httpClient.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  /** Share sent so far, from 0 to 1. */
  onProgress?: (share: number) => void;
}
/** Sends a form and reports its progress, which `fetch` cannot. */
export type UploadClient = (url: string, form: FormData, options?: UploadOptions) => Promise<unknown>;

/** What the services offer for files; all reject with HttpError, or with AbortError when the caller aborts. */
export interface FileVerbs {
  /** Stores a file for the field of an entity; `field` is its path in the model. */
  uploadFile: (resource: string, field: string, file: File, options?: UploadOptions) => Promise<StoredFile>;
  /** The stored copy of an external picture, or undefined where it cannot be fetched. */
  storedPicture: (
    resource: string,
    field: string,
    url: string,
    options?: { signal?: AbortSignal },
  ) => Promise<StoredFile | undefined>;
  /** The stored copy of an external file, or why the field cannot use it. */
  remoteFile: (
    resource: string,
    field: string,
    url: string,
    options?: { signal?: AbortSignal },
  ) => Promise<{ file?: StoredFile; fault?: string }>;
}

interface Dependencies {
  http: HttpClient;
  upload: UploadClient;
  /** Base of the REST paths of an entity's service. */
  base: (resource: string) => string;
}

export const fileVerbs = ({ http, upload, base }: Dependencies): FileVerbs => {
  const remoteFile: FileVerbs['remoteFile'] = async (resource, field, url, options) => {
    const body = JSON.stringify({ url, entity: resource, field });
    const { json } = await http(`${base(resource)}/files/fetch`, { method: 'POST', body, ...options });
    return json as { file?: StoredFile; fault?: string };
  };
  return {
    uploadFile: async (resource, field, file, options) => {
      const form = new FormData();
      form.append('file', file, file.name);
      const query = new URLSearchParams({ entity: resource, field });
      return (await upload(`${base(resource)}/files?${query.toString()}`, form, options)) as StoredFile;
    },
    remoteFile,
    storedPicture: async (...args) => (await remoteFile(...args)).file,
  };
};
