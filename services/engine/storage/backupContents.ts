import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Queryable } from './database.ts';

/** Stored files as a backup needs them. */
export interface BackupFileSource {
  /** @returns undefined when there is none any more */
  read(hash: string): Promise<Readable | undefined>;
  /** Puts a content back, unless it is there. @throws StorageError when what arrives is not what the hash says */
  restore(hash: string, size: number, content: Readable): Promise<void>;
  /** Hears of each that was damaged already when the backup was written, and is not put back. */
  skip?(hash: string): void;
}

/** A piece of a content, one line of a backup; pieces of one content follow each other. */
interface Piece {
  file: string;
  /** Bytes of the whole content. */
  size: number;
  /** In base64. */
  data: string;
  /** Stands in a last piece without data: what came before is not what the hash and the size say. */
  isDamaged?: true;
}

/** Bytes of a piece; divisible by three, so that none but the last is padded. */
const PIECE = 768 * 1024;

export const CONTENT_CURSOR = 'backup_contents';

/** Lists the contents that the rows of `stored_file` name, each once, as of the snapshot of the transaction. */
export function declareContents(hold: '' | 'WITH HOLD'): string {
  return `DECLARE ${CONTENT_CURSOR} NO SCROLL CURSOR ${hold} FOR
    SELECT json_build_object('hash', hash, 'size', max(size))::text AS row FROM stored_file GROUP BY hash ORDER BY hash`;
}

/** @param fetchSome gives the next rows of the cursor */
export async function* contentLines(
  session: Queryable,
  contents: BackupFileSource,
  fetchSome: (session: Queryable, cursor: string) => Promise<string[]>,
): AsyncGenerator<string> {
  for (;;) {
    const rows = await fetchSome(session, CONTENT_CURSOR);
    if (rows.length === 0) return;
    for (const row of rows) {
      const { hash, size } = JSON.parse(row) as { hash: string; size: number };
      const content = await contents.read(hash);
      if (!content) continue;
      const digest = createHash('sha256');
      let bytes = 0;
      for await (const piece of pieces(content)) {
        digest.update(piece);
        bytes += piece.length;
        yield JSON.stringify({ file: hash, size, data: piece.toString('base64') } satisfies Piece);
      }
      if (bytes !== size || digest.digest('hex') !== hash)
        yield JSON.stringify({ file: hash, size, data: '', isDamaged: true } satisfies Piece);
    }
  }
}

async function* pieces(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PIECE) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PIECE);
      held = [all.subarray(PIECE)];
      length -= PIECE;
    }
  }
  // An empty content is a piece too.
  yield Buffer.concat(held);
}

/**
 * Puts the contents among a backup's lines back; a content is never in memory as a whole.
 * @param signal breaks it off
 * @returns how many
 */
export async function restoreContents(
  lines: AsyncIterable<string>,
  contents: BackupFileSource,
  signal?: AbortSignal,
): Promise<number> {
  const iterator = lines[Symbol.asyncIterator]();
  try {
    const at = { piece: await nextPiece(iterator) };
    let count = 0;
    while (at.piece) {
      signal?.throwIfAborted();
      const { file, size } = at.piece;
      const own = { isDamaged: false };
      const isSame = (): boolean => at.piece?.file === file;
      // One after the other: a stream that is given up may still wait for a piece.
      let last: Promise<void> = Promise.resolve();
      const goOn = (): Promise<void> => {
        last = last.then(async () => {
          if (!isSame()) return;
          at.piece = await nextPiece(iterator);
          own.isDamaged ||= isSame() && at.piece?.isDamaged === true;
        });
        return last;
      };
      async function* data(): AsyncGenerator<Buffer> {
        while (at.piece?.file === file) {
          signal?.throwIfAborted();
          yield Buffer.from(at.piece.data, 'base64');
          await goOn();
          if (own.isDamaged) throw new Error(`The content of file ${file} was damaged before the backup`);
        }
      }
      const fault = await contents.restore(file, size, Readable.from(data())).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      signal?.throwIfAborted();
      // What a content that is there already, or is refused, leaves unread.
      while (isSame()) await goOn();
      if (!fault) count++;
      else if (own.isDamaged) contents.skip?.(file);
      else throw fault.error;
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
