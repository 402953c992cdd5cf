import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository; every script works from here, wherever it was started. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder of the schemas: `SCHEMAS_DIR`, or the product's own. */
export const schemasDir = () => resolve(ROOT, process.env.SCHEMAS_DIR ?? 'schemas');

/**
 * Where the build goes: `DIST_DIR`, or `dist`; another schema folder gets a build of its own in `.cache`. It lies
 * inside the repository, so that the services find their packages.
 */
export function distDir() {
  if (process.env.DIST_DIR) return resolve(ROOT, process.env.DIST_DIR);
  const dir = schemasDir();
  return dir === join(ROOT, 'schemas') ? join(ROOT, 'dist') : join(ROOT, '.cache', `build-${hash(dir)}`);
}

/** Stops with one clear line where the running Node is too old. */
export function requireNode(least = [20, 19]) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  console.error(`Node ${least.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** What `work` gives; a failure ends the process with its message alone. */
export async function orExit(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}

/** Digest of the names and contents of files and folders, wherever they lie; what is missing counts as empty. */
export function digest(paths) {
  const sum = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(path))
      sum.update(relative(path, file)).update('\0').update(readFileSync(file));
  }
  return sum.digest('hex');
}

/** Digest of the names, sizes and times of change of files and folders: read in a tenth of the time, and as good
 * a sign that nothing was changed; that something was, only the contents say. */
export function digestOfTimes(paths) {
  const sum = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(path)) {
      const { size, mtimeMs, ctimeMs } = statSync(file);
      sum.update(`${relative(path, file)}\0${size} ${mtimeMs} ${ctimeMs}\0`);
    }
  }
  return sum.digest('hex');
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
