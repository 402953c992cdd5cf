/** Program of a process that runs jobs on the database of the address. */
import process from 'node:process';
import { Jobs } from '../../services/engine/jobs/index.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir: '', databaseUrl, poolSize: 4 });
const jobs = new Jobs(db);
jobs.onError((error) => process.stderr.write(`${String(error)}\n`));
jobs.register<{ n: number }>('effect', {
  concurrency: 4,
  run: ({ data, assertHeld }) =>
    db.transaction(async (tx) => {
      await assertHeld(tx);
      // Counts the runs: the completion is recorded afterwards, and the database may fail in between.
      await tx.query(
        `INSERT INTO effect AS known (n, runs) VALUES ($1, 1) ON CONFLICT (n) DO UPDATE SET runs = known.runs + 1`,
        [data.n],
      );
    }),
});
await jobs.start();
// Keeps the process alive while the database is away.
setInterval(() => undefined, 60_000);
