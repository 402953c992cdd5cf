import { setTimeout } from 'node:timers/promises';
import { type Database, type Session, UNPREPARED } from '../database.ts';

/** The first key is arbitrary; the second one distinguishes schemas of the same database. */
const ADVISORY_LOCK = '7230151, hashtext(current_schema())';
const POLL_MS = 100;

const lastRuns = new WeakMap<Database, Promise<unknown>>();

/** Runs `work` on a long-running connection, exclusive among all processes and callers that migrate the same schema. */
export function withMigrationLock<T>(db: Database, work: (session: Session) => Promise<T>): Promise<T> {
  const previousRun = lastRuns.get(db) ?? Promise.resolve();
  const run = previousRun.then(() =>
    db.session((session) => withAdvisoryLock(db, session, work), { longRunning: true }),
  );
  lastRuns.set(
    db,
    run.catch(() => undefined),
  );
  return run;
}

/** Polls instead of waiting: a waiting statement's snapshot would block concurrent index builds of the lock's holder. */
async function withAdvisoryLock<T>(
  db: Database,
  session: Session,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (db.engine === 'embedded') return work(session);
  for (;;) {
    const [row] = await session.query<{ held: boolean }>(
      `SELECT pg_try_advisory_lock(${ADVISORY_LOCK}) AS held`,
      [],
      UNPREPARED,
    );
    if (row?.held) break;
    await setTimeout(POLL_MS);
  }
  // The connection is closed after the work, which releases the lock.
  return work(session);
}
