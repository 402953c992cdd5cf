import { toHttpError } from './errors.ts';

/** Timeout of a request (docs/product.md). */
const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: string;
  // ra-data-simple-rest returns the parsed body as it is; callers narrow it.
  json: unknown;
}
export type HttpClient = (url: string, options?: RequestInit) => Promise<HttpResponse>;

export interface HttpClientSettings {
  fetch?: typeof fetch;
  /** The session's token, or null for a visitor. */
  token: () => string | null;
  /** Called once for every 401, before the error reaches the caller. */
  onUnauthorized?: () => void;
  timeout?: number;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The only HTTP client of the console: credentials, bearer token, a timeout, and every failure as an HttpError with the
 * agreed text (status 0: no connection or a timeout). A request aborted by its caller rejects as AbortError.
 */
export const createHttpClient = (settings: HttpClientSettings): HttpClient => {
  const { token, onUnauthorized, timeout = REQUEST_TIMEOUT_MS } = settings;
  const send = settings.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  return async (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('Accept', 'application/json');
    // The language of this page, which may differ from the browser's.
    headers.set('Accept-Language', document.documentElement.lang);
    // ra-data-simple-rest sets a content type on DELETE, which has no body.
    if (options.body === undefined) headers.delete('Content-Type');
    else if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    const bearer = token();
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`);

    const expired = AbortSignal.timeout(timeout);
    const signal = options.signal ? AbortSignal.any([options.signal, expired]) : expired;
    let response: Response;
    let body: string;
    try {
      response = await send(url, { ...options, headers, credentials: 'include', signal });
      body = await response.text();
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw toHttpError(0);
    }
    const json = parse(body);
    if (response.ok) return { status: response.status, headers: response.headers, body, json };
    if (response.status === 401) onUnauthorized?.();
    throw toHttpError(response.status, json ?? {});
  };
};
