import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process needs of the machine; nothing else of the builder's settings is the product's. */
const OF_MACHINE = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_OPTIONS'];
const STARTS_WITHIN_MS = 180_000;

/**
 * Starts built services once on a database of their own and ends them: they keep what they compiled for all starts
 * (`services/launch.mjs`). Where they do not start, the first start that does keeps it.
 */
export async function keepCompiled(
  server: string,
  { schemas, console: pages }: { schemas: string; console: string },
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-compiled-'));
  const machine = OF_MACHINE.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const child = spawn(process.execPath, [server], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...Object.fromEntries(machine),
      ...{ NODE_ENV: 'production', DATA_DIR: dataDir, SCHEMAS_DIR: schemas, STATIC_DIR: pages },
      ...{ DEMO: '0', DEMO_MESSAGES: '0', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' },
    },
  });
  const late = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += String(chunk);
    if (told.includes('Console: ')) child.kill('SIGTERM');
  });
  await once(child, 'exit');
  clearTimeout(late);
  rmSync(dataDir, { recursive: true, force: true });
}
