import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores contents by keys of `a-z0-9.`: the SHA-256 of the content, and after a dot the kind of copy derived from it. The
 * content of a key never changes.
 */
export interface FileStore {
  has(key: string): Promise<boolean>;
  /** Stores a file of this machine, completely or not at all; the file itself may be moved. */
  put(key: string, path: string, type: string): Promise<void>;
  /** @throws MissingContentError when nothing is stored under the key */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Does nothing when nothing is stored under the key. */
  remove(key: string): Promise<void>;
}

export class MissingContentError extends Error {
  override name = 'MissingContentError';
  constructor(key: string) {
    super(`No content is stored as ${key}`);
  }
}
