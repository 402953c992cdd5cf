import { sessionToken } from '../authProvider/session.ts';
import type { HttpClient } from '../dataProvider/httpClient.ts';

/** How long what the page brought is as good as an answer, in milliseconds since it was asked for. */
const GOOD_MS = 30_000;

const API = '/api/v1/';

interface Brought {
  /** End of the token of the session whose answers they are; null for what anybody may know. */
  of: string | null;
  /** Of the answers, where they would differ in another one. */
  language?: string;
  answers: Record<string, unknown>;
}

/** One text for calls that ask for the same, in whatever order their parameters stand. */
const sameCall = (address: string): string => {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${path}?${parameters.toString()}`;
};

let answers: Map<string, unknown> | undefined;

const read = (): Map<string, unknown> => {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return new Map();
  const { of, answers: brought, language } = JSON.parse(text) as Brought;
  // Somebody else may have signed in since, in another tab.
  if (of !== null && !sessionToken()?.endsWith(of)) return new Map();
  // The page may speak what was chosen in it, not what the browser asks for.
  if (language !== undefined && language !== document.documentElement.lang) return new Map();
  return new Map(Object.entries(brought).map(([address, json]) => [sameCall(address), json]));
};

/**
 * What the services wrote into the page as the answer to a call, once for each: `undefined` where it has to be asked.
 * A console that they do not serve finds nothing here.
 */
export const takeFirst = (address: string): unknown => {
  answers ??= read();
  if (answers.size === 0 || performance.now() > GOOD_MS) return undefined;
  const call = sameCall(address);
  const json = answers.get(call);
  answers.delete(call);
  return json;
};

/** Ids alone, and as many rows as there are of them. */
const isOfIds = (query: string): boolean => {
  const names = [...new URLSearchParams(query).keys()];
  return names.includes('id') && names.every((name) => name === 'id' || name === 'take');
};

/** The records that the page brought beside its rows, by the path of their entity, once. */
export const takeRecords = (): [path: string, records: { id: string }[]][] => {
  answers ??= read();
  if (performance.now() > GOOD_MS) return [];
  return [...answers].flatMap(([call, json]): [string, { id: string }[]][] => {
    const [address = '', query = ''] = call.split('?', 2);
    if (!address.startsWith(API) || !isOfIds(query) || !Array.isArray(json)) return [];
    answers?.delete(call);
    return [[address.slice(API.length), json as { id: string }[]]];
  });
};

/** The same, left for the call itself to take. */
export const peekFirst = (address: string): unknown => {
  answers ??= read();
  return performance.now() > GOOD_MS ? undefined : answers.get(sameCall(address));
};

/** The client, with what the page brought in the place of the first calls; after a change it counts no longer. */
export const withFirstData =
  (http: HttpClient): HttpClient =>
  async (url, options = {}) => {
    if ((options.method ?? 'GET') !== 'GET') answers?.clear();
    const json = options.method === undefined || options.method === 'GET' ? takeFirst(url) : undefined;
    if (json === undefined) return http(url, options);
    return { status: 200, headers: new Headers(), body: JSON.stringify(json), json };
  };
