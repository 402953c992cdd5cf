import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Puts files of the embedded engine that were prepared earlier where it has none yet: making them takes it seconds,
 * a copy is there at once. A copy that is cut off leaves nothing behind that a start would take for a database.
 * @param prepared finds what an engine of the same version left when it was closed; read only
 * @param folder of the engine's files; one that holds anything is left alone
 */
export function placePrepared(prepared: () => string | undefined, folder: string): void {
  if (readdirSync(folder).length > 0) return;
  const files = prepared();
  if (files === undefined) return;
  const copy = `${folder}.new`;
  rmSync(copy, { recursive: true, force: true });
  copyFolder(files, copy);
  // Not every system replaces a folder, not even an empty one.
  rmdirSync(folder);
  renameSync(copy, folder);
}

/** Readable and writable by this user alone, whatever the files were that they are copies of. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, 0o600);
    }
  }
}
