import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttentionItem, SystemResponse } from '../../../schemas/system/responses.ts';
import type { MetricSample } from '../metrics/description.ts';
import type { Context } from '../modules/module.ts';
import { backupFolder } from '../storage/scheduleBackups.ts';
import { isAhead } from './names.ts';
import { readState, type BackupState } from './state.ts';
import { HOUR_MS } from './work.ts';
import { numberText, t } from '../../../schemas/texts/translate.ts';

type Asked = Pick<Context, 'db' | 'settings'>;

const usesStore = ({ settings }: Asked): boolean => settings.backupS3Bucket !== undefined;

/** The backups that are made by themselves; null where a server's own means make them. */
export async function readBackups(asked: Asked): Promise<SystemResponse['backup']> {
  const { db, settings } = asked;
  if (usesStore(asked)) {
    const { newest, trial } = await readState(db);
    return {
      place: 'store',
      newest: newest && !isAhead(newest.at, new Date()) ? { at: newest.at, bytes: newest.bytes } : null,
      trial: trial ? { at: trial.at, isGood: trial.isGood, text: trial.text } : null,
    };
  }
  if (db.engine !== 'embedded') return null;
  return { place: 'folder', newest: await newestInFolder(settings.dataDir), trial: null };
}

async function newestInFolder(dataDir: string): Promise<{ at: string; bytes: number } | null> {
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

/** How old the newest may become before somebody is told: a quarter and an hour more than they are apart. */
const lateAfterMs = ({ settings }: Asked): number => settings.backupHours * 1.25 * HOUR_MS + HOUR_MS;

/** What of the backups an administrator has to do something about. */
export async function attentionOfBackups(asked: Asked): Promise<AttentionItem[]> {
  const backups = await readBackups(asked);
  if (!backups) return [];
  const state: BackupState = backups.place === 'store' ? await readState(asked.db) : {};
  const since = backups.newest?.at ?? state.since;
  const ageMs = since === undefined ? 0 : Date.now() - Date.parse(since);
  const { newest, failure: noted } = state;
  // A process that broke off may leave one behind that another has made good.
  const isPast = noted && newest && noted.at < newest.at;
  const failure = state.away ?? (isPast ? undefined : noted);
  const items: AttentionItem[] = [];
  const look = failure?.text ?? t('Look at the log for "backup failed"; usually the disk is full.');
  if (ageMs > lateAfterMs(asked)) {
    const hours = Math.round(ageMs / HOUR_MS);
    items.push({
      ...{ id: 'backup-late', severity: 'critical' },
      title: backups.newest
        ? t('The last backup is %{hours} hours old', { hours })
        : t('No backup was made in %{hours} hours', { hours }),
      advice: look,
    });
  } else if (failure) {
    const title = state.away ? t('The store of backups cannot be reached') : t('The last backup failed');
    const advice = t('%{advice} It is tried again by itself; the one before is there.', { advice: look });
    items.push({
      ...{ id: 'backup-fails', severity: backups.newest ? 'warning' : 'critical' },
      ...{ title, advice: backups.newest ? advice : look },
    });
  }
  if (backups.trial?.isGood === false)
    items.push({
      ...{ id: 'backup-trial', severity: 'critical' },
      title: t('A backup could not be restored on trial'),
      advice: backups.trial.text,
    });
  const lacking = state.trial?.lacking ?? 0;
  if (lacking > 0)
    items.push({
      ...{ id: 'backup-files', severity: 'warning' },
      title: t(
        lacking === 1 ? '%{count} file is missing in the backup' : '%{count} files are missing in the backup',
        {
          count: numberText(lacking),
        },
      ),
      advice: t('%{result}. Look whether the store of files has lost or changed them.', {
        result: state.trial?.text ?? '',
      }),
    });
  return items;
}

/** Seconds since the newest backup, or since the first was waited for. */
export async function readAge(asked: Asked): Promise<MetricSample[]> {
  const backups = await readBackups(asked);
  const since =
    backups?.newest?.at ?? (backups?.place === 'store' ? (await readState(asked.db)).since : undefined);
  return since === undefined ? [] : [{ value: Math.max(0, (Date.now() - Date.parse(since)) / 1000) }];
}

export async function readTrial(asked: Asked): Promise<MetricSample[]> {
  const trial = (await readBackups(asked))?.trial;
  return trial ? [{ value: trial.isGood ? 0 : 1 }] : [];
}
