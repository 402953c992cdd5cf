/** Program of one of several processes that run jobs; killed by the test. */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Jobs } from '../../services/engine/jobs/index.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';

const [addresses = '{}'] = process.argv.slice(2);
const db = await openDatabase({ dataDir: '', ...(JSON.parse(addresses) as Record<string, string>) });
const jobs = new Jobs(db);
jobs.onError((error) => process.stderr.write(`${String(error)}\n`));
jobs.register<{ n: number }>('effect', {
  concurrency: 8,
  run: async ({ data }) => {
    await wait(5);
    // Idempotent, as jobs must be: a process may die before it records the completion.
    await db.query('INSERT INTO effect (n, runner) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      data.n,
      process.pid,
    ]);
  },
});
await jobs.start();
process.stdout.write('ready\n');
