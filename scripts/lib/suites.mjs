import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './project.mjs';
import { bin, runBin } from './run.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');
/** Characters of a failure's reason that are repeated at the end. */
const WHY = 600;

/**
 * `failures` tells what failed and why, for the end of a long output; `unsteady` what passed only at a second try.
 * @typedef {{ passed: number, failed: number, failures?: string[], unsteady?: string[] }} Counts
 */

/** Unit and contract tests. @param args folders, or options, that choose some of them @returns {Promise<Counts>} */
export function vitest(args = [], env = process.env) {
  return reported(
    'vitest',
    ({ testResults, numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      // A file that could not even be loaded has no tests of its own to fail.
      failed:
        numFailedTests +
        testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      failures: testResults.flatMap(({ name, status, message, assertionResults: tests }) =>
        status === 'failed' && tests.length === 0
          ? [failure(name, message)]
          : tests
              .filter((test) => test.status === 'failed')
              .map((test) => failure(`${relative(ROOT, name)} › ${test.fullName}`, test.failureMessages[0])),
      ),
    }),
    (report) =>
      runBin(
        'vitest/vitest.mjs',
        ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args],
        { env },
      ),
  );
}

/** Browser tests. @param args options that choose some of them @returns {Promise<Counts>} */
export function playwright(args = [], env = process.env) {
  return reported(
    'playwright',
    ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: [
        ...errors.map(({ message }) => failure('playwright', message)),
        ...suites.flatMap((suite) => specsOf(suite, 'unexpected')),
      ],
      unsteady: suites.flatMap((suite) => specsOf(suite, 'flaky')),
    }),
    (report) =>
      runBin('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
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
    const over = results.filter((one) => !one.passed);
    const failures = over.map(({ name }) => failure(name, 'is larger than its budget'));
    return { passed: results.length - over.length, failed: over.length, failures };
  } catch {
    console.error(stdout, stderr);
    return { passed: 0, failed: 1 };
  }
}

/** Tests that ended so (`unexpected`, `flaky`), each with the reason of its first failure. */
function specsOf({ title, specs = [], suites = [] }, status) {
  const ended = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...ended.map(({ title: test, tests }) =>
      failure(
        `${title} › ${test}`,
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
      ),
    ),
    ...suites.flatMap((suite) => specsOf(suite, status)),
  ];
}

const failure = (what, why = '') =>
  `${what}\n    ${stripVTControlCharacters(why).trim().slice(0, WHY).replaceAll('\n', '\n    ')}`;

/** Runs a test tool and counts from its JSON report; a run that fails without a failed test counts as one. */
async function reported(name, count, start) {
  const report = join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const code = await start(report);
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')));
    if (code === 0 || counts.failed > 0) return counts;
    return { ...counts, failed: 1, failures: [failure(name, 'failed outside its tests: see its output')] };
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

const kib = (bytes) => (bytes / 1024).toFixed(1);
