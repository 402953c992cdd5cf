import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttentionItem, SystemResponse } from '../../../schemas/system/responses.ts';
import type { MetricSample } from '../metrics/description.ts';
import type { Context } from '../modules/module.ts';
import { backupFolder } from '../storage/scheduleBackups.ts';
import { isInFuture } from './names.ts';
import { readState, type BackupState } from './state.ts';
import { HOUR_MS } from './backupJobs.ts';
import { numberText, t } from '../../../schemas/texts/translate.ts';

type StatusContext = Pick<Context, 'db' | 'settings'>;

const usesStore = ({ settings }: StatusContext): boolean => settings.backupS3Bucket !== undefined;

/** State of the automatic backups; null if a server is backed up by its own means. */
export async function readBackups(context: StatusContext): Promise<SystemResponse['backup']> {
  const { db, settings } = context;
  if (usesStore(context)) {
    const { newest, trial } = await readState(db);
    return {
      place: 'store',
      newest: newest && !isInFuture(newest.at, new Date()) ? { at: newest.at, bytes: newest.bytes } : null,
      trial: trial ? { at: trial.at, isGood: trial.isGood, text: trial.text } : null,
    };
  }
  if (db.engine !== 'embedded') return null;
  return { place: 'folder', newest: await findNewestInFolder(settings.dataDir), trial: null };
}

async function findNewestInFolder(dataDir: string): Promise<{ at: string; bytes: number } | null> {
  const folder = backupFolder(dataDir);
  const names = await readdir(folder).catch((): string[] => []);
  const newest = names
    .filter((name) => name.startsWith('backup-') && name.endsWith('.gz'))
    .toSorted()
    .at(-1);
  if (newest === undefined) return null;
  const { mtime, size } = await stat(join(folder, newest));
  return { at: mtime.toISOString(), bytes: size };
}

/** Age of the newest backup that raises an alert: the interval, a quarter of it and an hour. */
const maxAgeMs = ({ settings }: StatusContext): number => settings.backupHours * 1.25 * HOUR_MS + HOUR_MS;

/** Problems of the backups that an administrator has to solve. */
export async function findBackupAttention(context: StatusContext): Promise<AttentionItem[]> {
  const backups = await readBackups(context);
  if (!backups) return [];
  const state: BackupState = backups.place === 'store' ? await readState(context.db) : {};
  const since = backups.newest?.at ?? state.since;
  const ageMs = since === undefined ? 0 : Date.now() - Date.parse(since);
  const { newest, failure: lastFailure } = state;
  // A newer backup of another process resolves the failure of an interrupted one.
  const isResolved = lastFailure && newest && lastFailure.at < newest.at;
  const failure = state.away ?? (isResolved ? undefined : lastFailure);
  const items: AttentionItem[] = [];
  const hint = failure?.text ?? t('Look at the log for "backup failed"; usually the disk is full.');
  if (ageMs > maxAgeMs(context)) {
    const hours = Math.round(ageMs / HOUR_MS);
    items.push({
      ...{ id: 'backup-late', severity: 'critical' },
      title: backups.newest
        ? t('The last backup is %{hours} hours old', { hours })
        : t('No backup was made in %{hours} hours', { hours }),
      advice: hint,
    });
  } else if (failure) {
    const title = state.away ? t('The store of backups cannot be reached') : t('The last backup failed');
    const advice = t('%{advice} It is tried again by itself; the one before is there.', { advice: hint });
    items.push({
      ...{ id: 'backup-fails', severity: backups.newest ? 'warning' : 'critical' },
      ...{ title, advice: backups.newest ? advice : hint },
    });
  }
  if (backups.trial?.isGood === false)
    items.push({
      ...{ id: 'backup-trial', severity: 'critical' },
      title: t('A backup could not be restored on trial'),
      advice: backups.trial.text,
    });
  const missingFiles = state.trial?.lacking ?? 0;
  if (missingFiles > 0)
    items.push({
      ...{ id: 'backup-files', severity: 'warning' },
      title: t(
        missingFiles === 1
          ? '%{count} file is missing in the backup'
          : '%{count} files are missing in the backup',
        {
          count: numberText(missingFiles),
        },
      ),
      advice: t('%{result}. Look whether the store of files has lost or changed them.', {
        result: state.trial?.text ?? '',
      }),
    });
  return items;
}

/** Seconds since the newest backup, or since the store was first listed. */
export async function readAgeMetric(context: StatusContext): Promise<MetricSample[]> {
  const backups = await readBackups(context);
  const since =
    backups?.newest?.at ?? (backups?.place === 'store' ? (await readState(context.db)).since : undefined);
  return since === undefined ? [] : [{ value: Math.max(0, (Date.now() - Date.parse(since)) / 1000) }];
}

export async function readVerificationMetric(context: StatusContext): Promise<MetricSample[]> {
  const trial = (await readBackups(context))?.trial;
  return trial ? [{ value: trial.isGood ? 0 : 1 }] : [];
}
