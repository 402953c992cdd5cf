import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The only environment variables passed on: other settings of the builder are not the product's. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_OPTIONS'];
const START_TIMEOUT_MS = 180_000;

/**
 * Starts built services once, on a database of their own, to fill V8's code cache for all starts
 * (`services/launch.mjs`). If they fail to start, the first start that succeeds fills it.
 */
export async function warmCodeCache(
  server: string,
  { schemas, console: pages }: { schemas: string; console: string },
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-compiled-'));
  const machine = PASSED_VARIABLES.flatMap((name) => {
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
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (output.includes('Console: ')) child.kill('SIGTERM');
  });
  await once(child, 'exit');
  clearTimeout(timeout);
  rmSync(dataDir, { recursive: true, force: true });
}
