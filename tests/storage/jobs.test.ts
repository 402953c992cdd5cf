import { runMigrations } from '../../services/engine/storage/migrations/run.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { JOB_TABLES, Jobs } from '../../services/engine/jobs/index.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { addressesOf, testEngines } from '../../services/engine/storage/testEngines.ts';
import { bundledProgram } from './programs.ts';

const server = testEngines().find(({ name }) => name === 'server');
/** The full proof is 10,000. */
const JOBS = Number(process.env['TEST_JOBS'] ?? 1_000);

it.skipIf(server === undefined)(
  `${JOBS} jobs on three processes that are killed one after the other are each done once`,
  async () => {
    if (!server) throw new Error('There is no server');
    const { env, remove } = await server.settings();
    const db = await openDatabase({ dataDir: '', ...addressesOf(env) });
    const runners: ChildProcess[] = [];
    const run = async (): Promise<ChildProcess> => {
      const runner = spawn(
        process.execPath,
        [await bundledProgram('jobRunner'), JSON.stringify(addressesOf(env))],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      if (!runner.stdout) throw new Error('The runner has no output');
      runners.push(runner);
      await once(runner.stdout, 'data');
      return runner;
    };
    const count = async (table: string): Promise<number> =>
      (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count ?? 0;
    try {
      await runMigrations(db, JOB_TABLES);
      await db.exec('CREATE TABLE effect (n int NOT NULL, runner int NOT NULL, UNIQUE (n))');
      const alive = await Promise.all([run(), run(), run()]);
      const jobs = new Jobs(db);
      jobs.register('effect', { run: async () => undefined });
      for (let from = 0; from < JOBS; from += 500) {
        await db.transaction(async (tx) => {
          for (let n = from; n < Math.min(from + 500, JOBS); n++) await jobs.enqueue(tx, 'effect', { n });
        });
      }
      for (const [index, victim] of alive.entries()) {
        // Each in the middle of the work that is left.
        while ((await count('effect')) < (JOBS * (index + 1)) / 6) await wait(20);
        victim.kill('SIGKILL');
        await once(victim, 'exit');
        await run();
      }
      const end = Date.now() + 60_000 + JOBS * 20;
      while ((await count('job_run')) > 0 && Date.now() < end) await wait(100);
      expect(await count('job_run')).toBe(0);
      expect(await count('effect')).toBe(JOBS);
    } finally {
      for (const runner of runners) runner.kill('SIGKILL');
      await db.close();
      await remove();
    }
  },
  120_000 + JOBS * 30,
);
