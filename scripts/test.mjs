// Everything from a fresh clone to a verdict. `--only=check|unit|storage|e2e` runs one part, `--changed` what a change
// touches, `--changed=<commit>` what has changed since then.
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { orExit, requireNode, ROOT } from './lib/project.mjs';
import { playwright, sizeLimit, vitest } from './lib/suites.mjs';
import { ensureChromium } from './lib/tools.mjs';

/** The parts in the order in which they run: the quick ones first, the heavy ones never side by side. */
const PARTS = {
  check: [runChecks],
  unit: [() => withPostgres(() => vitest())],
  storage: [() => withPostgres(() => vitest(['services/engine/storage', 'services/engine/resources']))],
  e2e: [ensureBuilt, () => browserTests(), sizeLimit],
  changed: [
    runChecks,
    () => withPostgres(() => vitest([`--changed=${baseOf(changed)}`, '--passWithNoTests'])),
    () => browserTests([`--only-changed=${baseOf(changed)}`, '--pass-with-no-tests']),
  ],
};
const WHOLE = ['check', 'unit', 'e2e'];

requireNode();
await orExit(ensureInstalled);
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
const only =
  changed === undefined
    ? process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
    : 'changed';
if (only && !PARTS[only]) throw new Error(`--only takes one of ${Object.keys(PARTS).join(', ')}`);

/** @type {Required<import('./lib/suites.mjs').Counts>} */
const total = { passed: 0, failed: 0, failures: [], unsteady: [] };
for (const step of (only ? [only] : WHOLE).flatMap((part) => PARTS[part])) {
  const counts = await step().catch(broken);
  total.passed += counts?.passed ?? 0;
  total.failed += counts?.failed ?? 0;
  total.failures.push(...(counts?.failures ?? []));
  total.unsteady.push(...(counts?.unsteady ?? []));
}
for (const one of total.unsteady) console.log(`~ only at the second try: ${one}`);
for (const failure of total.failures) console.log(`✗ ${failure}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);

/** Tests that need a PostgreSQL server find it in TEST_DATABASE_URL. */
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

/** The commit that is named, else the one at which the work left the main branch. */
function baseOf(option) {
  const [, named] = option.split('=');
  if (named) return named;
  const base = spawnSync('git', ['merge-base', 'HEAD', 'main'], { cwd: ROOT, encoding: 'utf8' });
  return base.status === 0 ? base.stdout.trim() : 'HEAD';
}

async function browserTests(args) {
  const chromium = await ensureChromium();
  return playwright(args, { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) });
}

/** A step that could not run at all counts as one failed test. */
function broken(error) {
  console.error(error);
  return { passed: 0, failed: 1, failures: [String(error)] };
}
