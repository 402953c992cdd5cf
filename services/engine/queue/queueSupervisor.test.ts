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

/** A queue whose one item never ends. */
const createQueue = (name: string, leases: LeaseStore): LeasedQueue<string> => {
  let unclaimed = [name];
  return {
    ...{ name, leases, idOf: (item) => item },
    claim: async () => {
      const items = unclaimed;
      unclaimed = [];
      return { items };
    },
    process: () => new Promise(() => undefined),
    release: async () => undefined,
  };
};

it('does not renew a store again while its last renewal runs, and renews others meanwhile', async () => {
  const faults: unknown[] = [];
  let answer = (): void => undefined;
  const slow = {
    renew: vi.fn(() => new Promise<string[]>((done) => (answer = () => done([])))),
    recover: vi.fn(async () => undefined),
  };
  const quick = { renew: vi.fn(async () => []), recover: vi.fn(async () => undefined) };
  const supervisor = new QueueSupervisor(db, (error) => faults.push(error));
  await supervisor.add(createQueue('slow', slow));
  await supervisor.add(createQueue('quick', quick));
  await vi.advanceTimersByTimeAsync(3 * ROUND_MS);
  expect(slow.renew).toHaveBeenCalledOnce();
  expect(quick.renew).toHaveBeenCalledTimes(3);
  answer();
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(slow.renew).toHaveBeenCalledTimes(2);
  expect(faults).toEqual([]);
});

it('frees no leases of a store in the round after its renewal failed, but those of other stores', async () => {
  const faults: unknown[] = [];
  const failing = { renew: vi.fn(async () => [] as string[]), recover: vi.fn(async () => undefined) };
  const other = { renew: vi.fn(async () => []), recover: vi.fn(async () => undefined) };
  const supervisor = new QueueSupervisor(db, (error) => faults.push(error));
  await supervisor.add(createQueue('failing', failing));
  await supervisor.add(createQueue('other', other));
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
