import { type ErrorBody, toHttpError } from './errors.ts';
import type { HttpClientSettings } from './httpClient.ts';

/** A file from the services. */
export interface Download {
  name: string;
  content: Blob;
}

interface DownloadOptions {
  signal?: AbortSignal;
  /** Bytes received so far. */
  onProgress?: (bytes: number) => void;
}

/** The response to a download: the file, or JSON instead of one. */
export type DownloadResponse = { file: Download } | { json: unknown };

/**
 * Fetches a file with the person's token in the header; in the address it would get into logs and histories.
 * Rejects with HttpError, or with AbortError when the caller aborts.
 */
export type DownloadClient = (
  url: string,
  body?: unknown,
  options?: DownloadOptions,
) => Promise<DownloadResponse>;

/** A download without any byte for this long is aborted. */
const STALL_TIMEOUT_MS = 60_000;

export const createDownloadClient =
  ({
    token,
    onUnauthorized,
    fetch: send = (...args: Parameters<typeof fetch>) => fetch(...args),
  }: Pick<HttpClientSettings, 'token' | 'onUnauthorized' | 'fetch'>): DownloadClient =>
  async (url, body, { signal, onProgress } = {}) => {
    const stall = new AbortController();
    let timer = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
    };
    const headers = new Headers();
    const bearer = token();
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
    headers.set('Accept-Language', document.documentElement.lang);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    try {
      const response = await send(url, {
        method: body === undefined ? 'GET' : 'POST',
        body: body === undefined ? undefined : JSON.stringify(body),
        headers,
        credentials: 'include',
        signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
      });
      if (!response.ok) {
        if (response.status === 401) onUnauthorized?.();
        throw toHttpError(response.status, (await response.json().catch(() => ({}))) as ErrorBody);
      }
      const name = parseFileName(response.headers.get('content-disposition'));
      if (name === undefined) return { json: (await response.json()) as unknown };
      const type = response.headers.get('content-type') ?? '';
      return {
        file: { name, content: new Blob(await readParts(response, restartTimer, onProgress), { type }) },
      };
    } catch (error) {
      if (signal?.aborted || (error instanceof Error && 'status' in error)) throw error;
      throw toHttpError(0);
    } finally {
      clearTimeout(timer);
    }
  };

const readParts = async (
  response: Response,
  restartTimer: () => void,
  onProgress: DownloadOptions['onProgress'],
): Promise<BlobPart[]> => {
  const reader = response.body?.getReader();
  if (!reader) return [await response.blob()];
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    restartTimer();
    parts.push(piece.value);
    bytes += piece.value.length;
    onProgress?.(bytes);
  }
  return parts;
};

/** The file name of an attachment; undefined for a response that is none. */
const parseFileName = (disposition: string | null): string | undefined => {
  if (!disposition?.startsWith('attachment')) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'file');
};

/** Saves a file to the person's downloads. */
export const saveFile = ({ name, content }: Download): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
