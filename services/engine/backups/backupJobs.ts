import { createBackupFileSource } from '../files/index.ts';
import { databaseNow, JobError, type JobContext, type JobOutcome } from '../jobs/index.ts';
import type { Context } from '../modules/module.ts';
import { BackupDamagedError } from '../storage/backupFile.ts';
import { StorageError, type Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { isInFuture, findNewestUndamaged, type StoredBackup } from './names.ts';
import { openBackupStore, type KeyedStore } from './openStore.ts';
import { updateState, readState, type BackupState } from './state.ts';
import { removeOutdated, writeToStore } from './storedBackups.ts';
import { verifyBackup, type Verification } from './verifyBackup.ts';
import { storedNumber, storedText } from '../../../schemas/texts/stored.ts';

export const SCHEDULE_JOB = 'backup.look';
export const WRITE_JOB = 'backup.write';
export const VERIFY_JOB = 'backup.trial';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const WRITE_RETRY_MS = HOUR_MS;
const VERIFY_RETRY_MS = 6 * HOUR_MS;

type JobSignal = Pick<JobContext<object>, 'signal'>;
type BackupContext = Pick<Context, 'db' | 'settings' | 'jobs' | 'files'>;

async function withStore<T>(
  settings: BackupContext['settings'],
  work: (keyed: KeyedStore) => Promise<T>,
): Promise<T | undefined> {
  const keyed = await openBackupStore(settings);
  if (!keyed) return undefined;
  try {
    return await work(keyed);
  } finally {
    keyed.store.close();
  }
}

/**
 * Lists the store, updates the stored state, and enqueues the backup and verification jobs that are due.
 * @param given.now default: the database's clock
 */
export async function enqueueDueJobs(
  { db, settings, jobs }: Omit<BackupContext, 'files'>,
  options: { signal?: AbortSignal; now?: Date } = {},
): Promise<void> {
  const now = options.now ?? (await databaseNow(db));
  await withStore(settings, async ({ store }) => {
    const state = await readState(db);
    const since = state.since === undefined || isInFuture(state.since, now) ? now.toISOString() : state.since;
    let all: StoredBackup[];
    try {
      all = await store.list(options.signal);
    } catch (error) {
      if (!options.signal?.aborted) await updateState(db, { since, away: toFailure(error, now) });
      return;
    }
    await store.removeAbandoned(now, options.signal);
    const newest = findNewestUndamaged(all, state.damaged ?? [], now);
    await updateState(db, { since, away: null, newest: newest ?? null });
    const due = [
      ...(isWriteDue(settings, state, all, now) ? [[WRITE_JOB, 'backup'] as const] : []),
      ...(isVerificationDue(settings, state, newest, now) ? [[VERIFY_JOB, 'backup-trial'] as const] : []),
    ];
    for (const [name, key] of due)
      // Not while one is waiting or running.
      if (!(await jobs.isHeld(key))) await db.transaction((tx) => jobs.enqueue(tx, name, {}, { key }));
  });
}

/** Infinity if the time is unknown or in the future. */
const ageMs = (at: string | undefined, now: Date): number =>
  at === undefined || isInFuture(at, now) ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);

function isWriteDue(
  { backupHours }: BackupContext['settings'],
  { failure, trial, damaged = [] }: BackupState,
  all: readonly StoredBackup[],
  now: Date,
): boolean {
  const intervalMs = backupHours * HOUR_MS;
  // The first damaged backup is replaced at once. If the replacement is damaged too, further ones would not help.
  const lastTwo = all.filter(({ at }) => !isInFuture(at, now)).slice(-2);
  const areBothDamaged = lastTwo.length === 2 && lastTwo.every(({ name }) => damaged.includes(name));
  if (areBothDamaged && ageMs(trial?.at, now) < Math.min(VERIFY_RETRY_MS, intervalMs)) return false;
  return (
    ageMs(findNewestUndamaged(all, damaged, now)?.at, now) >= intervalMs &&
    ageMs(failure?.at, now) >= WRITE_RETRY_MS
  );
}

function isVerificationDue(
  { backupCheckDays: days }: BackupContext['settings'],
  { trial }: BackupState,
  newest: StoredBackup | undefined,
  now: Date,
): boolean {
  if (days === 0 || !newest) return false;
  const intervalMs = trial?.isGood === false ? Math.min(VERIFY_RETRY_MS, days * DAY_MS) : days * DAY_MS;
  // A backup made after a damaged one is verified at once.
  return ageMs(trial?.at, now) >= intervalMs || (trial?.isGood === false && newest.name > trial.name);
}

/** A server's backup takes hours and must not occupy a connection of the pool. */
async function withOwnConnection<T>(
  db: Database,
  { databaseSessionUrl, databaseUrl }: BackupContext['settings'],
  work: (own: Database) => Promise<T>,
): Promise<T> {
  if (db.engine === 'embedded') return work(db);
  const own = await openDatabase({
    dataDir: '',
    databaseUrl: databaseSessionUrl ?? databaseUrl,
    poolSize: 1,
  });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** Writes a backup, then removes outdated ones. */
export async function runBackupJob(
  { signal }: JobSignal,
  context: BackupContext,
): Promise<JobOutcome | void> {
  const { db, settings, files } = context;
  return withStore(settings, async (keyed) => {
    try {
      const contents = settings.backupFiles ? createBackupFileSource(files) : undefined;
      const { rows, ...newest } = await withOwnConnection(db, settings, (own) =>
        writeToStore(own, keyed, contents, { signal }),
      );
      await updateState(db, { newest, failure: null, away: null });
      const { restored, damaged } = await readState(db);
      await removeOutdated(keyed, { keep: settings.backupKeep, restored, damaged });
      return {
        text: storedText('%{count} rows were written as %{name}.', {
          count: storedNumber(rows),
          name: newest.name,
        }),
      };
    } catch (error) {
      if (signal.aborted) throw error;
      await updateState(db, { failure: toFailure(error, await databaseNow(db)) });
      throw toJobError(error);
    }
  });
}

/** Verifies the newest backup and stores the result. */
export async function runVerifyJob(
  { signal }: JobSignal,
  context: BackupContext,
): Promise<JobOutcome | void> {
  const { db, settings } = context;
  return withStore(settings, async (keyed) => {
    const { damaged = [] } = await readState(db);
    const listed = await keyed.store.list(signal);
    const newest = findNewestUndamaged(listed, damaged, await databaseNow(db));
    if (!newest) return undefined;
    const { name } = newest;
    try {
      const found = await verifyBackup(db, settings, keyed, { name, signal });
      if (!found) return { text: storedText('Another trial is being made.') };
      const text = summarize(found);
      const missingFiles = (settings.backupFiles ? found.missing : 0) + found.damaged;
      const isThere = (await keyed.store.list(signal).catch(() => listed)).some((one) => one.name === name);
      await updateState(db, {
        trial: { name, at: (await databaseNow(db)).toISOString(), text, isGood: true, lacking: missingFiles },
        ...(missingFiles === 0 && isThere && { restored: name }),
      });
      return { text };
    } catch (error) {
      if (signal.aborted) throw error;
      const storedDamaged = damaged.filter((one) => listed.some((other) => other.name === one));
      await updateState(db, {
        trial: { ...toFailure(error, await databaseNow(db)), name, isGood: false },
        ...(error instanceof BackupDamagedError && { damaged: [...storedDamaged, name] }),
      });
      throw toJobError(error);
    }
  });
}

function summarize({ rows, files, missing, damaged, seconds }: Verification): string {
  const inWords = (count: number): string => storedNumber(count);
  const file = (count: number): string =>
    storedText(count === 1 ? '%{count} file' : '%{count} files', { count: inWords(count) });
  const row = storedText(rows === 1 ? '%{count} row' : '%{count} rows', { count: inWords(rows) });
  return [
    storedText('%{rows} and %{files} in %{seconds} s', { rows: row, files: file(files), seconds }),
    ...(missing > 0 ? [storedText('%{files} not in it', { files: file(missing) })] : []),
    ...(damaged > 0 ? [storedText('%{files} damaged before it was written', { files: file(damaged) })] : []),
  ].join('; ');
}

const toFailure = (error: unknown, at: Date): { at: string; text: string } => ({
  at: at.toISOString(),
  text:
    error instanceof StorageError
      ? error.message
      : storedText('It broke off for a reason that the log says.'),
});

/** The job itself is not retried: `enqueueDueJobs` enqueues another one when it is due. */
const toJobError = (error: unknown): unknown =>
  error instanceof StorageError ? new JobError(error.message, true, { cause: error }) : error;
