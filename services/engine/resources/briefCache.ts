import { timesChanged } from '../live/changes.ts';
import type { Database } from '../storage/database.ts';
import type { Services } from './services.ts';

/** Milliseconds for which what was read counts: others' processes may have changed it. What this one changes counts at once. */
const FRESH_MS = 1_000;
/** Readings that are remembered of one database. */
const MOST = 2_000;

interface Reading {
  at: number;
  changes: number;
  value: Promise<unknown>;
}
const readings = new WeakMap<Database, Map<string, Reading>>();

/**
 * What `read` gives, for many who ask for the same within a moment; it is shared, so nobody may change it.
 * @param key of what is read, the same for the same
 * @param entities of whose records `read` reads
 */
export function cachedBriefly<T>(
  { db }: Pick<Services, 'db'>,
  key: string,
  entities: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  const all = readings.get(db) ?? new Map<string, Reading>();
  readings.set(db, all);
  // Counted before reading: what changes meanwhile makes it old at once.
  const changes = entities.reduce((sum, entity) => sum + timesChanged(db, entity), 0);
  const held = all.get(key);
  if (held && held.changes === changes && Date.now() - held.at < FRESH_MS) return held.value as Promise<T>;
  if (all.size >= MOST) all.clear();
  const value = read();
  all.set(key, { at: Date.now(), changes, value });
  value.catch(() => all.delete(key));
  return value;
}
