import { type ErrorBody, toHttpError } from './errors.ts';
import type { HttpClientSettings } from './httpClient.ts';

/** A file that the services gave. */
export interface Download {
  name: string;
  content: Blob;
}

interface DownloadOptions {
  signal?: AbortSignal;
  /** Bytes that have come so far. */
  onProgress?: (bytes: number) => void;
}

/** What a download answered: the file, or what it said instead of one. */
export type DownloadResponse = { file: Download } | { json: unknown };

/**
 * Asks for a file with the person's token in the header, where an address would carry it into logs and histories.
 * Rejects with HttpError, or with AbortError when the caller aborts.
 */
export type DownloadClient = (
  url: string,
  body?: unknown,
  options?: DownloadOptions,
) => Promise<DownloadResponse>;

/** Milliseconds without a byte after which a download is given up. */
const STALLED_MS = 60_000;

export const createDownloadClient =
  ({
    token,
    onUnauthorized,
    fetch: send = (...args: Parameters<typeof fetch>) => fetch(...args),
  }: Pick<HttpClientSettings, 'token' | 'onUnauthorized' | 'fetch'>): DownloadClient =>
  async (url, body, { signal, onProgress } = {}) => {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), STALLED_MS);
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), STALLED_MS);
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
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      });
      if (!response.ok) {
        if (response.status === 401) onUnauthorized?.();
        throw toHttpError(response.status, (await response.json().catch(() => ({}))) as ErrorBody);
      }
      const name = nameIn(response.headers.get('content-disposition'));
      if (name === undefined) return { json: (await response.json()) as unknown };
      const type = response.headers.get('content-type') ?? '';
      return { file: { name, content: new Blob(await partsOf(response, heard, onProgress), { type }) } };
    } catch (error) {
      if (signal?.aborted || (error instanceof Error && 'status' in error)) throw error;
      throw toHttpError(0);
    } finally {
      clearTimeout(timer);
    }
  };

const partsOf = async (
  response: Response,
  heard: () => void,
  onProgress: DownloadOptions['onProgress'],
): Promise<BlobPart[]> => {
  const reader = response.body?.getReader();
  if (!reader) return [await response.blob()];
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    heard();
    parts.push(piece.value);
    bytes += piece.value.length;
    onProgress?.(bytes);
  }
  return parts;
};

/** The name of an attachment; undefined for an answer that is none. */
const nameIn = (disposition: string | null): string | undefined => {
  if (!disposition?.startsWith('attachment')) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'file');
};

/** Leaves a file in the person's downloads. */
export const saveFile = ({ name, content }: Download): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
