import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, expect, it, vi } from 'vitest';
import { setTracer, type Tracer } from '../tracing/span.ts';
import { StorageError } from './database.ts';
import { Batcher } from './batcher.ts';

afterEach(() => {
  setTracer(undefined);
  vi.useRealTimers();
});

/** Work that can be held up; a text `bad` makes its turn fail. */
function held(maxWeight = 10, minIntervalMs = 0) {
  const turns: string[][] = [];
  const go: (() => void)[] = [];
  const together = new Batcher<string, string>(
    async (all) => {
      turns.push([...all]);
      await new Promise<void>((resolve) => go.push(resolve));
      if (all.includes('bad')) throw new Error('bad');
      return all.map((one) => one.toUpperCase());
    },
    { maxWeight, minIntervalMs, weigh: (one) => one.length },
  );
  const finish = async (): Promise<void> => {
    await new Promise(setImmediate);
    while (go.length > 0) {
      go.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { together, turns, finish };
}

it('calls made meanwhile form the next batch, each with its own result', async () => {
  const { together, turns, finish } = held();
  const first = ['a', 'b'].map((one) => together.enqueue(one));
  await new Promise(setImmediate);
  const all = [...first, ...['c', 'd'].map((one) => together.enqueue(one))];
  await finish();
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
  expect(turns).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('batches have the minimum interval, and the first starts at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { together, turns, finish } = held(1, 30);
  const all = Promise.all(['a', 'b', 'c'].map((one) => together.enqueue(one)));
  await finish();
  expect(turns).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(29);
  await finish();
  expect(turns).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(1);
  await finish();
  expect(turns).toEqual([['a'], ['b']]);
  await vi.advanceTimersByTimeAsync(30);
  await finish();
  expect(await all).toEqual(['A', 'B', 'C']);
});

it('a turn takes as much as it may, and what is bigger alone', async () => {
  const { together, turns, finish } = held(4);
  const all = ['a', 'bb', 'cc', 'd', 'eeeeee'].map((one) => together.enqueue(one));
  await finish();
  await Promise.all(all);
  expect(turns).toEqual([['a', 'bb'], ['cc', 'd'], ['eeeeee']]);
});

it('what fails together is tried one by one', async () => {
  const { together, finish } = held();
  const all = Promise.allSettled(['a', 'b', 'bad', 'c'].map((one) => together.enqueue(one)));
  await finish();
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    'A',
    'B',
    'failed',
    'C',
  ]);
  const after = together.enqueue('d');
  await finish();
  expect(await after).toBe('D');
});

/** Work that fails with each of these faults in turn, and then not any more. */
function failing(...faults: Error[]) {
  const turns: string[][] = [];
  const together = new Batcher<string, string>(
    async (all) => {
      turns.push([...all]);
      const fault = faults.shift();
      if (fault) throw fault;
      return all;
    },
    { maxWeight: 10 },
  );
  return { together, turns };
}
const askedTogether = async ({ together, turns }: ReturnType<typeof failing>) => {
  const all = await Promise.allSettled(['a', 'b', 'c'].map((one) => together.enqueue(one)));
  return { turns, outcomes: all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)) };
};

it('what fails because the database does not answer is not tried one by one', async () => {
  const fault = new StorageError('The server db does not answer in time');
  const work = failing(fault);
  expect(await askedTogether(work)).toEqual({ turns: [['a', 'b', 'c']], outcomes: [fault, fault, fault] });
  expect(await work.together.enqueue('d')).toBe('d');
});

it('once the database does not answer, the rest is not tried one by one any more', async () => {
  const [bad, fault] = [new Error('bad'), new StorageError('The server db does not answer in time')];
  expect(await askedTogether(failing(bad, fault))).toEqual({
    turns: [['a', 'b', 'c'], ['a']],
    outcomes: [fault, fault, fault],
  });
});

it('what another change was in the way of is tried one by one', async () => {
  const fault = new StorageError('The server db undid a change', { retryable: true });
  expect((await askedTogether(failing(fault))).outcomes).toEqual(['a', 'b', 'c']);
});

it('a turn belongs to the span of its first call, not to that of whoever began the turns', async () => {
  const span = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const batcher = new Batcher<string, string>(
    async (all) => {
      seen.push(span.getStore());
      return all;
    },
    { maxWeight: 1 },
  );
  setTracer({ currentTraceparent: () => span.getStore() } as Tracer);
  await Promise.all(['a', 'b', 'c'].map((one) => span.run(one, () => batcher.enqueue(one))));
  expect(seen).toEqual(['a', 'b', 'c']);
});
