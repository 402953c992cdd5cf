import { CircuitBreaker } from '../../engine/outbound/circuitBreaker.ts';
import type { Database } from '../../engine/storage/database.ts';

/**
 * Conversations that one process goes on with at once, by engine: the embedded one has a single connection. They share
 * their statements, so that what they mostly do is wait: for the turn, and for platforms. Some places stay free for
 * others where one channel has very much to do, or waits very long; of those of visitors a caller has at most `perCaller`.
 */
export const CAPACITY = {
  embedded: { conversations: 20, perChannel: 16, perCaller: 4 },
  server: { conversations: 200, perChannel: 160, perCaller: 40 },
} as const;

/** Slow calls of one host, at most: half of the conversations that one channel may have. */
const slowCalls = (engine: keyof typeof CAPACITY): number => CAPACITY[engine].perChannel / 2;

const breakers = new WeakMap<Database, CircuitBreaker>();

/** What keeps one platform or webhook from taking up the conversations of this process. */
export function circuitsOf(db: Database): CircuitBreaker {
  const held = breakers.get(db) ?? new CircuitBreaker(slowCalls(db.engine));
  breakers.set(db, held);
  return held;
}
