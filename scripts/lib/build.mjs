import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { digest, distDir, ROOT, schemasDir } from './project.mjs';
import { run, runBin } from './run.mjs';

const SOURCES = ['src', 'services', 'schemas', 'public', 'scripts/vite', 'scripts/build-services.ts'];
const FILES = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Builds console and services if nothing is built yet or a source changed since. Gives the build's folder. */
export async function ensureBuilt() {
  const dist = distDir();
  const stamp = stampOf(dist);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digestOfSources()) {
    console.log('Building…');
    await build(dist);
  }
  return dist;
}

/** The file that says of which sources a build was made. */
const stampOf = (dist) => join(dist, '.stamp');

function digestOfSources() {
  const custom = process.env.CUSTOM_DIR ? [resolve(ROOT, process.env.CUSTOM_DIR)] : [];
  const sources = [...SOURCES, ...FILES].map((path) => join(ROOT, path));
  return digest([...sources, schemasDir(), ...custom]);
}

/** Builds console and services into `dist`; throws when a step fails. */
export async function build(dist) {
  const sources = digestOfSources();
  mkdirSync(dist, { recursive: true });
  // A build that is broken off is none.
  rmSync(stampOf(dist), { force: true });
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
  writeFileSync(stampOf(dist), sources);
}
