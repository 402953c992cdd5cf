import { changeCount } from '../live/changes.ts';
import type { Database } from '../storage/database.ts';
import type { Services } from './services.ts';

/** Other processes may change the records meanwhile; changes of this process invalidate at once. */
const DEFAULT_TTL_MS = 1_000;
/** Per database and set of entities. */
const MAX_CACHED_READINGS = 10_000;

interface CachedReading {
  at: number;
  /** How many changes of the entities had been published when it was read. */
  changes: number;
  value: Promise<unknown>;
}
/** By key, the oldest reading first. */
type Readings = Map<string, CachedReading>;
/** By entities, so that many readings of some entities do not evict those of others. */
const caches = new WeakMap<Database, Map<string, Readings>>();

function readingsOf(db: Database, entities: readonly string[]): Readings {
  const ofDatabase = caches.get(db) ?? new Map<string, Readings>();
  caches.set(db, ofDatabase);
  const name = entities.join();
  const readings = ofDatabase.get(name) ?? new Map<string, CachedReading>();
  ofDatabase.set(name, readings);
  return readings;
}

/** Whether the cache has a value for the key, which may have expired. */
export const isCachedBriefly = (
  { db }: Pick<Services, 'db'>,
  key: string,
  entities: readonly string[],
): boolean => readingsOf(db, entities).has(key);

/**
 * Returns the result of `read`, cached for `ttlMs` and shared: callers must not change it. `undefined` is not cached, so
 * that unknown keys evict nothing.
 * @param entities whose records `read` reads: a change of one of them invalidates the value
 */
export function cachedBriefly<T>(
  { db }: Pick<Services, 'db'>,
  key: string,
  entities: readonly string[],
  read: () => Promise<T>,
  ttlMs = DEFAULT_TTL_MS,
): Promise<T> {
  const readings = readingsOf(db, entities);
  // Counted before reading: a change meanwhile invalidates the value at once.
  const changes = entities.reduce((sum, entity) => sum + changeCount(db, entity), 0);
  const cached = readings.get(key);
  if (cached && cached.changes === changes && Date.now() - cached.at < ttlMs)
    return cached.value as Promise<T>;
  const value = read();
  const reading = { at: Date.now(), changes, value };
  readings.delete(key);
  readings.set(key, reading);
  const evict = (): void => {
    if (readings.get(key) === reading) readings.delete(key);
  };
  value.then((found) => {
    if (found === undefined) evict();
    const [oldest] = readings.keys();
    if (readings.size > MAX_CACHED_READINGS && oldest !== undefined) readings.delete(oldest);
  }, evict);
  return value;
}
