import { type ErrorBody, toHttpError } from './errors.ts';
import type { UploadClient } from './files.ts';
import type { HttpClientSettings } from './httpClient.ts';

/** Milliseconds without any progress after which an upload is given up. */
const STALLED_MS = 60_000;

export const createUploadClient =
  ({ token, onUnauthorized }: Pick<HttpClientSettings, 'token' | 'onUnauthorized'>): UploadClient =>
  (url, form, { signal, onProgress } = {}) =>
    new Promise((sent, failed) => {
      const request = new XMLHttpRequest();
      let silence: ReturnType<typeof setTimeout>;
      const heard = (): void => {
        clearTimeout(silence);
        silence = setTimeout(() => request.abort(), STALLED_MS);
      };
      const abort = (): void => request.abort();
      request.open('POST', url);
      request.responseType = 'json';
      request.withCredentials = true;
      request.setRequestHeader('Accept', 'application/json');
      request.setRequestHeader('Accept-Language', document.documentElement.lang);
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
