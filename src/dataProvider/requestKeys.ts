import type { HttpClient } from './httpClient.ts';

/** Requests without an answer whose keys are remembered. */
const MAX_UNANSWERED = 100;

/**
 * The client with an `Idempotency-Key` on each POST. A request whose answer was lost (no connection, time over, a fault
 * of the services) has the same key when it is sent again, so that what it asks for is done once.
 */
export const withRequestKeys = (http: HttpClient, newKey: () => string = newRequestKey): HttpClient => {
  const unanswered = new Map<string, string>();
  return async (url, options) => {
    if (options?.method !== 'POST' || typeof options.body !== 'string') return http(url, options);
    const request = `${url} ${options.body}`;
    // Taken, so that two at once never have one key.
    const key = unanswered.get(request) ?? newKey();
    unanswered.delete(request);
    const headers = new Headers(options.headers);
    headers.set('Idempotency-Key', key);
    try {
      return await http(url, { ...options, headers });
    } catch (error) {
      if (isLost(error)) {
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

/** Whether it is not known what came of a request. */
function isLost(error: unknown): boolean {
  const { status, body } = (error ?? {}) as { status?: number; body?: { code?: string } };
  return status === 0 || (status !== undefined && status >= 500) || body?.code === 'IN_PROGRESS';
}

/** `crypto.randomUUID` is there on secure origins alone. */
function newRequestKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
