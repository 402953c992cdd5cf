import { sessionToken } from '../authProvider/session.ts';
import type { HttpClient } from '../dataProvider/httpClient.ts';

/** Age after which embedded responses are no longer used, in milliseconds since the page was opened. */
const MAX_AGE_MS = 30_000;

const API = '/api/v1/';

/** The JSON that the services embed in the page. */
interface EmbeddedJson {
  /** End of the token of the session that the responses belong to; null for public ones. */
  of: string | null;
  /** Language of the responses, where they depend on it. */
  language?: string;
  answers: Record<string, unknown>;
}

/** An address with its parameters sorted, so that equal requests are equal texts. */
const normalizeAddress = (address: string): string => {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${path}?${parameters.toString()}`;
};

let responses: Map<string, unknown> | undefined;

const readEmbedded = (): Map<string, unknown> => {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return new Map();
  const { of, answers, language } = JSON.parse(text) as EmbeddedJson;
  // Somebody else may have signed in since, in another tab.
  if (of !== null && !sessionToken()?.endsWith(of)) return new Map();
  // The page's language may be one that was chosen in it, not the browser's.
  if (language !== undefined && language !== document.documentElement.lang) return new Map();
  return new Map(Object.entries(answers).map(([address, json]) => [normalizeAddress(address), json]));
};

/**
 * Takes the embedded response to a request, once: `undefined` where it has to be sent. Without the services' page, such as
 * in development, there are none.
 */
export const takeEmbedded = (address: string): unknown => {
  responses ??= readEmbedded();
  if (responses.size === 0 || performance.now() > MAX_AGE_MS) return undefined;
  const call = normalizeAddress(address);
  const json = responses.get(call);
  responses.delete(call);
  return json;
};

/** Whether a query has only ids, and a page size. */
const isIdQuery = (query: string): boolean => {
  const names = [...new URLSearchParams(query).keys()];
  return names.includes('id') && names.every((name) => name === 'id' || name === 'take');
};

/** Takes the embedded records that rows reference, by the path of their entity, once. */
export const takeEmbeddedRecords = (): [path: string, records: { id: string }[]][] => {
  responses ??= readEmbedded();
  if (performance.now() > MAX_AGE_MS) return [];
  return [...responses].flatMap(([call, json]): [string, { id: string }[]][] => {
    const [address = '', query = ''] = call.split('?', 2);
    if (!address.startsWith(API) || !isIdQuery(query) || !Array.isArray(json)) return [];
    responses?.delete(call);
    return [[address.slice(API.length), json as { id: string }[]]];
  });
};

/** Reads an embedded response, and leaves it for the request itself. */
export const peekEmbedded = (address: string): unknown => {
  responses ??= readEmbedded();
  return performance.now() > MAX_AGE_MS ? undefined : responses.get(normalizeAddress(address));
};

/** A client that answers the first requests with the embedded responses; a change drops them. */
export const withEmbeddedResponses =
  (http: HttpClient): HttpClient =>
  async (url, options = {}) => {
    if ((options.method ?? 'GET') !== 'GET') responses?.clear();
    const json = options.method === undefined || options.method === 'GET' ? takeEmbedded(url) : undefined;
    if (json === undefined) return http(url, options);
    return { status: 200, headers: new Headers(), body: JSON.stringify(json), json };
  };
