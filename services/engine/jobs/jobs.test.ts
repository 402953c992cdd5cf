import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SecretBox } from '../resources/secretBox.ts';
import { testEngines } from '../storage/testEngines.ts';
import { JobError, type Jobs, type JobContext } from './index.ts';
import { useTestJobs, type NoteData } from './testJobs.ts';

const waitOptions = { timeout: 10_000, interval: 20 };
const somchai = { id: 'u1', name: 'Somchai' };

describe.each(testEngines())('jobs on $name', (engine) => {
  const { current, seen, recordText, startProcess, jobStates } = useTestJobs(engine);

  test('runs a job that a committed transaction added, and lists its outcome', async () => {
    const jobs = await startProcess({
      run: async (context) => {
        await recordText(context);
        return { text: '3 rows imported', link: '/audience' };
      },
    });
    await current().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'one' }, { title: 'Import of a.csv', by: somchai }),
    );
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['done']), waitOptions);
    expect(seen).toEqual(['one']);
    expect((await current().rows())[0]).toMatchObject({
      title: 'Import of a.csv',
      outcome: '3 rows imported',
      link: '/audience',
      data: null,
    });
  });

  test('lists the outcome of a job without a title only with `showsOutcome`', async () => {
    const definition = { label: 'Cleaning', showsOutcome: true };
    const jobs = await startProcess({
      ...definition,
      run: async (context) => {
        await recordText(context);
        return context.data.text === 'nothing' ? undefined : { text: '3 months removed' };
      },
    });
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'nothing' }));
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'something' }));
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['done']), waitOptions);
    expect(seen.sort()).toEqual(['nothing', 'something']);
    expect(await current().rows()).toMatchObject([{ title: 'Cleaning', outcome: '3 months removed' }]);
  });

  test('stores its data sealed until it has ended', async () => {
    const secretBox = new SecretBox(randomBytes(32));
    const jobs = await startProcess({}, { secretBox });
    const late = new Date(Date.now() + 3_600_000);
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'Welcome-2026' }, { at: late }));
    const [waiting] = await current().rows();
    expect(waiting?.data).toMatch(/^sealed:/);
    expect(JSON.stringify(waiting)).not.toContain('2026"');
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'Hello' }));
    await vi.waitFor(() => expect(seen).toEqual(['Hello']), waitOptions);
  });

  test('scheduled jobs are added once for each time, however many processes are up', async () => {
    const daily = (jobs: Jobs): void => {
      jobs.register<NoteData>('note', { run: recordText });
      jobs.schedule('note', { daily: '03:30' });
    };
    await Promise.all([
      current().startProcess(daily),
      current().startProcess(daily),
      current().startProcess(daily),
    ]);
    const [first, ...further] = await current().rows();
    expect(further).toEqual([]);
    expect(first?.due_at.toISOString()).toMatch(/T03:30:00\.000Z$/);
    expect(first?.due_at.getTime()).toBeGreaterThan(Date.now());
  });

  test('scheduled jobs add their next run before they work, and make up for a missed one', async () => {
    const missed = new Date(Date.now() - 3_600_000);
    const before = await current().startProcess((jobs) =>
      jobs.register<NoteData>('note', { run: recordText, concurrency: 1 }),
    );
    await before.stop();
    await current().db.transaction((tx) =>
      before.enqueue(tx, 'note', { text: 'missed' }, { at: missed, key: missed.toISOString() }),
    );
    await current().startProcess((jobs) => {
      jobs.register<NoteData>('note', { run: recordText });
      jobs.schedule('note', { everyMinutes: 60 });
    });
    await vi.waitFor(() => expect(seen).toEqual(['missed']), waitOptions);
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['waiting']), waitOptions);
  });

  test('never runs a job whose transaction was rolled back', async () => {
    const jobs = await startProcess();
    const change = current().db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'note', { text: 'undone' });
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'kept' }));
    await vi.waitFor(() => expect(seen).toEqual(['kept']), waitOptions);
    await vi.waitFor(async () => expect(await jobStates()).toEqual([]), waitOptions);
  });

  test('waits until the given time', async () => {
    const jobs = await startProcess();
    const due = new Date(Date.now() + 400);
    await current().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'later' }, { at: due, title: 'Later' }),
    );
    expect(await jobStates()).toEqual(['waiting']);
    await vi.waitFor(() => expect(seen).toEqual(['later']), waitOptions);
    expect(Date.now()).toBeGreaterThanOrEqual(due.getTime());
  });

  test('keeps one waiting job per key, which can be cancelled', async () => {
    const jobs = await startProcess();
    const later = { at: new Date(Date.now() + 3_600_000), key: 'train-1', title: 'Training' };
    const ids = await current().db.transaction(async (tx) => [
      await jobs.enqueue(tx, 'note', { text: 'first' }, later),
      await jobs.enqueue(tx, 'note', { text: 'second' }, later),
    ]);
    expect(ids[1]).toBe(ids[0]);
    expect(await jobStates()).toEqual(['waiting']);
    await current().db.transaction((tx) => jobs.cancel(tx, 'train-1'));
    expect(await current().rows()).toMatchObject([{ state: 'cancelled', data: null }]);
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'third' }, { key: 'train-1' }));
    await vi.waitFor(() => expect(seen).toEqual(['third']), waitOptions);
  });

  test('aborts a running job that is cancelled, and discards its outcome', async () => {
    let context: JobContext<NoteData> | undefined;
    const jobs = await startProcess({
      run: async (given) => {
        context = given;
        await new Promise<void>((done) => given.signal.addEventListener('abort', () => done()));
        return { text: 'too late' };
      },
    });
    await current().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: '' }, { key: 'k', title: 'Long' }),
    );
    await vi.waitFor(() => expect(context).toBeDefined(), waitOptions);
    await current().db.transaction((tx) => jobs.cancel(tx, 'k'));
    await vi.waitFor(() => expect(context?.signal.aborted).toBe(true), waitOptions);
    await jobs.stop();
    expect(await current().rows()).toMatchObject([{ state: 'cancelled', outcome: null }]);
  });

  test('a cancelled job that ends before it receives the cancellation does not block others of its key', async () => {
    const jobs: Jobs = await startProcess({
      run: async ({ data }) => {
        seen.push(data.text);
        if (data.text === 'first')
          await current().db.transaction(async (tx) => {
            await jobs.cancel(tx, 'k');
            await jobs.enqueue(tx, 'note', { text: 'second' }, { key: 'k', title: 'Second' });
          });
      },
    });
    vi.spyOn(jobs.supervisor, 'abort').mockReturnValue();
    await current().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: 'first' }, { key: 'k', title: 'First' }),
    );
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['cancelled', 'done']), waitOptions);
    expect(seen).toEqual(['first', 'second']);
  });

  test('retries after a failure with backoff, and then shows the reason', async () => {
    const attempts: number[] = [];
    const jobs = await startProcess({
      retry: 1,
      backoff: 1,
      run: async ({ attempt }) => {
        attempts.push(attempt);
        throw new JobError('The mail server does not answer');
      },
    });
    const enqueuedAt = Date.now();
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'secret' }, { title: 'Mail' }));
    await vi.waitFor(
      async () => expect(await current().rows()).toMatchObject([{ state: 'waiting', failures: 1 }]),
      waitOptions,
    );
    const [waiting] = await current().rows();
    expect(waiting?.note).toBe('The mail server does not answer');
    expect((waiting?.due_at.getTime() ?? 0) - enqueuedAt).toBeGreaterThan(950);
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['failed']), waitOptions);
    expect(attempts).toEqual([1, 2]);
    expect(await current().rows()).toMatchObject([
      { failure: 'The mail server does not answer', data: null },
    ]);
    expect(current().faults).toEqual([]);
  });

  test('`fail` ends it at once with a reason for people; an unexpected error is logged, not shown', async () => {
    const jobs = await startProcess({
      retry: 0,
      run: async ({ data, fail }) => {
        if (data.text === 'bad file') fail('Row 3 has no name');
        throw new Error('ECONNRESET 10.0.0.3');
      },
    });
    await current().db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'note', { text: 'bad file' });
      await jobs.enqueue(tx, 'note', { text: 'bug' });
    });
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['failed', 'failed']), waitOptions);
    expect((await current().rows()).map((job) => job.failure)).toEqual([
      'Row 3 has no name',
      'Oops! something went wrong',
    ]);
    expect(current().faults).toEqual([new Error('ECONNRESET 10.0.0.3')]);
  });

  test('aborts a job that times out', async () => {
    const jobs = await startProcess({
      retry: 0,
      timeout: '1s',
      run: ({ signal }) => wait(60_000, undefined, { signal }),
    });
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }));
    await vi.waitFor(
      async () =>
        expect(await current().rows()).toMatchObject([
          { state: 'failed', failure: 'It took longer than 1s' },
        ]),
      waitOptions,
    );
  });

  test('retries a job that timed out only once it has stopped', async () => {
    let running = 0;
    let concurrent = 0;
    let stop = (): void => undefined;
    const jobs = await startProcess({
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
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }, { title: 'Slow' }));
    await vi.waitFor(() => expect(seen).toEqual(['told to stop']), waitOptions);
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: 'other' }, { title: 'Other' }));
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['running', 'done']), waitOptions);
    stop();
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['done', 'done']), waitOptions);
    expect(concurrent).toBe(1);
    expect((await current().rows())[0]).toMatchObject({ failures: 1, note: 'It took longer than 1s' });
  });

  test('does not retry a job that timed out and does not stop', async () => {
    const run = async ({ attempt }: JobContext<NoteData>): Promise<void> => {
      seen.push(`attempt ${attempt}`);
      await new Promise(() => {});
    };
    const jobs = await startProcess({ retry: 5, timeout: '1s', run }, { graceMs: 10, stopGraceMs: 10 });
    await current().db.transaction((tx) => jobs.enqueue(tx, 'note', { text: '' }));
    const failure = 'It took longer than 1s and did not stop';
    await vi.waitFor(
      async () => expect(await current().rows()).toMatchObject([{ state: 'failed', failure }]),
      waitOptions,
    );
    expect(seen).toEqual(['attempt 1']);
  });

  test('stores its progress, and publishes it to the person who started it', async () => {
    const published: unknown[] = [];
    const jobs = await startProcess({ run: async ({ progress }) => progress(300, 1_000, 'Sending') });
    jobs.onChange((by, { id: _, ...change }) => published.push([by, change]));
    await current().db.transaction((tx) =>
      jobs.enqueue(tx, 'note', { text: '' }, { title: 'Broadcast', by: somchai }),
    );
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['done']), waitOptions);
    expect(await current().rows()).toMatchObject([{ done: 300, total: 1_000, note: 'Sending' }]);
    await vi.waitFor(() =>
      expect(published).toEqual([
        ['u1', { state: 'running' }],
        ['u1', { state: 'running', done: 300, total: 1_000, note: 'Sending' }],
        ['u1', { state: 'done' }],
      ]),
    );
  });

  test('runs no more at once than the kind allows', async () => {
    let running = 0;
    let mostAtOnce = 0;
    const jobs = await startProcess({
      concurrency: 3,
      run: async () => {
        mostAtOnce = Math.max(mostAtOnce, ++running);
        await wait(5);
        running--;
      },
    });
    await current().db.transaction(async (tx) => {
      for (let n = 0; n < 20; n++) await jobs.enqueue(tx, 'note', { text: '' }, { title: 'n' });
    });
    await vi.waitFor(async () => expect(new Set(await jobStates())).toEqual(new Set(['done'])), waitOptions);
    expect(mostAtOnce).toBe(3);
  });

  test('refuses unknown and doubly registered kinds, and a malformed timeout', async () => {
    const jobs = await startProcess();
    await expect(current().db.transaction((tx) => jobs.enqueue(tx, 'nothing', {}))).rejects.toThrow(
      'unknown job "nothing"; valid: note',
    );
    expect(() => jobs.register('note', { run: recordText })).toThrow(
      'Jobs named "note" are registered twice',
    );
    await expect(
      current().startProcess((other) => other.register('x', { run: recordText, timeout: 'soon' })),
    ).rejects.toThrow('"soon" is no time such as 30s, 10m or 2h');
  });
});
