import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../storage/database.ts';
import type { LeasedQueue, LeaseStore } from './queueRunner.ts';
import { QueueSupervisor } from './queueSupervisor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Milliseconds between two renewals. */
const ROUND_MS = 5_000;
const db = {
  engine: 'server',
  listen: async () => async () => undefined,
  check: async () => undefined,
} as unknown as Database;

/** A queue whose one item is worked on all the time. */
const queueOf = (name: string, leases: LeaseStore): LeasedQueue<string> => {
  let left = [name];
  return {
    ...{ name, leases, idOf: (item) => item },
    claim: async () => {
      const items = left;
      left = [];
      return { items };
    },
    process: () => new Promise(() => undefined),
    release: async () => undefined,
  };
};

it('renews one store at a time once, and others meanwhile', async () => {
  const faults: unknown[] = [];
  let answer = (): void => undefined;
  const slow = {
    renew: vi.fn(() => new Promise<string[]>((done) => (answer = () => done([])))),
    recover: vi.fn(async () => undefined),
  };
  const quick = { renew: vi.fn(async () => []), recover: vi.fn(async () => undefined) };
  const supervisor = new QueueSupervisor(db, (error) => faults.push(error));
  await supervisor.add(queueOf('slow', slow));
  await supervisor.add(queueOf('quick', quick));
  await vi.advanceTimersByTimeAsync(3 * ROUND_MS);
  expect(slow.renew).toHaveBeenCalledOnce();
  expect(quick.renew).toHaveBeenCalledTimes(3);
  answer();
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(slow.renew).toHaveBeenCalledTimes(2);
  expect(faults).toEqual([]);
});

it('frees nothing in the round after one store could not be renewed, and what others hold as ever', async () => {
  const faults: unknown[] = [];
  const failing = { renew: vi.fn(async () => [] as string[]), recover: vi.fn(async () => undefined) };
  const other = { renew: vi.fn(async () => []), recover: vi.fn(async () => undefined) };
  const supervisor = new QueueSupervisor(db, (error) => faults.push(error));
  await supervisor.add(queueOf('failing', failing));
  await supervisor.add(queueOf('other', other));
  failing.recover.mockClear();
  other.recover.mockClear();
  failing.renew.mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(failing.recover).not.toHaveBeenCalled();
  expect(other.recover).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(failing.recover).toHaveBeenCalledOnce();
  expect(faults).toHaveLength(1);
});
