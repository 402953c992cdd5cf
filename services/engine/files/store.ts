import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where contents are kept, by keys of `a-z0-9.`: the SHA-256 of the content, and behind a dot what was derived of it.
 * What is stored under a key never changes.
 */
export interface FileStore {
  has(key: string): Promise<boolean>;
  /** Stores a file of this machine, all of it or nothing; the file itself may be moved away. */
  put(key: string, path: string, type: string): Promise<void>;
  /** Rejects with `MissingContent` when nothing is stored under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Nothing happens when there is none. */
  remove(key: string): Promise<void>;
}

export class MissingContent extends Error {
  override name = 'MissingContent';
  constructor(key: string) {
    super(`No content is stored as ${key}`);
  }
}
