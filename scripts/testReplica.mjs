// Tests the services with a streaming replica that is slowed down, stopped and restarted:
// `npm run test:replica`.
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

requireNode();
await exitOnError(ensureInstalled);
const config = ['--config', 'tests/servers/vitest.config.ts'];
process.exitCode = await runBin('vitest/vitest.mjs', ['run', ...config, 'replica', ...process.argv.slice(2)]);
