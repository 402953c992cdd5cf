import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { testEngines } from '../storage/testEngines.ts';
import { LeaseLostError } from '../queue/leaseTable.ts';
import { runMigrations } from '../storage/migrations/run.ts';
import { JOB_TABLES, Jobs, type JobContext, type JobDefinition } from './index.ts';
import { JobStore } from './jobStore.ts';
import { useTestJobs, type NoteData } from './testJobs.ts';

const waitOptions = { timeout: 10_000, interval: 20 };

describe.each(testEngines())('processes that run jobs, on $name', (engine) => {
  const { current, seen, recordText, startProcess, jobStates } = useTestJobs(engine);

  test('a process that stops waits for its jobs, and hands back those that do not end', async () => {
    const first = await startProcess(
      {
        concurrency: 3,
        run: async ({ data, signal }) => {
          seen.push(`begun ${data.text}`);
          await new Promise((done) => signal.addEventListener('abort', done));
          if (data.text === 'obeys') throw new Error('aborted');
          if (data.text === 'deaf') await new Promise(() => {});
        },
      },
      { graceMs: 300 },
    );
    await current().db.transaction(async (tx) => {
      for (const text of ['ends', 'obeys', 'deaf'])
        await first.enqueue(tx, 'note', { text }, { title: text });
    });
    await vi.waitFor(() => expect(seen).toHaveLength(3), waitOptions);
    await first.stop();
    expect(await current().rows()).toMatchObject([
      { title: 'ends', state: 'done' },
      { title: 'obeys', state: 'waiting', failures: 0 },
      { title: 'deaf', state: 'waiting', failures: 0 },
    ]);
    seen.splice(0);
    await startProcess();
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['done', 'done', 'done']), waitOptions);
    expect(seen.sort()).toEqual(['deaf', 'obeys']);
    expect(current().faults).toEqual([]);
  });

  test('that stop abort their jobs at once, without waiting for the database', async () => {
    let jobSignal: AbortSignal | undefined;
    const jobs = await startProcess({
      run: async ({ signal }) => {
        jobSignal = signal;
        await new Promise((done) => signal.addEventListener('abort', done));
      },
    });
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Long' }));
    await vi.waitFor(() => expect(jobSignal).toBeDefined(), waitOptions);
    const stopping = jobs.stop();
    // No query can have been answered yet.
    expect(jobSignal?.aborted).toBe(true);
    await stopping;
  });

  test('a job handed back while another waits under its key is cancelled', async () => {
    const first = await startProcess(
      { run: ({ signal }) => wait(60_000, undefined, { signal }) },
      { graceMs: 5_000 },
    );
    const add = (text: string) =>
      current().db.transaction((tx) => first.enqueue(tx, 'note', { text }, { key: 'k', title: text }));
    await add('old');
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['running']), waitOptions);
    const later = { key: 'k', title: 'new', at: new Date(Date.now() + 60_000) };
    await current().db.transaction((tx) => first.enqueue(tx, 'note', { text: 'new' }, later));
    await first.stop();
    expect(await current().rows()).toMatchObject([
      { title: 'old', state: 'cancelled' },
      { title: 'new', state: 'waiting' },
    ]);
  });

  test.each<[string, (jobs: Jobs) => Promise<void>]>([
    ['that run', async () => {}],
    [
      'that were cancelled and have not stopped',
      (jobs) => current().db.transaction((tx) => jobs.cancel(tx, 'k')),
    ],
  ])('run no job beside those of its key %s, whichever process has them', async (_, change) => {
    let finish = (): void => undefined;
    const run: JobDefinition<NoteData>['run'] = async (context) => {
      await recordText(context);
      if (context.data.text === 'first') await new Promise<void>((done) => (finish = done));
    };
    const jobs = await startProcess({ run });
    await startProcess({ run });
    const add = (text: string, key: string) =>
      current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text }, { key, title: text }));
    await add('first', 'k');
    await vi.waitFor(() => expect(seen).toEqual(['first']), waitOptions);
    await change(jobs);
    await add('second', 'k');
    // When this one runs, both processes have polled past the second one.
    await add('beside', 'other');
    await vi.waitFor(() => expect(seen).toContain('beside'), waitOptions);
    expect(seen).toEqual(['first', 'beside']);
    expect(await jobs.isHeld('k')).toBe(true);
    finish();
    await vi.waitFor(() => expect(seen).toEqual(['first', 'beside', 'second']), waitOptions);
    await vi.waitFor(async () => expect(await jobs.isHeld('k')).toBe(false), waitOptions);
  });

  test('store nothing of a job that was taken over, and fail one whose lease was lost five times', async () => {
    const contexts: JobContext<NoteData>[] = [];
    const jobs = await startProcess({
      concurrency: 9,
      run: async (context) => {
        contexts.push(context);
        await new Promise((done) => context.signal.addEventListener('abort', done));
        throw new Error('aborted');
      },
    });
    const other = new JobStore(current().db, randomUUID());
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Deadly' }));
    for (let lapses = 1; lapses <= 5; lapses += 1) {
      await vi.waitFor(() => expect(contexts).toHaveLength(lapses), waitOptions);
      const assertHeld = (): Promise<void> =>
        current().db.transaction(async (tx) => contexts[lapses - 1]?.assertHeld(tx));
      await assertHeld();
      await current().db.query(
        `UPDATE job_run SET lease_until = now() - interval '1 s' WHERE state = 'running'`,
      );
      await other.recover(false);
      await expect(assertHeld()).rejects.toThrow(LeaseLostError);
    }
    expect(await current().rows()).toMatchObject([
      { state: 'failed', failure: 'It stopped without a word several times', data: null },
    ]);
  });

  test('that start at the same time run the jobs of a restored backup once each', async () => {
    await current().db.query(
      `INSERT INTO job_run (id, name, title, state, data)
       SELECT gen_random_uuid(), 'note', 'kept', CASE WHEN n % 2 = 0 THEN 'running' ELSE 'waiting' END, jsonb_build_object('text', n)
       FROM generate_series(1, 60) n`,
    );
    await Promise.all([startProcess(), startProcess(), startProcess()]);
    await vi.waitFor(async () => expect(new Set(await jobStates())).toEqual(new Set(['done'])), waitOptions);
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 1),
    );
  });
});

test.each(testEngines())(
  'jobs of an earlier version go on after the update, on $name',
  async (engine) => {
    const { db, remove } = await engine.open();
    const [first] = JOB_TABLES.migrations;
    await runMigrations(db, { ...JOB_TABLES, migrations: first ? [first] : [] });
    // That version ran two jobs of a key at once, here in a process that has died.
    await db.query(
      `INSERT INTO job_run (id, name, key, title, state, data, worker, lease_until)
     SELECT gen_random_uuid(), 'note', 'k', 'kept', state, jsonb_build_object('text', text),
       CASE WHEN state = 'running' THEN gen_random_uuid() END, CASE WHEN state = 'running' THEN now() - interval '1 s' END
     FROM unnest('{running,running,waiting}'::text[], '{one,two,three}'::text[]) AS job(state, text)`,
    );
    await runMigrations(db, JOB_TABLES);
    const seen: string[] = [];
    const jobs = new Jobs(db);
    jobs.register<NoteData>('note', { run: async ({ data }) => void seen.push(data.text) });
    await jobs.start();
    // Of the two that ran under the key, one is cancelled in favour of the waiting one.
    await vi.waitFor(() => expect(seen).toHaveLength(2), waitOptions);
    expect(seen).toContain('three');
    await jobs.stop();
    await remove();
  },
  60_000,
);
