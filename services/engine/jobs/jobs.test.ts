import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SecretBox } from '../resources/secretBox.ts';
import { testEngines } from '../storage/testEngines.ts';
import { JobError, type Jobs, type JobContext } from './index.ts';
import { noteJobs, type Note } from './testJobs.ts';

const until = { timeout: 10_000, interval: 20 };
const somchai = { id: 'u1', name: 'Somchai' };

describe.each(testEngines())('jobs on $name', (engine) => {
  const { at, seen, note, begin, state } = noteJobs(engine);

  test('runs what a committed change added, and shows what came of it', async () => {
    const jobs = await begin({
      run: async (context) => {
        await note(context);
        return { text: '3 rows imported', link: '/audience' };
      },
    });
    await at().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'one' }, { title: 'Import of a.csv', by: somchai }),
    );
    await vi.waitFor(async () => expect(await state()).toEqual(['done']), until);
    expect(seen).toEqual(['one']);
    expect((await at().told())[0]).toMatchObject({
      title: 'Import of a.csv',
      outcome: '3 rows imported',
      link: '/audience',
      data: null,
    });
  });

  test('shows what came of one that nobody asked for only where it says so', async () => {
    const definition = { label: 'Cleaning', tells: true };
    const jobs = await begin({
      ...definition,
      run: async (context) => {
        await note(context);
        return context.data.text === 'nothing' ? undefined : { text: '3 months removed' };
      },
    });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'nothing' }));
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'something' }));
    await vi.waitFor(async () => expect(await state()).toEqual(['done']), until);
    expect(seen.sort()).toEqual(['nothing', 'something']);
    expect(await at().told()).toMatchObject([{ title: 'Cleaning', outcome: '3 months removed' }]);
  });

  test('keeps what it is about sealed until it has ended', async () => {
    const secretBox = new SecretBox(randomBytes(32));
    const jobs = await begin({}, { secretBox });
    const late = new Date(Date.now() + 3_600_000);
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'Welcome-2026' }, { at: late }));
    const [waiting] = await at().told();
    expect(waiting?.data).toMatch(/^sealed:/);
    expect(JSON.stringify(waiting)).not.toContain('2026"');
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'Hello' }));
    await vi.waitFor(() => expect(seen).toEqual(['Hello']), until);
  });

  test('that run by themselves are added once for each time, whichever processes are up', async () => {
    const daily = (jobs: Jobs): void => {
      jobs.register<Note>('note', { run: note });
      jobs.schedule('note', { daily: '03:30' });
    };
    await Promise.all([at().process(daily), at().process(daily), at().process(daily)]);
    const [first, ...others] = await at().told();
    expect(others).toEqual([]);
    expect(first?.due_at.toISOString()).toMatch(/T03:30:00\.000Z$/);
    expect(first?.due_at.getTime()).toBeGreaterThan(Date.now());
  });

  test('that run by themselves see to the next time before they run, and make up for one that was missed', async () => {
    const missed = new Date(Date.now() - 3_600_000);
    const before = await at().process((jobs) => jobs.register<Note>('note', { run: note, concurrency: 1 }));
    await before.stop();
    await at().db.transaction((tx) =>
      before.enqueue(tx, 'note', { text: 'missed' }, { at: missed, key: missed.toISOString() }),
    );
    await at().process((jobs) => {
      jobs.register<Note>('note', { run: note });
      jobs.schedule('note', { everyMinutes: 60 });
    });
    await vi.waitFor(() => expect(seen).toEqual(['missed']), until);
    await vi.waitFor(async () => expect(await state()).toEqual(['waiting']), until);
  });

  test('never runs what a change added that was rolled back', async () => {
    const jobs = await begin();
    const change = at().db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'note', { text: 'undone' });
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'kept' }));
    await vi.waitFor(() => expect(seen).toEqual(['kept']), until);
    await vi.waitFor(async () => expect(await state()).toEqual([]), until);
  });

  test('waits until the time that was asked for', async () => {
    const jobs = await begin();
    const due = new Date(Date.now() + 400);
    await at().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'later' }, { at: due, title: 'Later' }),
    );
    expect(await state()).toEqual(['waiting']);
    await vi.waitFor(() => expect(seen).toEqual(['later']), until);
    expect(Date.now()).toBeGreaterThanOrEqual(due.getTime());
  });

  test('keeps one waiting job for a key, which a change can cancel', async () => {
    const jobs = await begin();
    const later = { at: new Date(Date.now() + 3_600_000), key: 'train-1', title: 'Training' };
    const ids = await at().db.transaction(async (tx) => [
      await jobs.enqueue(tx, 'note', { text: 'first' }, later),
      await jobs.enqueue(tx, 'note', { text: 'second' }, later),
    ]);
    expect(ids[1]).toBe(ids[0]);
    expect(await state()).toEqual(['waiting']);
    await at().db.transaction((tx) => jobs.cancel(tx, 'train-1'));
    expect(await at().told()).toMatchObject([{ state: 'cancelled', data: null }]);
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'third' }, { key: 'train-1' }));
    await vi.waitFor(() => expect(seen).toEqual(['third']), until);
  });

  test('a running job is told that it was cancelled, and what it gives is passed over', async () => {
    let context: JobContext<Note> | undefined;
    const jobs = await begin({
      run: async (given) => {
        context = given;
        await new Promise<void>((done) => given.signal.addEventListener('abort', () => done()));
        return { text: 'too late' };
      },
    });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { key: 'k', title: 'Long' }));
    await vi.waitFor(() => expect(context).toBeDefined(), until);
    await at().db.transaction((tx) => jobs.cancel(tx, 'k'));
    await vi.waitFor(() => expect(context?.signal.aborted).toBe(true), until);
    await jobs.stop();
    expect(await at().told()).toMatchObject([{ state: 'cancelled', outcome: null }]);
  });

  test('one that ends before it hears that it was cancelled keeps no other of its key waiting', async () => {
    const jobs: Jobs = await begin({
      run: async ({ data }) => {
        seen.push(data.text);
        if (data.text === 'first')
          await at().db.transaction(async (tx) => {
            await jobs.cancel(tx, 'k');
            await jobs.enqueue(tx, 'note', { text: 'second' }, { key: 'k', title: 'Second' });
          });
      },
    });
    vi.spyOn(jobs.supervisor, 'lose').mockReturnValue();
    await at().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'first' }, { key: 'k', title: 'First' }),
    );
    await vi.waitFor(async () => expect(await state()).toEqual(['cancelled', 'done']), until);
    expect(seen).toEqual(['first', 'second']);
  });

  test('tries again after a failure, each time later, and then says in words what was wrong', async () => {
    const attempts: number[] = [];
    const jobs = await begin({
      retry: 1,
      backoff: 1,
      run: async ({ attempt }) => {
        attempts.push(attempt);
        throw new JobError('The mail server does not answer');
      },
    });
    const asked = Date.now();
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'secret' }, { title: 'Mail' }));
    await vi.waitFor(
      async () => expect(await at().told()).toMatchObject([{ state: 'waiting', failures: 1 }]),
      until,
    );
    const [waiting] = await at().told();
    expect(waiting?.note).toBe('The mail server does not answer');
    expect((waiting?.due_at.getTime() ?? 0) - asked).toBeGreaterThan(950);
    await vi.waitFor(async () => expect(await state()).toEqual(['failed']), until);
    expect(attempts).toEqual([1, 2]);
    expect(await at().told()).toMatchObject([{ failure: 'The mail server does not answer', data: null }]);
    expect(at().faults).toEqual([]);
  });

  test('a reason for people ends it at once; a fault of ours is not shown but logged', async () => {
    const jobs = await begin({
      retry: 0,
      run: async ({ data, fail }) => {
        if (data.text === 'bad file') fail('Row 3 has no name');
        throw new Error('ECONNRESET 10.0.0.3');
      },
    });
    await at().db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'note', { text: 'bad file' });
      await jobs.enqueue(tx, 'note', { text: 'bug' });
    });
    await vi.waitFor(async () => expect(await state()).toEqual(['failed', 'failed']), until);
    expect((await at().told()).map((job) => job.failure)).toEqual([
      'Row 3 has no name',
      'Oops! something went wrong',
    ]);
    expect(at().faults).toEqual([new Error('ECONNRESET 10.0.0.3')]);
  });

  test('stops what takes too long', async () => {
    const jobs = await begin({
      retry: 0,
      timeout: '1s',
      run: ({ signal }) => wait(60_000, undefined, { signal }),
    });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }));
    await vi.waitFor(
      async () =>
        expect(await at().told()).toMatchObject([{ state: 'failed', failure: 'It took longer than 1s' }]),
      until,
    );
  });

  test('tries again what takes too long only once it has stopped', async () => {
    let running = 0;
    let concurrent = 0;
    let stop = (): void => undefined;
    const jobs = await begin({
      retry: 1,
      backoff: 0,
      timeout: '1s',
      run: async ({ data, attempt, signal }) => {
        if (data.text === 'other') return;
        concurrent = Math.max(concurrent, ++running);
        if (attempt === 1) {
          await new Promise((done) => signal.addEventListener('abort', done));
          seen.push('told to stop');
          await new Promise<void>((done) => (stop = done));
          running--;
          throw new Error('stopped');
        }
        running--;
      },
    });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Slow' }));
    await vi.waitFor(() => expect(seen).toEqual(['told to stop']), until);
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'other' }, { title: 'Other' }));
    await vi.waitFor(async () => expect(await state()).toEqual(['running', 'done']), until);
    stop();
    await vi.waitFor(async () => expect(await state()).toEqual(['done', 'done']), until);
    expect(concurrent).toBe(1);
    expect((await at().told())[0]).toMatchObject({ failures: 1, note: 'It took longer than 1s' });
  });

  test('does not try again what takes too long and does not stop', async () => {
    const run = async ({ attempt }: JobContext<Note>): Promise<void> => {
      seen.push(`attempt ${attempt}`);
      await new Promise(() => {});
    };
    const jobs = await begin({ retry: 5, timeout: '1s', run }, { graceMs: 10, stopGraceMs: 10 });
    await at().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }));
    const failure = 'It took longer than 1s and did not stop';
    await vi.waitFor(
      async () => expect(await at().told()).toMatchObject([{ state: 'failed', failure }]),
      until,
    );
    expect(seen).toEqual(['attempt 1']);
  });

  test('tells how far it is, and the person who started it', async () => {
    const told: unknown[] = [];
    const jobs = await begin({ run: async ({ progress }) => progress(300, 1_000, 'Sending') });
    jobs.onChange((by, { id: _, ...change }) => told.push([by, change]));
    await at().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: '' }, { title: 'Broadcast', by: somchai }),
    );
    await vi.waitFor(async () => expect(await state()).toEqual(['done']), until);
    expect(await at().told()).toMatchObject([{ done: 300, total: 1_000, note: 'Sending' }]);
    await vi.waitFor(() =>
      expect(told).toEqual([
        ['u1', { state: 'running' }],
        ['u1', { state: 'running', done: 300, total: 1_000, note: 'Sending' }],
        ['u1', { state: 'done' }],
      ]),
    );
  });

  test('runs no more at once than the kind allows', async () => {
    let now = 0;
    let most = 0;
    const jobs = await begin({
      concurrency: 3,
      run: async () => {
        most = Math.max(most, ++now);
        await wait(5);
        now--;
      },
    });
    await at().db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await jobs.enqueue(tx, 'note', { text: '' }, { title: 'n' });
    });
    await vi.waitFor(async () => expect(new Set(await state())).toEqual(new Set(['done'])), until);
    expect(most).toBe(3);
  });

  test('a kind that was never registered is named', async () => {
    const jobs = await begin();
    await expect(at().db.transaction((tx) => jobs.enqueue(tx, 'nothing', {}))).rejects.toThrow(
      'unknown job "nothing"; valid: note',
    );
    expect(() => jobs.register('note', { run: note })).toThrow('Jobs named "note" are registered twice');
    await expect(
      at().process((other) => other.register('x', { run: note, timeout: 'soon' })),
    ).rejects.toThrow('"soon" is no time such as 30s, 10m or 2h');
  });
});
