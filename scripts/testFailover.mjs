// Tests the services on three database servers with Patroni, whose primary is killed, frozen and cut off under load:
// `npm run test:failover`, `npm run test:failover -- --failovers=3 --people=2000 --jobs=1000 --sockets=50 --callers=10`.
import { ensureInstalled } from './lib/install.mjs';
import { exitOnError, requireNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

requireNode();
await exitOnError(ensureInstalled);
const program = ['--import', 'tsx', 'tests/failover/index.ts', ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, program);
