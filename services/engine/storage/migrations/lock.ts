import { setTimeout } from 'node:timers/promises';
import { type Database, type Session, UNPREPARED } from '../database.ts';

/** Any number; the second one tells the schemas of one database apart. */
const LOCK = '7230151, hashtext(current_schema())';
const POLL_MS = 100;

const turns = new WeakMap<Database, Promise<unknown>>();

/** Runs `work` while no other start changes the same tables, on a connection that has time. */
export function withMigrationLock<T>(db: Database, work: (session: Session) => Promise<T>): Promise<T> {
  const before = turns.get(db) ?? Promise.resolve();
  const turn = before.then(() => db.session((session) => inTurn(db, session, work), { longRunning: true }));
  turns.set(
    db,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Asks again and again instead of waiting: a waiting statement would hold up an index build of the one who has the lock. */
async function inTurn<T>(db: Database, session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  if (db.engine === 'embedded') return work(session);
  for (;;) {
    const [row] = await session.query<{ held: boolean }>(
      `SELECT pg_try_advisory_lock(${LOCK}) AS held`,
      [],
      UNPREPARED,
    );
    if (row?.held) break;
    await setTimeout(POLL_MS);
  }
  // The lock goes with the connection, which is dropped after the work.
  return work(session);
}
