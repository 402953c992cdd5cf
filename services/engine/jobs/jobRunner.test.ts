import { expect, it } from 'vitest';
import { fromDriver, toStorageError } from '../storage/errors.ts';
import { JobRunner } from './jobRunner.ts';
import type { ClaimedJob, JobStore } from './jobStore.ts';
import { JobError } from './types.ts';
import { inEnglish } from '../../../schemas/texts/stored.ts';

const fault = (message: string, code?: string): Error => Object.assign(new Error(message), { code });
const refused = (): Error => fault('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED');
const item: ClaimedJob = {
  ...{ id: 'one', key: null, title: null, by: null, data: {}, failures: 0, lapses: 0, trace: null },
  claimedAt: new Date(),
};

/** Runs a job once. @returns what was stored of it */
async function ran(
  run: () => Promise<void>,
  {
    store = {},
    signal = new AbortController().signal,
  }: { store?: Partial<JobStore>; signal?: AbortSignal } = {},
): Promise<{ stored: string[]; faults: unknown[] }> {
  const stored: string[] = [];
  const faults: unknown[] = [];
  const kept = {
    dataOf: () => ({}),
    complete: async () => (stored.push('done'), []),
    fail: async (_id: string, reason: string) => void stored.push(`failed: ${inEnglish(reason)}`),
    retry: async (_job: ClaimedJob, reason: string, backoff: number) =>
      void stored.push(`again in ${backoff}: ${inEnglish(reason)}`),
    postpone: async (_id: string, delay: number) => void stored.push(`postponed by ${delay}`),
    release: async () => void stored.push('released'),
    ...store,
  } as Partial<JobStore> as JobStore;
  const runner = new JobRunner({
    ...{ name: 'note', definition: { run, backoff: 7 }, store: kept, stopGraceMs: 1_000 },
    ...{ publish: () => undefined, noteWrites: async () => undefined },
    onFault: (error) => faults.push(error),
  });
  await runner.process({ item, signal, isLost: false });
  return { stored, faults };
}
const failsWith = (error: unknown) => ran(() => Promise.reject(error));
const told = (error: unknown): unknown => toStorageError(error, 'The server db');

it('a job that met a database which is away has not failed, and is tried again later', async () => {
  const { stored, faults } = await failsWith(told(fromDriver(refused(), 'connect')));
  expect(stored).toEqual(['postponed by 7']);
  expect(faults).toHaveLength(1);
  const following = fromDriver(fault('The server takes no writes', '25006'), 'connect');
  expect((await failsWith(told(following))).stored).toEqual(['postponed by 7']);
});

it.each([
  ['a mail server that is away', new JobError('The mail was not sent: Connection timeout')],
  ['a store of files that is away', refused()],
  ['the same within a transaction', told(refused())],
  ['a slow statement', told(fromDriver(fault('Query read timeout'), 'ask'))],
  [
    'its own connections in use',
    told(fromDriver(fault('timeout exceeded when trying to connect'), 'connect')),
  ],
  ['the connections of all in use', told(fromDriver(fault('too many clients', '53300'), 'connect'))],
  ['a write that is always refused', told(fromDriver(fault('read-only transaction', '25006'), 'ask'))],
])('%s counts as a failure', async (_, error) => {
  const { stored } = await failsWith(error);
  expect(stored).toEqual([
    error instanceof JobError ? `again in 7: ${error.message}` : 'again in 7: Oops! something went wrong',
  ]);
});

it('what came of a job is stored once the database is back, and one fault is told of the outage', async () => {
  let left = 2;
  const done: string[] = [];
  const complete = async (): Promise<void[]> => {
    left -= 1;
    if (left > 0) throw told(fromDriver(refused(), 'connect'));
    done.push('done');
    return [];
  };
  const { faults } = await ran(() => Promise.resolve(), { store: { complete } });
  expect(faults).toHaveLength(1);
  expect(done).toEqual(['done']);
});

it('a process that ends does not wait for the database', async () => {
  const stop = new AbortController();
  const complete = async (): Promise<void[]> => {
    setTimeout(() => stop.abort());
    throw told(fromDriver(refused(), 'connect'));
  };
  const began = performance.now();
  const { stored } = await ran(() => Promise.resolve(), { store: { complete }, signal: stop.signal });
  expect(stored).toEqual(['released']);
  expect(performance.now() - began).toBeLessThan(900);
});
