// Storage, conversations, jobs and campaigns with the services behind PgBouncer, which pools transactions:
// `npm run test:pooler`, or `npm run test:pooler -- tests/contract/reports.test.ts`.
import { ensureInstalled } from './lib/install.mjs';
import { startPgbouncer } from './lib/pgbouncer.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { orExit, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

const FILES = [
  ...['services/engine/storage', 'services/engine/jobs', 'services/engine/resources'],
  ...['tests/contract/conversations', 'tests/contract/jobs', 'tests/contract/campaigns'],
  ...['tests/storage/conversations', 'tests/storage/jobs', 'tests/storage/broadcasts'],
  'tests/contract/exchange',
];

requireNode();
await orExit(ensureInstalled);
const server = await startPostgres({ settings: ['max_connections=400', 'jit=off', 'statement_timeout=60s'] });
const pooler = await startPgbouncer(server.url);
try {
  const asked = process.argv.slice(2);
  const env = { ...process.env, TEST_DATABASE_URL: server.url, TEST_POOLER_URL: pooler.url };
  const args = asked.length > 0 ? asked : FILES;
  process.exitCode = await runBin('vitest/vitest.mjs', ['run', '--project=services', ...args], { env });
  if (asked.length === 0 && process.exitCode === 0)
    process.exitCode = await runBin(
      'vitest/vitest.mjs',
      ['run', '--config', 'tests/servers/vitest.config.ts', 'pooler'],
      { env },
    );
} finally {
  await pooler.stop();
  await server.stop();
}
