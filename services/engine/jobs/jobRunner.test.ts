import { expect, it } from 'vitest';
import { markDriverError, toStorageError } from '../storage/errors.ts';
import { JobRunner } from './jobRunner.ts';
import type { ClaimedJob, JobStore } from './jobStore.ts';
import { JobError } from './types.ts';
import { inEnglish } from '../../../schemas/texts/stored.ts';

const errorWithCode = (message: string, code?: string): Error => Object.assign(new Error(message), { code });
const connectionRefused = (): Error => errorWithCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED');
const item: ClaimedJob = {
  ...{ id: 'one', key: null, title: null, by: null, data: {}, failures: 0, lapses: 0, trace: null },
  claimedAt: new Date(),
};

/** Runs a job once. @returns the calls of the store, and the reported errors */
async function runJob(
  run: () => Promise<void>,
  {
    store = {},
    signal = new AbortController().signal,
  }: { store?: Partial<JobStore>; signal?: AbortSignal } = {},
): Promise<{ storeCalls: string[]; faults: unknown[] }> {
  const storeCalls: string[] = [];
  const faults: unknown[] = [];
  const fakeStore = {
    openData: () => ({}),
    complete: async () => (storeCalls.push('done'), []),
    fail: async (_id: string, reason: string) => void storeCalls.push(`failed: ${inEnglish(reason)}`),
    retry: async (_job: ClaimedJob, reason: string, backoff: number) =>
      void storeCalls.push(`again in ${backoff}: ${inEnglish(reason)}`),
    postpone: async (_id: string, delay: number) => void storeCalls.push(`postponed by ${delay}`),
    release: async () => void storeCalls.push('released'),
    ...store,
  } as Partial<JobStore> as JobStore;
  const runner = new JobRunner({
    ...{ name: 'note', definition: { run, backoff: 7 }, store: fakeStore, stopGraceMs: 1_000 },
    ...{ publish: () => undefined, recordWrites: async () => undefined },
    onError: (error) => faults.push(error),
  });
  await runner.process({ item, signal, isLost: false });
  return { storeCalls, faults };
}
const runFailingJob = (error: unknown) => runJob(() => Promise.reject(error));
const asStorageError = (error: unknown): unknown => toStorageError(error, 'The server db');

it('a job that fails because the database is unavailable counts no failure, and runs again later', async () => {
  const { storeCalls, faults } = await runFailingJob(
    asStorageError(markDriverError(connectionRefused(), 'connect')),
  );
  expect(storeCalls).toEqual(['postponed by 7']);
  expect(faults).toHaveLength(1);
  const readOnly = markDriverError(errorWithCode('The server takes no writes', '25006'), 'connect');
  expect((await runFailingJob(asStorageError(readOnly))).storeCalls).toEqual(['postponed by 7']);
});

it.each([
  ['an unavailable mail server', new JobError('The mail was not sent: Connection timeout')],
  ['an unavailable file store', connectionRefused()],
  ['the same within a transaction', asStorageError(connectionRefused())],
  ['a slow statement', asStorageError(markDriverError(errorWithCode('Query read timeout'), 'query'))],
  [
    'a pool without a free connection',
    asStorageError(markDriverError(errorWithCode('timeout exceeded when trying to connect'), 'connect')),
  ],
  [
    'a server without a free connection',
    asStorageError(markDriverError(errorWithCode('too many clients', '53300'), 'connect')),
  ],
  [
    'a write in a read-only transaction',
    asStorageError(markDriverError(errorWithCode('read-only transaction', '25006'), 'query')),
  ],
])('%s counts as a failure', async (_, error) => {
  const { storeCalls } = await runFailingJob(error);
  expect(storeCalls).toEqual([
    error instanceof JobError ? `again in 7: ${error.message}` : 'again in 7: Oops! something went wrong',
  ]);
});

it('the outcome of a job is stored once the database is back, and the outage is reported once', async () => {
  let attemptsLeft = 2;
  const completions: string[] = [];
  const complete = async (): Promise<void[]> => {
    attemptsLeft -= 1;
    if (attemptsLeft > 0) throw asStorageError(markDriverError(connectionRefused(), 'connect'));
    completions.push('done');
    return [];
  };
  const { faults } = await runJob(() => Promise.resolve(), { store: { complete } });
  expect(faults).toHaveLength(1);
  expect(completions).toEqual(['done']);
});

it('a process that stops does not wait for the database', async () => {
  const stop = new AbortController();
  const complete = async (): Promise<void[]> => {
    setTimeout(() => stop.abort());
    throw asStorageError(markDriverError(connectionRefused(), 'connect'));
  };
  const startedAt = performance.now();
  const { storeCalls } = await runJob(() => Promise.resolve(), { store: { complete }, signal: stop.signal });
  expect(storeCalls).toEqual(['released']);
  expect(performance.now() - startedAt).toBeLessThan(900);
});
