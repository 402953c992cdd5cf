import type { Change } from '../../live/changes.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Once } from '../answer.ts';
import type { Services } from '../services.ts';

/** Attempts at a change that others' locks or the order of commits undid. */
const MOST_ATTEMPTS = 8;
/** Longest pause before the next attempt, in milliseconds. */
const PAUSE = 50;

/** What belongs to one transaction: the change that was asked for, and those that it brings about. */
export interface Unit {
  tx: Queryable;
  /** To be told in the answer, once. */
  shown: Once[];
  /** To be done after the commit. */
  later: (() => Promise<void>)[];
  /** To be told to others after the commit. */
  changes: Change[];
}

/**
 * Runs work in one transaction, again when the engine undid it for the sake of another's (serialisation failure,
 * deadlock, lock not to be had). What it put off runs after the commit; failures there are told, and undo nothing.
 * @param plain the work is one statement, which needs no transaction around it
 */
export async function inUnit<T>(
  { db, onFault, changes: live }: Pick<Services, 'db' | 'onFault' | 'changes'>,
  work: (unit: Unit) => Promise<T>,
  plain = false,
): Promise<{ result: T; shown: Once[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const shown: Once[] = [];
    const later: (() => Promise<void>)[] = [];
    const changes: Change[] = [];
    try {
      const result = await (plain
        ? work({ tx: db, shown, later, changes })
        : db.transaction((tx) => work({ tx, shown, later, changes })));
      live.tell(changes);
      for (const put of later) await put().catch(onFault);
      return { result, shown };
    } catch (error) {
      if (!isRetryable(error) || attempt === MOST_ATTEMPTS) throw error;
      await pause(Math.random() * PAUSE);
    }
  }
}

const RETRYABLE = new Set(['40001', '40P01', '55P03']);

function isRetryable(error: unknown): boolean {
  const { code, retryable } = (error ?? {}) as { code?: string; retryable?: boolean };
  return retryable === true || (code !== undefined && RETRYABLE.has(code));
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });
