import { Readable } from 'node:stream';
import { formatBytes, isPicture, type StoredFile } from '../../../schemas/model/files.ts';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import { withinAllowance } from './allowance.ts';
import { fetchRemote, refusalOf, type FetchOptions } from './fetchRemote.ts';
import { FileRejectedError, type Files } from './files.ts';
import { UploadAbortedError } from './staging.ts';
import { deleteRows } from '../storage/deleteRows.ts';
import { asStoredFile, findFiles } from './rows.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** What a picture from outside must be where its field takes no uploads: the largest that LINE takes as an image. */
const PICTURES: FileRules = {
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: 10 * 1024 * 1024,
  exact: [],
};
/** Minutes for which a failure stands before the address is tried again. */
const RETRY_MINUTES = 10;

/** Milliseconds for a file that may be large; others have the usual time. */
const LARGE_MS = 120_000;

/** A file from outside as it stands in our own store, or why it does not. */
export type RemoteFile = { file: StoredFile; fault?: undefined } | { file?: undefined; fault: string };

const underWay = new Map<string, Promise<RemoteFile>>();

interface Asked extends FetchOptions {
  by: string;
  /** Of the field that holds the address; without them a picture is expected. */
  rules?: FileRules;
}

/**
 * The file at an address, fetched at the first time that it is asked for and from our own store ever after. What is
 * stored already may break the rules of another field, which is for the caller to judge.
 */
export async function remoteFile(files: Files, url: string, asked: Asked): Promise<RemoteFile> {
  const known = await lookUp(files, url);
  if (known) return known;
  const fetching = underWay.get(url) ?? fetchOnce(files, url, asked);
  underWay.set(url, fetching);
  return fetching.finally(() => underWay.delete(url));
}

/**
 * Forgets pictures from outside that could not be fetched and that nobody asked for within so many days.
 * @returns how many went
 */
export function deleteFailedPictures(
  { db }: Pick<Files, 'db'>,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  return deleteRows(db, 'remote_picture', {
    where: `file_id IS NULL AND asked_at < clock_timestamp() - $1::int * interval '1 day'`,
    values: [days],
    ...(signal && { signal }),
  });
}

async function lookUp({ db }: Files, url: string): Promise<RemoteFile | undefined> {
  const [row] = await db.query<{ file_id: string | null; fault: string | null }>(
    `UPDATE remote_picture SET asked_at = clock_timestamp() WHERE url = $1
       AND (file_id IS NOT NULL OR fetched_at > clock_timestamp() - interval '${RETRY_MINUTES} minutes')
     RETURNING file_id, fault`,
    [url],
  );
  if (!row) return undefined;
  const file = row.file_id === null ? undefined : (await findFiles(db, [row.file_id])).get(row.file_id);
  return file ? { file: asStoredFile(file) } : { fault: row.fault ?? storedText('The file is gone') };
}

async function fetchOnce(files: Files, url: string, { by, rules, ...options }: Asked): Promise<RemoteFile> {
  // Every picture is taken, whichever types its field takes: another field may ask for the same.
  const taken: FileRules = {
    types: [...new Set([...PICTURES.types, ...(rules?.types ?? [])])],
    maxBytes: Math.max(PICTURES.maxBytes, rules?.maxBytes ?? 0),
    exact: [],
  };
  const isLarge = taken.maxBytes > PICTURES.maxBytes;
  try {
    const content = await fetchRemote(url, { ...(isLarge && { timeoutMs: LARGE_MS }), ...options });
    const name = new URL(url).pathname.split('/').at(-1);
    const announced = Number(content.headers['content-length'] ?? Infinity);
    const expected = Math.min(announced, taken.maxBytes);
    const file = await withinAllowance(files, by, { content, expected }, (counted) =>
      files.add({ content: Readable.from(counted), name, rules: taken, by }),
    );
    await note(files, url, file.id, null);
    return { file: asStoredFile(file) };
  } catch (error) {
    const fault = faultOf(error, taken);
    if (fault === undefined) throw error;
    await note(files, url, null, fault);
    return { fault };
  }
}

function faultOf(error: unknown, rules: FileRules): string | undefined {
  const refusal = refusalOf(error);
  if (refusal) return refusal.message;
  if (error instanceof FileRejectedError) {
    const isPictures = rules.types.every(isPicture);
    if (error.rule === 'maxBytes')
      return storedText(
        isPictures ? 'The picture is larger than %{size}' : 'The file is larger than %{size}',
        {
          size: formatBytes(rules.maxBytes),
        },
      );
    return storedText(
      isPictures ? 'There is no picture at the address' : 'There is no picture or film at the address',
    );
  }
  if (error instanceof UploadAbortedError)
    return faultOf(error.cause, rules) ?? storedText('We can’t load this link. Check it or upload a file');
  return undefined;
}

async function note({ db }: Files, url: string, fileId: string | null, fault: string | null): Promise<void> {
  await db.query(
    `INSERT INTO remote_picture (url, file_id, fault) VALUES ($1, $2, $3)
     ON CONFLICT (url) DO UPDATE SET file_id = coalesce(excluded.file_id, remote_picture.file_id), fault = excluded.fault,
       fetched_at = clock_timestamp(), asked_at = clock_timestamp()`,
    [url, fileId, fault],
  );
}
