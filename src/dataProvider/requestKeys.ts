import type { HttpClient } from './httpClient.ts';

/** Number of requests without a response whose keys are remembered. */
const MAX_UNANSWERED = 100;

/**
 * Adds an `Idempotency-Key` to each POST. A request whose response was lost (no connection, timeout, error of the
 * services) has the same key when it is repeated, so that its effect happens once.
 */
export const withRequestKeys = (http: HttpClient, newKey: () => string = newRequestKey): HttpClient => {
  const unanswered = new Map<string, string>();
  return async (url, options) => {
    if (options?.method !== 'POST' || typeof options.body !== 'string') return http(url, options);
    const request = `${url} ${options.body}`;
    // Removed from the map, so that two concurrent requests never share a key.
    const key = unanswered.get(request) ?? newKey();
    unanswered.delete(request);
    const headers = new Headers(options.headers);
    headers.set('Idempotency-Key', key);
    try {
      return await http(url, { ...options, headers });
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        unanswered.set(request, key);
        for (const oldest of unanswered.keys()) {
          if (unanswered.size <= MAX_UNANSWERED) break;
          unanswered.delete(oldest);
        }
      }
      throw error;
    }
  };
};

/** Whether the outcome of a request is unknown. */
function isOutcomeUnknown(error: unknown): boolean {
  const { status, body } = (error ?? {}) as { status?: number; body?: { code?: string } };
  return status === 0 || (status !== undefined && status >= 500) || body?.code === 'IN_PROGRESS';
}

/** `crypto.randomUUID` exists only on secure origins. */
function newRequestKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
