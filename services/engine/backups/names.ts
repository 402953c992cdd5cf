/** A backup that lies whole in the store. */
export interface StoredBackup {
  name: string;
  /** ISO 8601, of the moment that it is of. */
  at: string;
  bytes: number;
}

const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.sealed$/;

/** The name of a backup of that moment. */
export const backupName = (at: Date): string =>
  `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sealed`;

/** The moment that a backup is of, by its name, as ISO 8601; undefined for a name that is none. */
export function momentOf(name: string): string | undefined {
  const [day, time] = NAME.exec(name)?.[1]?.split('T') ?? [];
  return day && time ? `${day}T${time.replaceAll('-', ':')}.000Z` : undefined;
}

/** How far clocks may be apart. */
const CLOCKS_MS = 600_000;

/** Whether a moment was written by a clock that is ahead: it tells nothing of when it was. */
export const isAhead = (at: string, now: Date): boolean => Date.parse(at) - now.getTime() > CLOCKS_MS;

/** The newest of backups, oldest first, that is not known to be damaged and not of a moment to come. */
export const newestGood = (
  all: readonly StoredBackup[],
  damaged: readonly string[],
  now: Date,
): StoredBackup | undefined => all.findLast(({ name, at }) => !damaged.includes(name) && !isAhead(at, now));
