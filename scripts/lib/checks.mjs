import { run, runBin } from './run.mjs';

const tsx = (...args) => run(process.execPath, ['--import', 'tsx', ...args]);

/** What is checked without running the product, in the order in which a mistake is easiest to understand. */
const CHECKS = {
  schemas: () => tsx('scripts/check-schemas.ts'),
  'generated files': () => tsx('scripts/generate.ts', '--check'),
  'regular expressions': () => tsx('scripts/check-expressions.ts'),
  layers: () => tsx('scripts/check-layers.ts'),
  'names in documents': () => tsx('scripts/check-docs.ts'),
  lint: () => runBin('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  types: () => runBin('typescript/bin/tsc', ['--noEmit', '-p', '.']),
  format: () => runBin('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
};

/** Runs all checks, even after one failed; each counts as one test. */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const [name, check] of Object.entries(CHECKS)) {
    const ok = (await check()) === 0;
    counts[ok ? 'passed' : 'failed'] += 1;
    if (!ok) counts.failures.push(`The check of ${name} failed`);
    console.log(`${ok ? '✓' : '✗'} ${name}`);
  }
  return counts;
}
