import type { Browser } from 'playwright';
import type { StorageState } from '../../lib/chromium.ts';
import type { Options } from '../../lib/options.ts';

/** What the browser measures share: a console with an audience, a signed-in session, the plain pages beside it. */
export interface Bench {
  browser: Browser;
  url: string;
  session: StorageState;
  /** Token of the same person, for records that a measure needs. */
  token: string;
  /** The plain pages, without a session. */
  plain: string;
  options: Options;
}

export const PART = 'browser';

/** Rows of either side's list, skeletons left out. */
export const ROWS = 'tbody tr[data-index] td';
export const PLAIN_ROWS = 'tbody tr.RaDatagrid-row td';
export const LIST = '/audience';
export const PLAIN_LIST = '/plainAdmin/#/audiences';

/** Stores a record as the person. @returns its id */
export async function store({ url, token }: Bench, path: string, record: object): Promise<string> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
