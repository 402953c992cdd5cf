import { type ErrorBody, toHttpError } from './errors.ts';
import type { UploadClient } from './files.ts';
import type { HttpClientSettings } from './httpClient.ts';

/** An upload without any progress for this long is aborted. */
const STALL_TIMEOUT_MS = 60_000;

export const createUploadClient =
  ({ token, onUnauthorized }: Pick<HttpClientSettings, 'token' | 'onUnauthorized'>): UploadClient =>
  (url, form, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let stallTimer: ReturnType<typeof setTimeout>;
      const restartTimer = (): void => {
        clearTimeout(stallTimer);
        stallTimer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
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
        restartTimer();
        onProgress?.(total > 0 ? loaded / total : 0);
      });
      request.addEventListener('loadend', () => {
        clearTimeout(stallTimer);
        signal?.removeEventListener('abort', abort);
        if (signal?.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'));
        if (request.status >= 200 && request.status < 300) return resolve(request.response);
        if (request.status === 401) onUnauthorized?.();
        reject(toHttpError(request.status, (request.response ?? {}) as ErrorBody));
      });
      signal?.addEventListener('abort', abort);
      restartTimer();
      request.send(form);
      if (signal?.aborted) request.abort();
    });
