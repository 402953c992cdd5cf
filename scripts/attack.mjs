// Runs the attacks that take longer than a test, one after another: `npm run attack`, or `npm run attack -- patterns`.
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

requireNode();
await exitOnError(ensureInstalled);
const config = ['--config', 'tests/attacks/vitest.config.ts'];
process.exitCode = await runBin('vitest/vitest.mjs', ['run', ...config, ...process.argv.slice(2)]);
