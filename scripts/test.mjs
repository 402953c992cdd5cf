// Runs all tests, from a fresh clone. `--only=check|unit|storage|e2e` runs one part, `--changed` what a change
// touches, `--changed=<commit>` what has changed since then.
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { exitOnError, requireNode, ROOT } from './lib/project.mjs';
import { playwright, sizeLimit, vitest } from './lib/suites.mjs';
import { ensureChromium } from './lib/tools.mjs';

/** Steps of each part, in order: the quick ones first, the heavy ones never concurrently. */
const PARTS = {
  check: [runChecks],
  unit: [() => withPostgres(() => vitest())],
  storage: [() => withPostgres(() => vitest(['services/engine/storage', 'services/engine/resources']))],
  e2e: [ensureBuilt, () => browserTests(), sizeLimit],
  changed: [
    runChecks,
    () => withPostgres(() => vitest([`--changed=${findBaseCommit(changed)}`, '--passWithNoTests'])),
    () => browserTests([`--only-changed=${findBaseCommit(changed)}`, '--pass-with-no-tests']),
  ],
};
const DEFAULT_PARTS = ['check', 'unit', 'e2e'];

requireNode();
await exitOnError(ensureInstalled);
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const only =
  changed === undefined
    ? process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
    : 'changed';
if (only && !PARTS[only]) throw new Error(`--only takes one of ${Object.keys(PARTS).join(', ')}`);

/** @type {Required<import('./lib/suites.mjs').Counts>} */
const total = { passed: 0, failed: 0, failures: [], flaky: [] };
for (const step of (only ? [only] : DEFAULT_PARTS).flatMap((part) => PARTS[part])) {
  const counts = await step().catch(toFailedCounts);
  total.passed += counts?.passed ?? 0;
  total.failed += counts?.failed ?? 0;
  total.failures.push(...(counts?.failures ?? []));
  total.flaky.push(...(counts?.flaky ?? []));
}
for (const one of total.flaky) console.log(`~ passed on a retry: ${one}`);
for (const failure of total.failures) console.log(`✗ ${failure}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);

/** Starts a PostgreSQL server for the tests, unless TEST_DATABASE_URL names one. */
async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return work();
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  }
}

/** The commit of the option, else the merge base with the main branch. */
function findBaseCommit(option) {
  const [, named] = option.split('=');
  if (named) return named;
  const base = spawnSync('git', ['merge-base', 'HEAD', 'main'], { cwd: ROOT, encoding: 'utf8' });
  return base.status === 0 ? base.stdout.trim() : 'HEAD';
}

async function browserTests(args) {
  const chromium = await ensureChromium();
  return playwright(args, { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) });
}

/** A step that could not run counts as one failed test. */
function toFailedCounts(error) {
  console.error(error);
  return { passed: 0, failed: 1, failures: [String(error)] };
}
