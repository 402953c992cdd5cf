import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from './lib/postgres.mjs';
import { ROOT } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';
import { EXCEPTIONS } from './statements/exceptions.ts';
import { analyzeRecorded } from './statements/recorded.ts';
import { compareWithExceptions } from './statements/report.ts';

// Which statements would ask every node of a database on several nodes: `npm run statements` runs the tests of storage and
// contracts with every statement recorded, and analyzes them. `-- tests/contract/jobs` runs others, `-- --from=<folder>` analyzes a
// recording, `-- --keep=<folder>` keeps one.
const TESTS = ['services/', 'tests/contract', 'tests/storage'];
const RECORDER = pathToFileURL(join(ROOT, 'scripts/statements/record.mjs')).href;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, keep: { type: 'string' } },
});
const folder = values.from ?? values.keep ?? mkdtempSync(join(tmpdir(), 'console-statements-'));
try {
  if (values.from === undefined) await record(positionals.length > 0 ? positionals : TESTS);
  const { lines, isFine } = compareWithExceptions(
    await analyzeRecorded(folder),
    EXCEPTIONS,
    positionals.length === 0,
  );
  console.log(lines.join('\n'));
  if (!isFine) process.exitCode = 1;
} finally {
  if (folder !== values.from && folder !== values.keep) rmSync(folder, { recursive: true, force: true });
}

async function record(tests: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? undefined : await startPostgres({ settings: ['max_connections=400'] });
  try {
    const env = {
      ...process.env,
      TEST_DATABASE_URL: given ?? own?.url,
      RECORD_STATEMENTS: folder,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${RECORDER}`,
    };
    const code = await runBin('vitest/vitest.mjs', ['run', '--project=services', ...tests], { env });
    if (code !== 0) console.warn('Some tests failed: statements behind their faults were not recorded.');
  } finally {
    await own?.stop();
  }
}
