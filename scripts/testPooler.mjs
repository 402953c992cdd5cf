// Tests storage, conversations, jobs and campaigns through PgBouncer in transaction mode:
// `npm run test:pooler`, or `npm run test:pooler -- tests/contract/reports.test.ts`.
import { ensureInstalled } from './lib/install.mjs';
import { startPgbouncer } from './lib/pgbouncer.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

const FILES = [
  ...['services/engine/storage', 'services/engine/jobs', 'services/engine/resources'],
  ...['tests/contract/conversations', 'tests/contract/jobs', 'tests/contract/campaigns'],
  ...['tests/storage/conversations', 'tests/storage/jobs', 'tests/storage/broadcasts'],
  'tests/contract/exchange',
];

requireNode();
await exitOnError(ensureInstalled);
const server = await startPostgres({ settings: ['max_connections=400', 'jit=off', 'statement_timeout=60s'] });
const pooler = await startPgbouncer(server.url);
try {
  const requested = process.argv.slice(2);
  const env = { ...process.env, TEST_DATABASE_URL: server.url, TEST_POOLER_URL: pooler.url };
  const args = requested.length > 0 ? requested : FILES;
  process.exitCode = await runBin('vitest/vitest.mjs', ['run', '--project=services', ...args], { env });
  if (requested.length === 0 && process.exitCode === 0)
    process.exitCode = await runBin(
      'vitest/vitest.mjs',
      ['run', '--config', 'tests/servers/vitest.config.ts', 'pooler'],
      { env },
    );
} finally {
  await pooler.stop();
  await server.stop();
}
