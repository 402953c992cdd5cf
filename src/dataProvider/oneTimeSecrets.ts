import type { HttpClient } from './httpClient.ts';

/** Something a service says only in one answer, such as a temporary password (`once` beside the record). */
export interface OneTimeSecret {
  title: string;
  value: string;
  /** Address it was sent to as well. */
  sentTo?: string;
}

const parseOneTimeSecret = (json: unknown): OneTimeSecret | undefined => {
  const once = (json as { once?: Partial<OneTimeSecret> } | null | undefined)?.once;
  return typeof once?.title === 'string' && typeof once.value === 'string'
    ? (once as OneTimeSecret)
    : undefined;
};

/**
 * The client with what is said only once taken out of the answers of POST and handed to `tell`, so that it reaches
 * the person from wherever it was asked for and is kept by no cache.
 */
export const withOneTimeSecrets =
  (http: HttpClient, tell: (once: OneTimeSecret) => void): HttpClient =>
  async (url, options) => {
    const answer = await http(url, options);
    const once = options?.method === 'POST' ? parseOneTimeSecret(answer.json) : undefined;
    if (!once) return answer;
    const { once: _, ...json } = answer.json as object & { once: OneTimeSecret };
    tell(once);
    return { ...answer, json, body: JSON.stringify(json) };
  };
