import type { HttpClient } from './httpClient.ts';

/** Something a service says only in one answer, such as a temporary password (`once` beside the record). */
export interface OneTimeSecret {
  title: string;
  value: string;
  /** Address it was sent to as well. */
  sentTo?: string;
}

const isOneTimeSecret = (once: unknown): once is OneTimeSecret => {
  const { title, value } = (once ?? {}) as Partial<OneTimeSecret>;
  return typeof title === 'string' && typeof value === 'string';
};

/** What is said once in an answer: of one record, or of several. */
const secretsIn = (json: unknown): OneTimeSecret[] =>
  [(json as { once?: unknown } | null | undefined)?.once].flat().filter(isOneTimeSecret);

/**
 * The client with what is said only once taken out of the answers of POST and handed to `tell`, so that it reaches
 * the person from wherever it was asked for and is kept by no cache.
 */
export const withOneTimeSecrets =
  (http: HttpClient, tell: (once: OneTimeSecret) => void): HttpClient =>
  async (url, options) => {
    const answer = await http(url, options);
    const secrets = options?.method === 'POST' ? secretsIn(answer.json) : [];
    if (secrets.length === 0) return answer;
    const { once: _, ...json } = answer.json as object & { once: unknown };
    for (const once of secrets) tell(once);
    return { ...answer, json, body: JSON.stringify(json) };
  };
