import type { RecordChange } from '../../live/changes.ts';
import type { OneTimeSecret } from '../recordResponse.ts';
import type { Services } from '../services.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/** Of a transaction that the database aborts because of a concurrent one. */
const MAX_ATTEMPTS = 8;
const MAX_RETRY_DELAY_MS = 50;

/**
 * Runs work in one transaction and then its `afterCommit`. Retries when the database aborts the transaction because of a
 * concurrent one (serialization failure, deadlock, lock not available).
 * @param options.withoutTransaction the work is one statement, which needs no transaction around it
 */
export async function runInTransaction<T>(
  { db, onError, changes: live }: Pick<Services, 'db' | 'onError' | 'changes'>,
  work: (unit: UnitOfWork) => Promise<T>,
  { withoutTransaction = false }: { withoutTransaction?: boolean } = {},
): Promise<{ result: T; oneTimeSecrets: OneTimeSecret[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const oneTimeSecrets: OneTimeSecret[] = [];
    const afterCommit: (() => Promise<void>)[] = [];
    const liveChanges: RecordChange[] = [];
    try {
      const result = await (withoutTransaction
        ? work({ tx: db, oneTimeSecrets, afterCommit, liveChanges })
        : db.transaction((tx) => work({ tx, oneTimeSecrets, afterCommit, liveChanges })));
      live.publish(liveChanges);
      for (const run of afterCommit) await run().catch(onError);
      return { result, oneTimeSecrets };
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_RETRY_DELAY_MS);
    }
  }
}

const RETRYABLE_CODES = new Set(['40001', '40P01', '55P03']);

function isRetryable(error: unknown): boolean {
  const { code, retryable } = (error ?? {}) as { code?: string; retryable?: boolean };
  return retryable === true || (code !== undefined && RETRYABLE_CODES.has(code));
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });
