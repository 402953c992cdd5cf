import { CircuitBreaker } from '../../engine/outbound/circuitBreaker.ts';
import type { Database } from '../../engine/storage/database.ts';

/**
 * Conversations that one process runs at the same time, by engine: the embedded one has a single connection. They batch
 * their statements, so that they mostly wait for platforms. `perChannel` leaves room for other channels when one is
 * busy or slow; `perCaller` does the same for visitors of one address.
 */
export const CAPACITY = {
  embedded: { conversations: 20, perChannel: 16, perCaller: 4 },
  server: { conversations: 200, perChannel: 160, perCaller: 40 },
} as const;

/** Slow calls to one host, at most: half of the conversations that one channel may have. */
const maxSlowCalls = (engine: keyof typeof CAPACITY): number => CAPACITY[engine].perChannel / 2;

const breakers = new WeakMap<Database, CircuitBreaker>();

/** Keeps one slow platform or webhook from occupying the conversations of this process. */
export function circuitsOf(db: Database): CircuitBreaker {
  const breaker = breakers.get(db) ?? new CircuitBreaker(maxSlowCalls(db.engine));
  breakers.set(db, breaker);
  return breaker;
}
