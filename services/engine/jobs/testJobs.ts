import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { runMigrations } from '../storage/migrations/run.ts';
import type { TestEngine } from '../storage/testEngines.ts';
import { JOB_TABLES, Jobs, type JobDefinition, type JobsOptions } from './index.ts';
import { translateStored } from '../../../schemas/texts/stored.ts';

/** Jobs on a database of their own, and any number of "processes" on it. */
async function openTestJobs(engine: TestEngine) {
  const { db, remove } = await engine.open();
  await runMigrations(db, JOB_TABLES);
  const open: Jobs[] = [];
  const faults: unknown[] = [];
  return {
    db,
    faults,
    /** As another process on the same database would be; `kinds` registers what it runs. */
    async process(kinds: (jobs: Jobs) => void, options: JobsOptions = {}): Promise<Jobs> {
      const jobs = new Jobs(db, options);
      jobs.onFault((error) => faults.push(error));
      kinds(jobs);
      await jobs.start();
      open.push(jobs);
      return jobs;
    },
    async told(): Promise<Told[]> {
      const jobs = await db.query<Told>('SELECT * FROM job_run ORDER BY created_at, id');
      return jobs.map((job) =>
        Object.fromEntries(
          Object.entries(job).map(([name, value]) => [
            name,
            typeof value === 'string' ? translateStored(value) : value,
          ]),
        ),
      ) as Told[];
    },
    /** Ends the processes and forgets their jobs. */
    async clear(): Promise<void> {
      for (const jobs of open.splice(0)) await jobs.stop();
      await db.query('DELETE FROM job_run');
      faults.splice(0);
    },
    close: remove,
  };
}

/** A row of `job_run`. */
export interface Told {
  id: string;
  title: string | null;
  state: string;
  data: unknown;
  done: number | null;
  total: number | null;
  note: string | null;
  outcome: string | null;
  link: string | null;
  failure: string | null;
  failures: number;
  due_at: Date;
}

export interface Note {
  text: string;
}

/** Jobs called "note", each of which is given a text, for all tests of a `describe`; `seen` has what the last test's ran with. */
export function noteJobs(engine: TestEngine) {
  let opened: TestJobs;
  const seen: string[] = [];
  beforeAll(async () => void (opened = await openTestJobs(engine)), 120_000);
  afterAll(() => opened.close());
  beforeEach(() => void seen.splice(0));
  afterEach(() => opened.clear());
  const note: JobDefinition<Note>['run'] = async ({ data }) => void seen.push(data.text);
  return {
    at: () => opened,
    seen,
    note,
    begin: (definition: Partial<JobDefinition<Note>> = {}, options: JobsOptions = {}) =>
      opened.process((jobs) => jobs.register('note', { run: note, ...definition }), options),
    state: async (): Promise<string[]> => (await opened.told()).map((job) => job.state),
  };
}

type TestJobs = Awaited<ReturnType<typeof openTestJobs>>;
