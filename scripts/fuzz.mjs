// Sends random hostile requests, round after round, until an error is found or it is stopped: `npm run fuzz`,
// `npm run fuzz -- --minutes=20 --engine=server --seed=1 --runs=250`.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    engine: { type: 'string' },
    seed: { type: 'string' },
    runs: { type: 'string', default: '250' },
  },
});
requireNode();
await exitOnError(ensureInstalled);
const { TEST_DATABASE_URL } = process.env;
const engines = values.engine ? [values.engine] : ['embedded', ...(TEST_DATABASE_URL ? ['server'] : [])];
const endsAt = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
if (engines.length === 1 && !values.engine)
  console.log('TEST_DATABASE_URL is not set: only the embedded engine is tested.');

for (let round = 0; round === 0 || Date.now() < endsAt; round += 1) {
  const engine = engines[round % engines.length] ?? 'embedded';
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Round ${round + 1}: --engine=${engine} --seed=${seed} --runs=${values.runs}`);
  const env = { ...process.env, HOSTILE_ENGINE: engine, HOSTILE_SEED: seed, HOSTILE_RUNS: values.runs };
  const code = await runBin(
    'vitest/vitest.mjs',
    ['run', 'tests/contract/hostile.test.ts', '--reporter=dot'],
    {
      env,
    },
  );
  if (code !== 0) {
    console.log(`Reproduce with: npm run fuzz -- --engine=${engine} --seed=${seed} --runs=${values.runs}`);
    process.exitCode = code;
    break;
  }
  if (values.seed !== undefined) break;
}
