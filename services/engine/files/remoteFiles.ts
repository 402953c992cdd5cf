import { Readable } from 'node:stream';
import { formatBytes, isPicture, type StoredFile } from '../../../schemas/model/files.ts';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import { withinDailyAllowance } from './allowance.ts';
import { fetchRemote, refusalOf, type FetchOptions } from './fetchRemote.ts';
import { FileRejectedError, type Files } from './files.ts';
import { UploadAbortedError } from './staging.ts';
import { deleteRows } from '../storage/deleteRows.ts';
import { toStoredFile, findFiles } from './rows.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Rules of a remote picture whose field has none: the largest that LINE accepts as an image. */
const DEFAULT_RULES: FileRules = {
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: 10 * 1024 * 1024,
  exact: [],
};
/** Minutes after which a failed address is fetched again. */
const RETRY_MINUTES = 10;

/** For fields that accept large files. */
const LARGE_FILE_TIMEOUT_MS = 120_000;

/** The stored copy of a remote file, or why there is none. */
export type RemoteFile = { file: StoredFile; fault?: undefined } | { file?: undefined; fault: string };

const pendingFetches = new Map<string, Promise<RemoteFile>>();

interface RemoteFileOptions extends FetchOptions {
  by: string;
  /** The rules of the field with the address; by default those of a picture. */
  rules?: FileRules;
}

/**
 * The file at an address, fetched on the first request and read from the store afterwards. A stored file may break the
 * rules of another field, which the caller has to check.
 */
export async function remoteFile(files: Files, url: string, options: RemoteFileOptions): Promise<RemoteFile> {
  const fetched = await findFetched(files, url);
  if (fetched) return fetched;
  const fetching = pendingFetches.get(url) ?? fetchAndStore(files, url, options);
  pendingFetches.set(url, fetching);
  return fetching.finally(() => pendingFetches.delete(url));
}

/**
 * Deletes the failures of remote pictures that were last requested more than `days` ago.
 * @returns how many were deleted
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

async function findFetched({ db }: Files, url: string): Promise<RemoteFile | undefined> {
  const [row] = await db.query<{ file_id: string | null; fault: string | null }>(
    `UPDATE remote_picture SET asked_at = clock_timestamp() WHERE url = $1
       AND (file_id IS NOT NULL OR fetched_at > clock_timestamp() - interval '${RETRY_MINUTES} minutes')
     RETURNING file_id, fault`,
    [url],
  );
  if (!row) return undefined;
  const file = row.file_id === null ? undefined : (await findFiles(db, [row.file_id])).get(row.file_id);
  return file ? { file: toStoredFile(file) } : { fault: row.fault ?? storedText('The file is gone') };
}

async function fetchAndStore(
  files: Files,
  url: string,
  { by, rules, ...options }: RemoteFileOptions,
): Promise<RemoteFile> {
  // All types of pictures are accepted, since another field may request the same address.
  const acceptedRules: FileRules = {
    types: [...new Set([...DEFAULT_RULES.types, ...(rules?.types ?? [])])],
    maxBytes: Math.max(DEFAULT_RULES.maxBytes, rules?.maxBytes ?? 0),
    exact: [],
  };
  const isLarge = acceptedRules.maxBytes > DEFAULT_RULES.maxBytes;
  try {
    const content = await fetchRemote(url, {
      ...(isLarge && { timeoutMs: LARGE_FILE_TIMEOUT_MS }),
      ...options,
    });
    const name = new URL(url).pathname.split('/').at(-1);
    const contentLength = Number(content.headers['content-length'] ?? Infinity);
    const expected = Math.min(contentLength, acceptedRules.maxBytes);
    const file = await withinDailyAllowance(files, by, { content, expected }, (counted) =>
      files.add({ content: Readable.from(counted), name, rules: acceptedRules, by }),
    );
    await recordFetch(files, url, file.id, null);
    return { file: toStoredFile(file) };
  } catch (error) {
    const fault = describeFailure(error, acceptedRules);
    if (fault === undefined) throw error;
    await recordFetch(files, url, null, fault);
    return { fault };
  }
}

function describeFailure(error: unknown, rules: FileRules): string | undefined {
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
    return (
      describeFailure(error.cause, rules) ?? storedText('We can’t load this link. Check it or upload a file')
    );
  return undefined;
}

async function recordFetch(
  { db }: Files,
  url: string,
  fileId: string | null,
  fault: string | null,
): Promise<void> {
  await db.query(
    `INSERT INTO remote_picture (url, file_id, fault) VALUES ($1, $2, $3)
     ON CONFLICT (url) DO UPDATE SET file_id = coalesce(excluded.file_id, remote_picture.file_id), fault = excluded.fault,
       fetched_at = clock_timestamp(), asked_at = clock_timestamp()`,
    [url, fileId, fault],
  );
}
