import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { runMigrations } from '../storage/migrations/run.ts';
import type { TestEngine } from '../storage/testEngines.ts';
import { JOB_TABLES, Jobs, type JobDefinition, type JobsOptions } from './index.ts';
import { translateStored } from '../../../schemas/texts/stored.ts';

/** A database for jobs, and any number of "processes" that run them. */
async function openTestJobs(engine: TestEngine) {
  const { db, remove } = await engine.open();
  await runMigrations(db, JOB_TABLES);
  const running: Jobs[] = [];
  const faults: unknown[] = [];
  return {
    db,
    faults,
    /** Starts jobs as another process on the same database would. */
    async startProcess(registerKinds: (jobs: Jobs) => void, options: JobsOptions = {}): Promise<Jobs> {
      const jobs = new Jobs(db, options);
      jobs.onError((error) => faults.push(error));
      registerKinds(jobs);
      await jobs.start();
      running.push(jobs);
      return jobs;
    },
    async rows(): Promise<JobRow[]> {
      const jobs = await db.query<JobRow>('SELECT * FROM job_run ORDER BY created_at, id');
      return jobs.map((job) =>
        Object.fromEntries(
          Object.entries(job).map(([name, value]) => [
            name,
            typeof value === 'string' ? translateStored(value) : value,
          ]),
        ),
      ) as JobRow[];
    },
    /** Stops the processes and deletes their jobs. */
    async clear(): Promise<void> {
      for (const jobs of running.splice(0)) await jobs.stop();
      await db.query('DELETE FROM job_run');
      faults.splice(0);
    },
    close: remove,
  };
}

/** A row of `job_run`. */
export interface JobRow {
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

export interface NoteData {
  text: string;
}

/** Sets up jobs of the kind "note", whose data is a text, for the tests of a `describe`. `seen` collects the texts of a test's jobs. */
export function useTestJobs(engine: TestEngine) {
  let testJobs: TestJobs;
  const seen: string[] = [];
  beforeAll(async () => void (testJobs = await openTestJobs(engine)), 120_000);
  afterAll(() => testJobs.close());
  beforeEach(() => void seen.splice(0));
  afterEach(() => testJobs.clear());
  const recordText: JobDefinition<NoteData>['run'] = async ({ data }) => void seen.push(data.text);
  return {
    current: () => testJobs,
    seen,
    recordText,
    startProcess: (definition: Partial<JobDefinition<NoteData>> = {}, options: JobsOptions = {}) =>
      testJobs.startProcess((jobs) => jobs.register('note', { run: recordText, ...definition }), options),
    jobStates: async (): Promise<string[]> => (await testJobs.rows()).map((job) => job.state),
  };
}

type TestJobs = Awaited<ReturnType<typeof openTestJobs>>;
