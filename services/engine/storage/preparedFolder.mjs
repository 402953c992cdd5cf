import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces an empty data folder with a copy of a prepared one: initialising a database takes seconds. An interrupted copy
 * leaves nothing behind that a start would take for a database. Plain JavaScript, because it runs in the thread of the
 * engine, while the process loads its own code.
 * @param {string} prepared data folder that an engine of the same version closed; read only
 * @param {string} folder of the engine's files, empty
 */
export function placePrepared(prepared, folder) {
  const copy = `${folder}.new`;
  rmSync(copy, { recursive: true, force: true });
  copyFolder(prepared, copy);
  // Not every system replaces an empty folder on rename.
  rmdirSync(folder);
  renameSync(copy, folder);
}

/**
 * Copies a folder, accessible to this user only. Most files are a page or two: reading and writing them takes a third of
 * the time of `copyFile`.
 * @param {string} from
 * @param {string} to
 */
function copyFolder(from, to) {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFile(source, target);
  }
}

/** Copies a file; the zeros at the end of a fresh 16 MB log stay a hole. @param {string} source @param {string} target */
function copyFile(source, target) {
  const content = readFileSync(source);
  const end = content.length > LARGE_BYTES ? findContentEnd(content) : content.length;
  writeFileSync(target, content.subarray(0, end), { mode: 0o600 });
  if (end < content.length) truncateSync(target, content.length);
}

const LARGE_BYTES = 2 ** 20;
const ZEROS = Buffer.alloc(LARGE_BYTES);

/** Finds where the trailing zeros begin, to the megabyte. @param {Buffer} content @returns {number} */
function findContentEnd(content) {
  let end = content.length;
  while (end > LARGE_BYTES && content.subarray(end - LARGE_BYTES, end).equals(ZEROS)) end -= LARGE_BYTES;
  return end;
}
