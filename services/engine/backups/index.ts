import type { DomainModule } from '../modules/module.ts';
import { BACKUP_TABLES } from './state.ts';
import { attentionOfBackups, readAge, readBackups, readTrial } from './status.ts';
import { HOUR_MS, look, LOOK_JOB, trial, TRIAL_JOB, write, WRITE_JOB } from './work.ts';
import { message } from '../../../schemas/texts/translate.ts';

export { keysOf, openBackupStore, type KeyedStore } from './openStore.ts';
export { openFile, withStored, writeToStore } from './storedBackups.ts';
export { readBackups } from './status.ts';

/** Backups in a store: when they are due, what is kept, and whether they can be restored. */
export const backupsModule = {
  name: 'backups',
  migrations: BACKUP_TABLES,
  attention: attentionOfBackups,
  jobs: {
    [LOOK_JOB]: {
      label: message('Look at the backups'),
      concurrency: 1,
      run: ({ signal }, context) => look(context, { signal }),
    },
    [WRITE_JOB]: {
      label: message('Backup'),
      showsOutcome: true,
      retry: 0,
      timeout: '48h',
      concurrency: 1,
      run: write,
    },
    [TRIAL_JOB]: {
      ...{
        label: message('Trial of a backup'),
        showsOutcome: true,
        retry: 0,
        timeout: '48h',
        concurrency: 1,
      },
      run: trial,
    },
  },
  schedules: { [LOOK_JOB]: { everyMinutes: 5 } },
  metrics: {
    console_backup_age_seconds: {
      type: 'gauge',
      help: 'Seconds since the newest backup.',
      read: readAge,
      panels: [{ title: 'Age of the newest backup', query: 'min(console_backup_age_seconds)', unit: 's' }],
      alerts: [
        {
          name: 'BackupLate',
          expr: 'min(console_backup_age_seconds) > 1.25 * max(console_backup_every_seconds) + 3600',
          for: '10m',
          severity: 'critical',
          summary: 'No good backup was made for longer than they are meant to be apart',
        },
      ],
    },
    console_backup_every_seconds: {
      type: 'gauge',
      help: 'Seconds that two backups are meant to be apart.',
      read: async (context) =>
        (await readBackups(context)) ? [{ value: (context.settings.backupHours * HOUR_MS) / 1000 }] : [],
    },
    console_backup_trial_failed: {
      type: 'gauge',
      help: '1 where the last backup that was restored on trial could not be, 0 where it could.',
      read: readTrial,
      alerts: [
        {
          name: 'BackupTrialFails',
          expr: 'max(console_backup_trial_failed) == 1',
          for: '10m',
          severity: 'critical',
          summary: 'The last backup that was restored on trial could not be restored',
        },
      ],
    },
  },
} satisfies DomainModule;
