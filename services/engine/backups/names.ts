/** A complete backup in the store. */
export interface StoredBackup {
  name: string;
  /** When its content was read, ISO 8601. */
  at: string;
  bytes: number;
}

const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.sealed$/;

export const backupName = (at: Date): string =>
  `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sealed`;

/** The time in a backup's name, ISO 8601; undefined if `name` is not a backup's name. */
export function parseBackupTime(name: string): string | undefined {
  const [day, time] = NAME.exec(name)?.[1]?.split('T') ?? [];
  return day && time ? `${day}T${time.replaceAll('-', ':')}.000Z` : undefined;
}

/** Tolerated difference between clocks. */
const MAX_CLOCK_SKEW_MS = 600_000;

/** Whether a time was written by a clock that is ahead, so that it cannot be trusted. */
export const isInFuture = (at: string, now: Date): boolean =>
  Date.parse(at) - now.getTime() > MAX_CLOCK_SKEW_MS;

/** The newest backup that is neither known to be damaged nor dated in the future. @param all oldest first */
export const findNewestUndamaged = (
  all: readonly StoredBackup[],
  damaged: readonly string[],
  now: Date,
): StoredBackup | undefined =>
  all.findLast(({ name, at }) => !damaged.includes(name) && !isInFuture(at, now));
