// The services with a streaming replica beside their database, which is slowed down, stopped and started again:
// `npm run test:replica`.
import { ensureInstalled } from './lib/install.mjs';
import { orExit, requireNode } from './lib/project.mjs';
import { runBin } from './lib/run.mjs';

requireNode();
await orExit(ensureInstalled);
const config = ['--config', 'tests/servers/vitest.config.ts'];
process.exitCode = await runBin('vitest/vitest.mjs', ['run', ...config, 'replica', ...process.argv.slice(2)]);
