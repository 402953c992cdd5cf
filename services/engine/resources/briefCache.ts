import { timesChanged } from '../live/changes.ts';
import type { Database } from '../storage/database.ts';
import type { Services } from './services.ts';

/** Milliseconds for which what was read counts: others' processes may have changed it. What this one changes counts at once. */
const DEFAULT_TTL_MS = 1_000;
/** Readings of the same entities that are remembered of one database. */
const MAX_CACHED_READINGS = 10_000;

interface CachedReading {
  at: number;
  changes: number;
  value: Promise<unknown>;
}
/** The one that was read longest ago first. */
type Readings = Map<string, CachedReading>;
/** By the entities that are read: many readings of one push none of another out. */
const caches = new WeakMap<Database, Map<string, Readings>>();

function readingsOf(db: Database, entities: readonly string[]): Readings {
  const ofDatabase = caches.get(db) ?? new Map<string, Readings>();
  caches.set(db, ofDatabase);
  const name = entities.join();
  const readings = ofDatabase.get(name) ?? new Map<string, CachedReading>();
  ofDatabase.set(name, readings);
  return readings;
}

/** Whether something was found under the key of late, which may be old by now. */
export const isCachedBriefly = (
  { db }: Pick<Services, 'db'>,
  key: string,
  entities: readonly string[],
): boolean => readingsOf(db, entities).has(key);

/**
 * What `read` gives, for many who ask for the same within a moment; it is shared, so nobody may change it. Nothing found
 * is not remembered, so that keys of nothing push none out.
 * @param key of what is read, the same for the same
 * @param entities of whose records `read` reads
 */
export function cachedBriefly<T>(
  { db }: Pick<Services, 'db'>,
  key: string,
  entities: readonly string[],
  read: () => Promise<T>,
  ttlMs = DEFAULT_TTL_MS,
): Promise<T> {
  const readings = readingsOf(db, entities);
  // Counted before reading: what changes meanwhile makes it old at once.
  const changes = entities.reduce((sum, entity) => sum + timesChanged(db, entity), 0);
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
