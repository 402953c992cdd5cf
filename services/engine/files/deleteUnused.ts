import type { Files } from './files.ts';
import { lockContent } from './files.ts';
import { keysOf } from './pictures.ts';
import { clearStaging } from './staging.ts';
import { findFilesInUse } from './usage.ts';

/** Files checked at a time. */
const BATCH_SIZE = 500;

/**
 * Deletes files that nothing uses and that were neither uploaded nor accepted into a record within `olderThanMs`: time
 * enough to fill in and save a form.
 * @returns how many were deleted
 */
export async function deleteUnusedFiles(files: Files, olderThanMs: number): Promise<number> {
  await clearStaging(files.folder);
  const usedBefore = new Date(Date.now() - olderThanMs);
  let removed = 0;
  let lastId = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const old = await files.db.query<{ id: string; hash: string }>(
      `SELECT id, hash FROM stored_file WHERE coalesce(used_at, created_at) < $1 AND id > $2::uuid ORDER BY id LIMIT ${BATCH_SIZE}`,
      [usedBefore, lastId],
    );
    const used = await findFilesInUse(
      files.db,
      old.map(({ id }) => id),
    );
    for (const { id, hash } of old) {
      if (!used.has(id) && (await removeFile(files, id, hash, usedBefore))) removed += 1;
    }
    const lastRow = old.at(-1);
    if (!lastRow || old.length < BATCH_SIZE) return removed;
    lastId = lastRow.id;
  }
}

/** An upload of the same content waits for the lock, and then stores the content again. */
function removeFile(files: Files, id: string, hash: string, usedBefore: Date): Promise<boolean> {
  return files.db.transaction(async (tx) => {
    await lockContent(tx, hash);
    const deleted = await tx.query(
      'DELETE FROM stored_file WHERE id = $1 AND coalesce(used_at, created_at) < $2 RETURNING id',
      [id, usedBefore],
    );
    if (deleted.length === 0) return false;
    const sameContent = await tx.query('SELECT 1 FROM stored_file WHERE hash = $1 LIMIT 1', [hash]);
    if (sameContent.length === 0) for (const key of keysOf(hash)) await files.store.remove(key);
    return true;
  });
}
