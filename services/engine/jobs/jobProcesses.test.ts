import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { testEngines } from '../storage/testEngines.ts';
import { LeaseLostError } from '../queue/leaseTable.ts';
import { runMigrations } from '../storage/migrations/run.ts';
import { JOB_TABLES, Jobs, type JobContext, type JobDefinition } from './index.ts';
import { JobStore } from './jobStore.ts';
import { noteJobs, type Note } from './testJobs.ts';

const until = { timeout: 10_000, interval: 20 };

describe.each(testEngines())('processes that run jobs, on $name', (engine) => {
  const { at, seen, note, begin, state } = noteJobs(engine);

  test('the end of a process lets jobs end, and hands back at once those that do not', async () => {
    const first = await begin(
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
    await at().db.transaction(async (tx) => {
      for (const text of ['ends', 'obeys', 'deaf'])
        await first.enqueue(tx, 'note', { text }, { title: text });
    });
    await vi.waitFor(() => expect(seen).toHaveLength(3), until);
    await first.stop();
    expect(await at().told()).toMatchObject([
      { title: 'ends', state: 'done' },
      { title: 'obeys', state: 'waiting', failures: 0 },
      { title: 'deaf', state: 'waiting', failures: 0 },
    ]);
    seen.splice(0);
    await begin();
    await vi.waitFor(async () => expect(await state()).toEqual(['done', 'done', 'done']), until);
    expect(seen.sort()).toEqual(['deaf', 'obeys']);
    expect(at().faults).toEqual([]);
  });

  test('told to end begin nothing more, whatever the database is busy with', async () => {
    let told: AbortSignal | undefined;
    const jobs = await begin({
      run: async ({ signal }) => {
        told = signal;
        await new Promise((done) => signal.addEventListener('abort', done));
      },
    });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Long' }));
    await vi.waitFor(() => expect(told).toBeDefined(), until);
    const stopping = jobs.stop();
    // Nothing that the database is asked can have been answered yet.
    expect(told?.aborted).toBe(true);
    await stopping;
  });

  test('a job handed back while another waits under its key gives way to that one', async () => {
    const first = await begin(
      { run: ({ signal }) => wait(60_000, undefined, { signal }) },
      { graceMs: 5_000 },
    );
    const add = (text: string) =>
      at().db.transaction((tx) => first.enqueue(tx, 'note', { text }, { key: 'k', title: text }));
    await add('old');
    await vi.waitFor(async () => expect(await state()).toEqual(['running']), until);
    const later = { key: 'k', title: 'new', at: new Date(Date.now() + 60_000) };
    await at().db.transaction((tx) => first.enqueue(tx, 'note', { text: 'new' }, later));
    await first.stop();
    expect(await at().told()).toMatchObject([
      { title: 'old', state: 'cancelled' },
      { title: 'new', state: 'waiting' },
    ]);
  });

  test.each<[string, (jobs: Jobs) => Promise<void>]>([
    ['that run', async () => {}],
    ['that were cancelled and have not stopped', (jobs) => at().db.transaction((tx) => jobs.cancel(tx, 'k'))],
  ])('beside jobs %s none of their key runs, in whichever process', async (_, change) => {
    let finish = (): void => undefined;
    const run: JobDefinition<Note>['run'] = async (context) => {
      await note(context);
      if (context.data.text === 'first') await new Promise<void>((done) => (finish = done));
    };
    const jobs = await begin({ run });
    await begin({ run });
    const add = (text: string, key: string) =>
      at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text }, { key, title: text }));
    await add('first', 'k');
    await vi.waitFor(() => expect(seen).toEqual(['first']), until);
    await change(jobs);
    await add('second', 'k');
    // Both processes have looked at the second one when they run this.
    await add('beside', 'other');
    await vi.waitFor(() => expect(seen).toContain('beside'), until);
    expect(seen).toEqual(['first', 'beside']);
    expect(await jobs.isHeld('k')).toBe(true);
    finish();
    await vi.waitFor(() => expect(seen).toEqual(['first', 'beside', 'second']), until);
    await vi.waitFor(async () => expect(await jobs.isHeld('k')).toBe(false), until);
  });

  test('that were taken over store nothing more, and are given up when their process dies five times', async () => {
    const contexts: JobContext<Note>[] = [];
    const jobs = await begin({
      concurrency: 9,
      run: async (context) => {
        contexts.push(context);
        await new Promise((done) => context.signal.addEventListener('abort', done));
        throw new Error('aborted');
      },
    });
    const other = new JobStore(at().db, randomUUID());
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Deadly' }));
    for (let lapses = 1; lapses <= 5; lapses += 1) {
      await vi.waitFor(() => expect(contexts).toHaveLength(lapses), until);
      const assertHeld = (): Promise<void> =>
        at().db.transaction(async (tx) => contexts[lapses - 1]?.assertHeld(tx));
      await assertHeld();
      await at().db.query(`UPDATE job_run SET lease_until = now() - interval '1 s' WHERE state = 'running'`);
      await other.recover(false);
      await expect(assertHeld()).rejects.toThrow(LeaseLostError);
    }
    expect(await at().told()).toMatchObject([
      { state: 'failed', failure: 'It stopped without a word several times', data: null },
    ]);
  });

  test('goes on with what a backup brought back, each once, whichever processes start at the same time', async () => {
    await at().db.query(
      `INSERT INTO job_run (id, name, title, state, data)
       SELECT gen_random_uuid(), 'note', 'kept', CASE WHEN n % 2 = 0 THEN 'running' ELSE 'waiting' END, jsonb_build_object('text', n)
       FROM generate_series(1, 60) n`,
    );
    await Promise.all([begin(), begin(), begin()]);
    await vi.waitFor(async () => expect(new Set(await state())).toEqual(new Set(['done'])), until);
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 1),
    );
  });
});

test.each(testEngines())(
  'jobs of a version before go on after the update, on $name',
  async (engine) => {
    const { db, remove } = await engine.open();
    const [first] = JOB_TABLES.migrations;
    await runMigrations(db, { ...JOB_TABLES, migrations: first ? [first] : [] });
    // That version ran two of a key at once, here in a process that is gone.
    await db.query(
      `INSERT INTO job_run (id, name, key, title, state, data, worker, lease_until)
     SELECT gen_random_uuid(), 'note', 'k', 'kept', state, jsonb_build_object('text', text),
       CASE WHEN state = 'running' THEN gen_random_uuid() END, CASE WHEN state = 'running' THEN now() - interval '1 s' END
     FROM unnest('{running,running,waiting}'::text[], '{one,two,three}'::text[]) AS job(state, text)`,
    );
    await runMigrations(db, JOB_TABLES);
    const seen: string[] = [];
    const jobs = new Jobs(db);
    jobs.register<Note>('note', { run: async ({ data }) => void seen.push(data.text) });
    await jobs.start();
    // Of two that ran under the key one gives way to the one that waits.
    await vi.waitFor(() => expect(seen).toHaveLength(2), until);
    expect(seen).toContain('three');
    await jobs.stop();
    await remove();
  },
  60_000,
);
