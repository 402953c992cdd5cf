// Tests the last release and this version side by side on one database, under load, through every kind of schema edit
// and back: `npm run test:upgrade`, `npm run test:upgrade -- <commit or tag> --seconds=20`.
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

requireNode();
await exitOnError(ensureInstalled);
const program = ['--import', 'tsx', 'tests/upgrade/index.ts', ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, program);
