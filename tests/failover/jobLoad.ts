import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Jobs } from '../../services/engine/jobs/index.ts';
import type { Database } from '../../services/engine/storage/database.ts';

const JOBS_PER_TRANSACTION = 20;

/** Adds jobs continuously, and starts processes that run them. */
export class JobLoad {
  private readonly runners: ChildProcess[] = [];
  private readonly added = new Set<number>();
  /** Jobs whose transaction has an unknown outcome. */
  private unconfirmed = 0;
  private work: Promise<void> | undefined;

  /** @param folder for the logs of its processes */
  constructor(
    private readonly db: Database,
    private readonly folder: string,
  ) {}

  /** @param addresses of the database, a process for each */
  async start(addresses: string[], count: number, seconds: number): Promise<void> {
    await this.db.exec('CREATE TABLE effect (n int PRIMARY KEY, runs int NOT NULL)');
    for (const [n, address] of addresses.entries()) {
      const log = openSync(join(this.folder, `jobs${n + 1}.log`), 'a');
      const program = ['--import', 'tsx', 'tests/failover/jobRunner.ts', address];
      this.runners.push(spawn(process.execPath, program, { stdio: ['ignore', log, log] }));
      closeSync(log);
    }
    this.work = this.add(count, (seconds * 1000 * JOBS_PER_TRANSACTION) / count);
  }

  private async add(count: number, intervalMs: number): Promise<void> {
    const jobs = new Jobs(this.db);
    jobs.register('effect', { run: async () => undefined });
    for (let n = 0; n < count;) {
      const batch = Array.from(
        { length: Math.min(JOBS_PER_TRANSACTION, count - n) },
        (_, place) => n + place,
      );
      try {
        await this.db.transaction(async (tx) => {
          for (const one of batch) await jobs.enqueue(tx, 'effect', { n: one });
        });
        for (const one of batch) this.added.add(one);
        n += batch.length;
        await pause(intervalMs);
      } catch {
        // The outcome is unknown: the next jobs have other numbers.
        this.unconfirmed += batch.length;
        n += batch.length;
        count += batch.length;
        await pause(500);
      }
    }
  }

  get deadRunners(): number {
    return this.runners.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
  }

  /** @returns acknowledged jobs without an effect, and jobs that ran again because their completion was not recorded */
  async check(): Promise<{ added: number; lost: number; again: number; waiting: number }> {
    await this.work;
    const countUnfinished = async (): Promise<number> => {
      const sql = `SELECT count(*)::int AS left FROM job_run WHERE name = 'effect' AND state IN ('waiting', 'running')`;
      return (await this.db.query<{ left: number }>(sql))[0]?.left ?? 0;
    };
    const end = Date.now() + 120_000;
    while ((await countUnfinished()) > 0 && Date.now() < end) await pause(500);
    const rows = await this.db.query<{ n: number; runs: number }>('SELECT n, runs FROM effect');
    const done = new Set(rows.map(({ n }) => n));
    return {
      added: this.added.size,
      lost: [...this.added].filter((n) => !done.has(n)).length,
      again: rows.filter(({ runs }) => runs > 1).length,
      waiting: await countUnfinished(),
    };
  }

  stop(): void {
    for (const runner of this.runners) runner.kill('SIGKILL');
  }
}
