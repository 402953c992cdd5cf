import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder of the schemas: `SCHEMAS_DIR`, or the product's own. */
export const schemasDir = () => resolve(ROOT, process.env.SCHEMAS_DIR ?? 'schemas');

/**
 * Folder of the build: `DIST_DIR`, or `dist`; another schema folder has a build of its own in `.cache`, inside the
 * repository, so that the services find their packages.
 */
export function distDir() {
  if (process.env.DIST_DIR) return resolve(ROOT, process.env.DIST_DIR);
  const dir = schemasDir();
  return dir === join(ROOT, 'schemas') ? join(ROOT, 'dist') : join(ROOT, '.cache', `build-${hash(dir)}`);
}

/** Exits with a message where Node is too old. */
export function requireNode(minimum = [20, 19]) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  console.error(`Node ${minimum.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs `work`; an error exits the process with its message. */
export async function exitOnError(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}

/** Digest of the relative names and contents of files and folders; missing ones count as empty. */
export function digest(paths) {
  const hasher = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(path))
      hasher.update(relative(path, file)).update('\0').update(readFileSync(file));
  }
  return hasher.digest('hex');
}

/** Digest of the names, sizes and times of files and folders: ten times as fast as `digest`. An equal one proves that
 * nothing changed; a different one proves nothing. */
export function digestTimes(paths) {
  const hasher = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(path)) {
      const { size, mtimeMs, ctimeMs } = statSync(file);
      hasher.update(`${relative(path, file)}\0${size} ${mtimeMs} ${ctimeMs}\0`);
    }
  }
  return hasher.digest('hex');
}

function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? filesBelow(path) : [path];
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.includes('.test.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isFile() ? [path] : filesIn(path);
    });
}

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);
