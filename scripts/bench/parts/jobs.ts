import { runMigrations } from '../../../services/engine/storage/migrations/run.ts';
import { JOB_TABLES, Jobs } from '../../../services/engine/jobs/index.ts';
import type { Database } from '../../../services/engine/storage/database.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Jobs that wait when the first one is run. */
const JOBS = 2_000;
const DUE = 100;

/** How many jobs that do nothing one process gets through, and how late one that falls due is begun. */
export async function jobs(workshop: BenchEnvironment, { engines, rounds }: Options): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const engine of engines) {
    const db = await openDatabase(await workshop.createTarget(engine));
    try {
      await runMigrations(db, JOB_TABLES);
      const runner = await Runner.start(db);
      const perSecond: number[] = [];
      const p50: number[] = [];
      const p95: number[] = [];
      for (let round = 0; round < rounds; round++) {
        perSecond.push(await runner.throughput());
        const delays = await runner.delays();
        p50.push(percentile(delays, 0.5));
        p95.push(percentile(delays, 0.95));
      }
      await runner.jobs.stop();
      measures.push(
        measure(engine, 'jobs that do nothing, one process', '/s', perSecond),
        measure(engine, 'delay of a due job, p50', 'ms', p50),
        measure(engine, 'delay of a due job, p95', 'ms', p95),
      );
    } finally {
      await db.close();
    }
  }
  return measures;
}

class Runner {
  private delaysSeen: number[] = [];
  private left = 0;
  private whenDone = (): void => undefined;

  private constructor(
    private readonly db: Database,
    readonly jobs: Jobs,
  ) {}

  static async start(db: Database): Promise<Runner> {
    const runner = new Runner(db, new Jobs(db));
    runner.jobs.register<{ due: number }>('nothing', {
      concurrency: 50,
      run: async ({ data }) => {
        runner.delaysSeen.push(Date.now() - data.due);
        if (--runner.left === 0) runner.whenDone();
      },
    });
    await runner.jobs.start();
    return runner;
  }

  async throughput(): Promise<number> {
    const done = this.expect(JOBS);
    const begun = performance.now();
    await this.add(Array.from({ length: JOBS }, () => 0));
    await done;
    return (JOBS * 1_000) / (performance.now() - begun);
  }

  /** Milliseconds, for jobs that fall due one after the other. */
  async delays(): Promise<number[]> {
    const done = this.expect(DUE);
    const from = Date.now() + 1_000;
    await this.add(Array.from({ length: DUE }, (_, n) => from + n * 30));
    await done;
    return this.delaysSeen;
  }

  private expect(count: number): Promise<void> {
    this.delaysSeen = [];
    this.left = count;
    return new Promise((done) => (this.whenDone = done));
  }

  private add(dues: number[]): Promise<void> {
    return this.db.transaction(async (tx) => {
      for (const due of dues) {
        await this.jobs.enqueue(tx, 'nothing', { due }, due === 0 ? {} : { at: new Date(due) });
      }
    });
  }
}
