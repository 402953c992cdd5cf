import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ROOT } from './project.mjs';
import { bin, runBin } from './run.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');

/** @typedef {{ passed: number, failed: number }} Counts */

/** Unit and contract tests, or those of some folders. @returns {Promise<Counts>} */
export function vitest(folders = [], env = process.env) {
  return reported(
    'vitest',
    ({ testResults, numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      // A file that could not even be loaded has no tests of its own to fail.
      failed:
        numFailedTests +
        testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    }),
    (report) =>
      runBin(
        'vitest/vitest.mjs',
        ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...folders],
        { env },
      ),
  );
}

/** Browser tests. @returns {Promise<Counts>} */
export function playwright(env = process.env) {
  return reported(
    'playwright',
    ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
    }),
    (report) =>
      runBin('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
  );
}

/** Budgets of what the first screens load. @returns {Promise<Counts>} */
export async function sizeLimit(env = process.env) {
  const args = [bin('size-limit/bin.js'), '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  try {
    const results = JSON.parse(stdout);
    for (const { name, size, sizeLimit: limit, passed } of results) {
      console.log(`${passed ? '✓' : '✗'} ${name}: ${kib(size)} of ${kib(limit)} KiB`);
    }
    const passed = results.filter((one) => one.passed).length;
    return { passed, failed: results.length - passed };
  } catch {
    console.error(stdout, stderr);
    return { passed: 0, failed: 1 };
  }
}

/** Runs a test tool and counts from its JSON report; a run that fails without a failed test counts as one. */
async function reported(name, count, start) {
  const report = join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const code = await start(report);
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')));
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

const kib = (bytes) => (bytes / 1024).toFixed(1);
