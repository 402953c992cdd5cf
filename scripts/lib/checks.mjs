import { bin, runCaptured } from './run.mjs';

const node = (...args) => runCaptured(process.execPath, args);
const tsx = (...args) => node('--import', 'tsx', ...args);

/** Checks side by side: so many keep two processors at work. */
const LANES = 2;

/** What is checked without running the product; what takes longest begins first. */
const CHECKS = {
  lint: () => node(bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
  format: () =>
    node(
      bin('prettier/bin/prettier.cjs'),
      ...['--check', '--log-level', 'warn', '.'],
      // By content: a fresh checkout of files that were looked at has other times.
      ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/format'],
    ),
  'regular expressions': () => tsx('scripts/check-expressions.ts'),
  types: () => node(bin('typescript/bin/tsc'), '--noEmit', '-p', '.'),
  'generated files': () => tsx('scripts/generate.ts', '--check'),
  schemas: () => tsx('scripts/check-schemas.ts'),
  layers: () => tsx('scripts/check-layers.ts'),
  texts: () => tsx('scripts/texts.ts'),
  'names in documents': () => tsx('scripts/check-docs.ts'),
};

/** Runs all checks, some side by side and even after one failed; each counts as one test. */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, failures: [] };
  const left = Object.entries(CHECKS);
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, check] = next;
      const { code, output } = await check();
      const ok = code === 0;
      process.stdout.write(output);
      counts[ok ? 'passed' : 'failed'] += 1;
      if (!ok) counts.failures.push(`The check of ${name} failed`);
      console.log(`${ok ? '✓' : '✗'} ${name}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return counts;
}
