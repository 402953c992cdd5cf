import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { digest, digestTimes, distDir, ROOT, schemasDir } from './project.mjs';
import { run, runBin } from './run.mjs';

const SOURCES = [
  'src',
  'services',
  'schemas',
  'public',
  'docs/guide',
  'scripts/texts',
  'scripts/vite',
  'scripts/build-services.ts',
];
const FILES = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Builds console and services if there is no build or a source changed. @returns the folder of the build */
export async function ensureBuilt() {
  const dist = distDir();
  if (!isBuilt(stampFile(dist))) {
    console.log('Building…');
    await build(dist);
  }
  return dist;
}

/** Compares file times; if those differ, compares contents. */
function isBuilt(stamp) {
  if (!existsSync(stamp)) return false;
  const times = sourceTimes();
  const [sourcesDigest, timesDigest] = readFileSync(stamp, 'utf8').split('\n');
  if (timesDigest === times) return true;
  if (sourcesDigest !== digestOfSources()) return false;
  writeStamp(stamp, `${sourcesDigest}\n${times}`);
  return true;
}

/** Saves the next start reading all sources; ignored in a read-only folder. */
function writeStamp(stamp, text) {
  try {
    writeFileSync(stamp, text);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

/** The file with the digest of the sources of a build. */
const stampFile = (dist) => join(dist, '.stamp');

function sources() {
  const custom = process.env.CUSTOM_DIR ? [resolve(ROOT, process.env.CUSTOM_DIR)] : [];
  return [...[...SOURCES, ...FILES].map((path) => join(ROOT, path)), schemasDir(), ...custom];
}

const digestOfSources = () => digest(sources());
const sourceTimes = () => digestTimes(sources());

/** Builds console and services into `dist`; throws when a step fails. */
export async function build(dist) {
  const stamp = `${digestOfSources()}\n${sourceTimes()}`;
  mkdirSync(dist, { recursive: true });
  // An interrupted build must not count as one.
  rmSync(stampFile(dist), { force: true });
  const env = { ...process.env, NODE_ENV: 'production', DIST_DIR: dist, SCHEMAS_DIR: schemasDir() };
  const steps = [
    () => run(process.execPath, ['--import', 'tsx', 'scripts/check-schemas.ts'], { env }),
    () => runBin('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { env }),
    () =>
      runBin('vite/bin/vite.js', ['build', '--logLevel', 'warn', '--config', 'src/webchat/vite.config.ts'], {
        env,
      }),
    () => run(process.execPath, ['--import', 'tsx', 'scripts/build-services.ts'], { env }),
  ];
  for (const step of steps) {
    const code = await step();
    if (code !== 0) throw new Error('The build failed; see above.');
  }
  writeFileSync(stampFile(dist), stamp);
}
