import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HEAD_BYTES, Utf8TextCheck } from './sniff.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A content that is being stored, on this machine's disk. */
export interface StagedFile {
  path: string;
  /** SHA-256 of the content. */
  hash: string;
  /** Bytes. */
  size: number;
  /** The first bytes. */
  head: Buffer;
  /** The whole content is UTF-8 text. */
  isText: boolean;
  /** Removes the staged file, if it still exists. */
  discard(): Promise<void>;
}

export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError';
}

/** The content did not arrive completely; `cause` says why. */
export class UploadAbortedError extends Error {
  override name = 'UploadAbortedError';
}

/** Wraps errors of the source, to distinguish them from errors of the disk. */
async function* readSource(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new UploadAbortedError('The file did not arrive whole', { cause });
  }
}

/** Milliseconds after which a staged file counts as left behind by a stopped process. */
const STALE_MS = 24 * 60 * 60 * 1000;

const stagingFolder = (folder: string): string => join(folder, 'staging');

/**
 * Writes a stream to disk with one chunk in memory, and computes its hash and size on the way. A stream that ends early or
 * has too many bytes leaves nothing behind.
 * @param recordId the record that the content is created for, for `clearStagedOf`
 * @throws UploadAbortedError, or FileTooLargeError beyond `maxBytes`, without reading on
 */
export async function stage(
  folder: string,
  source: Readable,
  maxBytes: number,
  recordId?: string,
): Promise<StagedFile> {
  const staging = stagingFolder(folder);
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const path = join(staging, recordId === undefined ? randomUUID() : `${recordId}.${randomUUID()}`);
  const discard = (): Promise<void> => rm(path, { force: true });
  const hash = createHash('sha256');
  const text = new Utf8TextCheck();
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    const target = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of readSource(source)) {
        size += chunk.length;
        if (size > maxBytes) throw new FileTooLargeError(t('More than %{maxBytes} bytes', { maxBytes }));
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        hash.update(chunk);
        text.add(chunk);
        await target.appendFile(chunk);
      }
    } finally {
      await target.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, hash: hash.digest('hex'), size, head, isText: text.end(), discard };
}

/** Removes the staged files for a record that a killed process, or one that lost its job, left behind. */
export async function clearStagedOf(folder: string, about: string): Promise<void> {
  const staging = stagingFolder(folder);
  const names = await readdir(staging).catch(() => []);
  for (const name of names) if (name.startsWith(`${about}.`)) await rm(join(staging, name), { force: true });
}

/** Removes uploads that a stopped process left behind. */
export async function clearStaging(folder: string, now = Date.now()): Promise<void> {
  const staging = stagingFolder(folder);
  for (const name of await readdir(staging).catch(() => [])) {
    const path = join(staging, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > STALE_MS) await rm(path, { force: true });
  }
}
