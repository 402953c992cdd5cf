import { createBackupFileSource } from '../files/index.ts';
import { databaseNow, JobError, type JobContext, type JobOutcome } from '../jobs/index.ts';
import type { Context } from '../modules/module.ts';
import { BackupDamagedError } from '../storage/backupFile.ts';
import { StorageError, type Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { isAhead, newestGood, type StoredBackup } from './names.ts';
import { openBackupStore, type KeyedStore } from './openStore.ts';
import { updateState, readState, type BackupState } from './state.ts';
import { removeOutdated, writeToStore } from './storedBackups.ts';
import { tryRestore, type Trial } from './tryRestore.ts';
import { storedNumber, storedText } from '../../../schemas/texts/stored.ts';

export const LOOK_JOB = 'backup.look';
export const WRITE_JOB = 'backup.write';
export const TRIAL_JOB = 'backup.trial';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How soon what failed is tried again. */
const WRITE_AGAIN_MS = HOUR_MS;
const TRY_AGAIN_MS = 6 * HOUR_MS;

type Given = Pick<JobContext<object>, 'signal'>;
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
 * Looks at what lies in the store, and has done what is due: the one place that decides when.
 * @param given.now by the clock of the database, if nothing is given
 */
export async function look(
  { db, settings, jobs }: Omit<BackupContext, 'files'>,
  given: { signal?: AbortSignal; now?: Date } = {},
): Promise<void> {
  const now = given.now ?? (await databaseNow(db));
  await withStore(settings, async ({ store }) => {
    const state = await readState(db);
    const since = state.since === undefined || isAhead(state.since, now) ? now.toISOString() : state.since;
    let all: StoredBackup[];
    try {
      all = await store.list(given.signal);
    } catch (error) {
      if (!given.signal?.aborted) await updateState(db, { since, away: told(error, now) });
      return;
    }
    await store.removeAbandoned(now, given.signal);
    const newest = newestGood(all, state.damaged ?? [], now);
    await updateState(db, { since, away: null, newest: newest ?? null });
    const due = [
      ...(isWriteDue(settings, state, all, now) ? [[WRITE_JOB, 'backup'] as const] : []),
      ...(isTrialDue(settings, state, newest, now) ? [[TRIAL_JOB, 'backup-trial'] as const] : []),
    ];
    for (const [name, key] of due)
      // One that runs already sees to it.
      if (!(await jobs.isHeld(key))) await db.transaction((tx) => jobs.enqueue(tx, name, {}, { key }));
  });
}

/** Milliseconds; for ever where the moment is unknown or of a clock that is ahead. */
const since = (at: string | undefined, now: Date): number =>
  at === undefined || isAhead(at, now) ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);

function isWriteDue(
  { backupHours }: BackupContext['settings'],
  { failure, trial, damaged = [] }: BackupState,
  all: readonly StoredBackup[],
  now: Date,
): boolean {
  const every = backupHours * HOUR_MS;
  // After the first damaged one another is made at once. Where that is damaged too, more of them mend nothing.
  const last = all.filter(({ at }) => !isAhead(at, now)).slice(-2);
  const isInVain = last.length === 2 && last.every(({ name }) => damaged.includes(name));
  if (isInVain && since(trial?.at, now) < Math.min(TRY_AGAIN_MS, every)) return false;
  return since(newestGood(all, damaged, now)?.at, now) >= every && since(failure?.at, now) >= WRITE_AGAIN_MS;
}

function isTrialDue(
  { backupCheckDays: days }: BackupContext['settings'],
  { trial }: BackupState,
  newest: StoredBackup | undefined,
  now: Date,
): boolean {
  if (days === 0 || !newest) return false;
  const wait = trial?.isGood === false ? Math.min(TRY_AGAIN_MS, days * DAY_MS) : days * DAY_MS;
  // What came after one that was found damaged is tried at once.
  return since(trial?.at, now) >= wait || (trial?.isGood === false && newest.name > trial.name);
}

/** A server's backup takes hours: it holds no connection of the pool, of which there may be one. */
async function onOwnConnection<T>(
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

/** Writes a backup, and removes what is too old once it lies there. */
export async function write({ signal }: Given, context: BackupContext): Promise<JobOutcome | void> {
  const { db, settings, files } = context;
  return withStore(settings, async (keyed) => {
    try {
      const contents = settings.backupFiles ? createBackupFileSource(files) : undefined;
      const { rows, ...newest } = await onOwnConnection(db, settings, (own) =>
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
      await updateState(db, { failure: told(error, await databaseNow(db)) });
      throw failed(error);
    }
  });
}

/** Restores the newest backup on trial, and notes what came of it. */
export async function trial({ signal }: Given, context: BackupContext): Promise<JobOutcome | void> {
  const { db, settings } = context;
  return withStore(settings, async (keyed) => {
    const { damaged = [] } = await readState(db);
    const listed = await keyed.store.list(signal);
    const newest = newestGood(listed, damaged, await databaseNow(db));
    if (!newest) return undefined;
    const { name } = newest;
    try {
      const found = await tryRestore(db, settings, keyed, { name, signal });
      if (!found) return { text: storedText('Another trial is being made.') };
      const text = summaryOf(found);
      const lacking = (settings.backupFiles ? found.missing : 0) + found.spoilt;
      const isThere = (await keyed.store.list(signal).catch(() => listed)).some((one) => one.name === name);
      await updateState(db, {
        trial: { name, at: (await databaseNow(db)).toISOString(), text, isGood: true, lacking },
        ...(lacking === 0 && isThere && { restored: name }),
      });
      return { text };
    } catch (error) {
      if (signal.aborted) throw error;
      const lying = damaged.filter((one) => listed.some((other) => other.name === one));
      await updateState(db, {
        trial: { ...told(error, await databaseNow(db)), name, isGood: false },
        ...(error instanceof BackupDamagedError && { damaged: [...lying, name] }),
      });
      throw failed(error);
    }
  });
}

function summaryOf({ rows, files, missing, spoilt, seconds }: Trial): string {
  const inWords = (count: number): string => storedNumber(count);
  const file = (count: number): string =>
    storedText(count === 1 ? '%{count} file' : '%{count} files', { count: inWords(count) });
  const row = storedText(rows === 1 ? '%{count} row' : '%{count} rows', { count: inWords(rows) });
  return [
    storedText('%{rows} and %{files} in %{seconds} s', { rows: row, files: file(files), seconds }),
    ...(missing > 0 ? [storedText('%{files} not in it', { files: file(missing) })] : []),
    ...(spoilt > 0 ? [storedText('%{files} damaged before it was written', { files: file(spoilt) })] : []),
  ].join('; ');
}

const told = (error: unknown, at: Date): { at: string; text: string } => ({
  at: at.toISOString(),
  text:
    error instanceof StorageError
      ? error.message
      : storedText('It broke off for a reason that the log says.'),
});

/** Tried again when `look` finds it due, not at once. */
const failed = (error: unknown): unknown =>
  error instanceof StorageError ? new JobError(error.message, true, { cause: error }) : error;
