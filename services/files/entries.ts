import type { Readable } from 'node:stream';
import type { Files } from './files.ts';
import { stage } from './staging.ts';

/** A content as a backup holds it; copies of pictures in other widths are made again when they are asked for. */
export interface FileEntry {
  /** SHA-256 of the content. */
  hash: string;
  /** Bytes. */
  size: number;
  read(): Promise<Readable>;
}

/** Contents asked for at a time. */
const BATCH = 500;

/** Every stored content once, in the order of its hash. */
export async function* fileEntries({ db, store }: Files): AsyncGenerator<FileEntry> {
  let last = '';
  for (;;) {
    const rows = await db.query<{ hash: string; size: string }>(
      `SELECT hash, max(size) AS size FROM stored_file WHERE hash COLLATE "C" > $1 GROUP BY hash ORDER BY hash COLLATE "C" LIMIT ${BATCH}`,
      [last],
    );
    for (const { hash, size } of rows) yield { hash, size: Number(size), read: () => store.read(hash) };
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end.hash;
  }
}

/**
 * Puts a content of a backup back into the store, unless it is there.
 * @throws Error when what arrives is not what the hash says
 */
export async function restoreEntry(
  { store, folder }: Pick<Files, 'store' | 'folder'>,
  { hash, size }: Pick<FileEntry, 'hash' | 'size'>,
  content: Readable,
): Promise<void> {
  const staged = await stage(folder, content, size);
  try {
    if (staged.hash !== hash) throw new Error(`The content of file ${hash} in the backup is damaged`);
    if (!(await store.has(hash))) await store.put(hash, staged.path, 'application/octet-stream');
  } finally {
    await staged.discard();
  }
}
