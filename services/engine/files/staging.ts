import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HEAD_BYTES, TextTest } from './sniff.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A content on its way in, on this machine's disk. */
export interface StagedFile {
  path: string;
  /** SHA-256 of the content. */
  hash: string;
  /** Bytes. */
  size: number;
  /** The first bytes. */
  head: Buffer;
  /** All of it is UTF-8 text. */
  isText: boolean;
  /** Removes the staged file, wherever it has got to. */
  discard(): Promise<void>;
}

export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError';
}

/** The content did not arrive whole; `cause` says why. */
export class UploadAbortedError extends Error {
  override name = 'UploadAbortedError';
}

/** What goes wrong with the source is told apart from what goes wrong with our disk. */
async function* arriving(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new UploadAbortedError('The file did not arrive whole', { cause });
  }
}

/** Milliseconds after which what a stopped process left behind is removed. */
const STALE_MS = 24 * 60 * 60 * 1000;

const stagingFolder = (folder: string): string => join(folder, 'staging');

/**
 * Writes a stream to disk as it comes, holding a piece of it at a time, and learns what there is to know on the way.
 * A stream that ends early or has too many bytes leaves nothing behind.
 * @param about what the content is of, for `clearStagedOf`
 * @throws UploadAbortedError, or FileTooLargeError behind `maxBytes`, without reading on
 */
export async function stage(
  folder: string,
  source: Readable,
  maxBytes: number,
  about?: string,
): Promise<StagedFile> {
  const staging = stagingFolder(folder);
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const path = join(staging, about === undefined ? randomUUID() : `${about}.${randomUUID()}`);
  const discard = (): Promise<void> => rm(path, { force: true });
  const hash = createHash('sha256');
  const text = new TextTest();
  let head = Buffer.alloc(0);
  let size = 0;
  try {
    const target = await open(path, 'wx', 0o600);
    try {
      for await (const piece of arriving(source)) {
        size += piece.length;
        if (size > maxBytes) throw new FileTooLargeError(t('More than %{maxBytes} bytes', { maxBytes }));
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
        hash.update(piece);
        text.add(piece);
        await target.appendFile(piece);
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

/** Removes what is staged of one thing: of a process that was killed, or that another one has taken over from. */
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
