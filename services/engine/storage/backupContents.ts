import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Queryable } from './database.ts';

/** Reads stored files for a backup and restores them from one. */
export interface BackupFileSource {
  /** @returns undefined when the file no longer exists */
  read(hash: string): Promise<Readable | undefined>;
  /** Stores a content unless it exists. @throws StorageError when it does not match its hash */
  restore(hash: string, size: number, content: Readable): Promise<void>;
  /** Called with each file that was already damaged when the backup was written, and is not restored. */
  skip?(hash: string): void;
}

/** A piece of a content, one line of a backup. The pieces of a content are consecutive. */
interface Piece {
  /** Hash of the content. */
  file: string;
  /** Bytes of the whole content. */
  size: number;
  /** Base64. */
  data: string;
  /** Set in a last piece without data: the pieces before it do not match the hash and the size. */
  isDamaged?: true;
}

/** Divisible by three, so that base64 pads only the last piece. */
const PIECE_BYTES = 768 * 1024;

export const CONTENT_CURSOR = 'backup_contents';

/** Declares a cursor on the distinct contents that `stored_file` names, as of the transaction's snapshot. */
export function declareContentCursor(hold: '' | 'WITH HOLD'): string {
  return `DECLARE ${CONTENT_CURSOR} NO SCROLL CURSOR ${hold} FOR
    SELECT json_build_object('hash', hash, 'size', max(size))::text AS row FROM stored_file GROUP BY hash ORDER BY hash`;
}

/** The lines of a backup with the pieces of all contents. @param fetchBatch fetches the next rows of a cursor */
export async function* contentLines(
  session: Queryable,
  contents: BackupFileSource,
  fetchBatch: (session: Queryable, cursor: string) => Promise<string[]>,
): AsyncGenerator<string> {
  for (;;) {
    const rows = await fetchBatch(session, CONTENT_CURSOR);
    if (rows.length === 0) return;
    for (const row of rows) {
      const { hash, size } = JSON.parse(row) as { hash: string; size: number };
      const content = await contents.read(hash);
      if (!content) continue;
      const digest = createHash('sha256');
      let bytes = 0;
      for await (const piece of splitContent(content)) {
        digest.update(piece);
        bytes += piece.length;
        yield JSON.stringify({ file: hash, size, data: piece.toString('base64') } satisfies Piece);
      }
      if (bytes !== size || digest.digest('hex') !== hash)
        yield JSON.stringify({ file: hash, size, data: '', isDamaged: true } satisfies Piece);
    }
  }
}

async function* splitContent(content: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= PIECE_BYTES) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, PIECE_BYTES);
      chunks = [all.subarray(PIECE_BYTES)];
      length -= PIECE_BYTES;
    }
  }
  // An empty content has one empty piece.
  yield Buffer.concat(chunks);
}

/**
 * Restores the contents in a backup's lines, as streams.
 * @param signal aborts the restore
 * @returns the number of contents
 */
export async function restoreContents(
  lines: AsyncIterable<string>,
  contents: BackupFileSource,
  signal?: AbortSignal,
): Promise<number> {
  const iterator = lines[Symbol.asyncIterator]();
  try {
    const position = { piece: await nextPiece(iterator) };
    let count = 0;
    while (position.piece) {
      signal?.throwIfAborted();
      const { file, size } = position.piece;
      const content = { isDamaged: false };
      const isSameContent = (): boolean => position.piece?.file === file;
      // Sequential: an abandoned stream may still be waiting for a piece.
      let advancing: Promise<void> = Promise.resolve();
      const advance = (): Promise<void> => {
        advancing = advancing.then(async () => {
          if (!isSameContent()) return;
          position.piece = await nextPiece(iterator);
          content.isDamaged ||= isSameContent() && position.piece?.isDamaged === true;
        });
        return advancing;
      };
      async function* data(): AsyncGenerator<Buffer> {
        while (position.piece?.file === file) {
          signal?.throwIfAborted();
          yield Buffer.from(position.piece.data, 'base64');
          await advance();
          if (content.isDamaged) throw new Error(`The content of file ${file} was damaged before the backup`);
        }
      }
      const failure = await contents.restore(file, size, Readable.from(data())).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      signal?.throwIfAborted();
      // Skip the unread pieces of a content that exists already or was rejected.
      while (isSameContent()) await advance();
      if (!failure) count++;
      else if (content.isDamaged) contents.skip?.(file);
      else throw failure.error;
    }
    return count;
  } finally {
    await iterator.return?.();
  }
}

async function nextPiece(lines: AsyncIterator<string>): Promise<Piece | undefined> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if (value.startsWith('{"file":')) return JSON.parse(value) as Piece;
  }
}
