import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './project.mjs';
import { bin, runBin } from './run.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');
const MAX_REASON_CHARS = 600;

/**
 * `failures` are repeated with their reasons at the end of the output; `flaky` tests passed only on a retry.
 * @typedef {{ passed: number, failed: number, failures?: string[], flaky?: string[] }} Counts
 */

/** Unit and contract tests. @param args folders, or options, that choose some of them @returns {Promise<Counts>} */
export function vitest(args = [], env = process.env) {
  return runWithReport(
    'vitest',
    ({ testResults, numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      // A file that could not be loaded has no failed tests.
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
  return runWithReport(
    'playwright',
    ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: [
        ...errors.map(({ message }) => failure('playwright', message)),
        ...suites.flatMap((suite) => listSpecs(suite, 'unexpected')),
      ],
      flaky: suites.flatMap((suite) => listSpecs(suite, 'flaky')),
    }),
    (report) =>
      runBin('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
  );
}

/** Checks the size budgets of the first screens. @returns {Promise<Counts>} */
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

/** Lists the tests with a status (`unexpected`, `flaky`), each with its first error. */
function listSpecs({ title, specs = [], suites = [] }, status) {
  const matching = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...matching.map(({ title: test, tests }) =>
      failure(
        `${title} › ${test}`,
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
      ),
    ),
    ...suites.flatMap((suite) => listSpecs(suite, status)),
  ];
}

const failure = (what, why = '') =>
  `${what}\n    ${stripVTControlCharacters(why).trim().slice(0, MAX_REASON_CHARS).replaceAll('\n', '\n    ')}`;

/** Runs a test tool and counts the results of its JSON report; a failed run without a failed test counts as one. */
async function runWithReport(name, count, start) {
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
