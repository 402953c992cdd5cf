import type { HttpClient } from './httpClient.ts';

/** A secret that only one response contains, such as a temporary password (`once` beside the record). */
export interface OneTimeSecret {
  title: string;
  value: string;
  /** Address it was also sent to. */
  sentTo?: string;
}

const isOneTimeSecret = (once: unknown): once is OneTimeSecret => {
  const { title, value } = (once ?? {}) as Partial<OneTimeSecret>;
  return typeof title === 'string' && typeof value === 'string';
};

/** The one-time secrets of a response, about one record or several. */
const findSecrets = (json: unknown): OneTimeSecret[] =>
  [(json as { once?: unknown } | null | undefined)?.once].flat().filter(isOneTimeSecret);

/**
 * Removes one-time secrets from the responses of POST and passes them to `onSecret`, so that they reach the person
 * wherever the request came from, and no cache stores them.
 */
export const withOneTimeSecrets =
  (http: HttpClient, onSecret: (once: OneTimeSecret) => void): HttpClient =>
  async (url, options) => {
    const answer = await http(url, options);
    const secrets = options?.method === 'POST' ? findSecrets(answer.json) : [];
    if (secrets.length === 0) return answer;
    const { once: _, ...json } = answer.json as object & { once: unknown };
    for (const once of secrets) onSecret(once);
    return { ...answer, json, body: JSON.stringify(json) };
  };
