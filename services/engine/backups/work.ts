import { contentsOf } from '../files/index.ts';
import { JobError, type JobContext, type JobOutcome } from '../jobs/index.ts';
import type { Context } from '../modules/module.ts';
import { BackupDamaged } from '../storage/backupFile.ts';
import { StorageError } from '../storage/database.ts';
import type { StoredBackup } from './names.ts';
import { openBackupStore, type KeyedStore } from './openStore.ts';
import { noteState, readState, type BackupState } from './state.ts';
import { removeOutdated, writeToStore } from './storedBackups.ts';
import { tryRestore } from './tryRestore.ts';

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

/** Looks at what lies in the store, and has done what is due: the one place that decides when. */
export async function look({ db, settings, jobs }: BackupContext, now = new Date()): Promise<void> {
  await withStore(settings, async ({ store }) => {
    const state = await readState(db);
    let all: StoredBackup[];
    try {
      all = await store.list();
    } catch (error) {
      await noteState(db, { since: state.since ?? now.toISOString(), away: told(error, now) });
      return;
    }
    await store.removeAbandoned(now);
    const names = new Set(all.map(({ name }) => name));
    const damaged = (state.damaged ?? []).filter((name) => names.has(name));
    const newest = all.findLast(({ name }) => !damaged.includes(name));
    await noteState(db, {
      ...{ since: state.since ?? now.toISOString(), away: null },
      ...{ newest: newest ?? null, damaged: damaged.length > 0 ? damaged : null },
    });
    const due = [
      ...(isWriteDue(settings, state, newest, now) ? [[WRITE_JOB, 'backup'] as const] : []),
      ...(isTrialDue(settings, state, newest, now) ? [[TRIAL_JOB, 'backup-trial'] as const] : []),
    ];
    for (const [name, key] of due)
      // One that runs already sees to it.
      if (!(await jobs.isHeld(key))) await db.transaction((tx) => jobs.enqueue(tx, name, {}, { key }));
  });
}

const since = (at: string | undefined, now: Date): number =>
  at === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);

function isWriteDue(
  { backupHours }: BackupContext['settings'],
  { failure }: BackupState,
  newest: StoredBackup | undefined,
  now: Date,
): boolean {
  return since(newest?.at, now) >= backupHours * HOUR_MS && since(failure?.at, now) >= WRITE_AGAIN_MS;
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

/** Writes a backup, and removes what is too old once it lies there. */
export async function write({ signal }: Given, context: BackupContext): Promise<JobOutcome | void> {
  const { db, settings, files } = context;
  return withStore(settings, async (keyed) => {
    try {
      const contents = settings.backupFiles ? contentsOf(files) : undefined;
      const { rows, ...newest } = await writeToStore(db, keyed, contents, { signal });
      await noteState(db, { newest, failure: null, away: null });
      const { restored, damaged } = await readState(db);
      await removeOutdated(keyed, { keep: settings.backupKeep, restored, damaged });
      return { text: `${rows.toLocaleString('en-US')} rows were written as ${newest.name}.` };
    } catch (error) {
      if (signal.aborted) throw error;
      await noteState(db, { failure: told(error, new Date()) });
      throw failed(error);
    }
  });
}

/** Restores the newest backup on trial, and notes what came of it. */
export async function trial({ signal }: Given, context: BackupContext): Promise<JobOutcome | void> {
  const { db, settings } = context;
  return withStore(settings, async (keyed) => {
    const { damaged = [] } = await readState(db);
    const newest = (await keyed.store.list()).findLast((one) => !damaged.includes(one.name));
    if (!newest) return undefined;
    const { name } = newest;
    try {
      const found = await tryRestore(db, settings, keyed, { name, signal });
      const text = summaryOf(found);
      await noteState(db, { restored: name, trial: { name, at: now(), text, isGood: true } });
      return { text };
    } catch (error) {
      if (signal.aborted) throw error;
      await noteState(db, {
        trial: { ...told(error, new Date()), name, isGood: false },
        ...(error instanceof BackupDamaged && { damaged: [...damaged, name] }),
      });
      throw failed(error);
    }
  });
}

const now = (): string => new Date().toISOString();

function summaryOf({ rows, files, missing, seconds }: Awaited<ReturnType<typeof tryRestore>>): string {
  const count = (n: number, one: string): string =>
    `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`;
  const told = `${count(rows, 'row')} and ${count(files, 'file')} in ${seconds} s`;
  return missing === 0 ? told : `${told}; ${count(missing, 'file')} not in it`;
}

const told = (error: unknown, at: Date): { at: string; text: string } => ({
  at: at.toISOString(),
  text: error instanceof StorageError ? error.message : 'It broke off for a reason that the log says.',
});

/** Tried again when `look` finds it due, not at once. */
const failed = (error: unknown): unknown =>
  error instanceof StorageError ? new JobError(error.message, true, { cause: error }) : error;
