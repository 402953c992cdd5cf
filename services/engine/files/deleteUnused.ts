import type { Files } from './files.ts';
import { lockContent } from './files.ts';
import { keysOf } from './pictures.ts';
import { clearStaging } from './staging.ts';
import { filesInUse } from './usage.ts';

/** Files looked at together. */
const BATCH = 500;

/**
 * Removes files that nothing needs and that were neither uploaded nor accepted into a record within `olderThan`
 * milliseconds: time enough to fill in a form and to store it.
 * @returns how many went
 */
export async function deleteUnusedFiles(files: Files, olderThan: number): Promise<number> {
  await clearStaging(files.folder);
  const before = new Date(Date.now() - olderThan);
  let removed = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const old = await files.db.query<{ id: string; hash: string }>(
      `SELECT id, hash FROM stored_file WHERE coalesce(used_at, created_at) < $1 AND id > $2::uuid ORDER BY id LIMIT ${BATCH}`,
      [before, last],
    );
    const used = await filesInUse(
      files.db,
      old.map(({ id }) => id),
    );
    for (const { id, hash } of old) {
      if (!used.has(id) && (await removeFile(files, id, hash, before))) removed += 1;
    }
    const end = old.at(-1);
    if (!end || old.length < BATCH) return removed;
    last = end.id;
  }
}

/** Whoever uploads the same content meanwhile waits for the lock and then finds that it is gone. */
function removeFile(files: Files, id: string, hash: string, before: Date): Promise<boolean> {
  return files.db.transaction(async (tx) => {
    await lockContent(tx, hash);
    const gone = await tx.query(
      'DELETE FROM stored_file WHERE id = $1 AND coalesce(used_at, created_at) < $2 RETURNING id',
      [id, before],
    );
    if (gone.length === 0) return false;
    const others = await tx.query('SELECT 1 FROM stored_file WHERE hash = $1 LIMIT 1', [hash]);
    if (others.length === 0) for (const key of keysOf(hash)) await files.store.remove(key);
    return true;
  });
}
