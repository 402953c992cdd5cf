import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest, ROOT } from './project.mjs';
import { npm } from './run.mjs';

const stamp = join(ROOT, 'node_modules', '.stamp');

/** Installs the locked packages if they are missing or the lock file changed since. Throws when that fails. */
export async function ensureInstalled() {
  const wanted = digest([join(ROOT, 'package-lock.json')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!matchesLock()) {
    console.log('Installing packages…');
    const code = await npm(['ci', '--no-audit', '--no-fund', '--include=dev']);
    if (code !== 0) throw new Error('The packages could not be installed; see above.');
  }
  writeFileSync(stamp, wanted);
}

/** Whether the packages that npm recorded as installed match the lock file. */
function matchesLock() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installedPackages = packages(installed);
  const wanted = packages(join(ROOT, 'package-lock.json'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installedPackages[path]?.version === version,
  );
}
