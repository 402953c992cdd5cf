import { bin, runCaptured } from './run.mjs';

const node = (...args) => runCaptured(process.execPath, args);
const tsx = (...args) => node('--import', 'tsx', ...args);

/** Enough for two processors. */
const CONCURRENT_CHECKS = 2;

/** Checks that do not run the product, the longest first. */
const CHECKS = {
  lint: () => node(bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
  format: () =>
    node(
      bin('prettier/bin/prettier.cjs'),
      ...['--check', '--log-level', 'warn', '.'],
      // By content: a fresh checkout has other file times.
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

/** Runs all checks concurrently, also after a failure; each counts as one test. */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, failures: [] };
  const queue = Object.entries(CHECKS);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, check] = next;
      const { code, output } = await check();
      const ok = code === 0;
      process.stdout.write(output);
      counts[ok ? 'passed' : 'failed'] += 1;
      if (!ok) counts.failures.push(`The check of ${name} failed`);
      console.log(`${ok ? '✓' : '✗'} ${name}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, worker));
  return counts;
}
