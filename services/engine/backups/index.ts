import type { DomainModule } from '../modules/module.ts';
import { BACKUP_TABLES } from './state.ts';
import { findBackupAttention, readAgeMetric, readBackups, readVerificationMetric } from './status.ts';
import {
  HOUR_MS,
  enqueueDueJobs,
  SCHEDULE_JOB,
  runVerifyJob,
  VERIFY_JOB,
  runBackupJob,
  WRITE_JOB,
} from './backupJobs.ts';
import { message } from '../../../schemas/texts/translate.ts';

export { readBackupKeys, openBackupStore, type KeyedStore } from './openStore.ts';
export { openBackupFile, withStoredBackup, writeToStore } from './storedBackups.ts';
export { readBackups } from './status.ts';

/** Backups in a store: their schedule, retention and verification. */
export const backupsModule = {
  name: 'backups',
  migrations: BACKUP_TABLES,
  attention: findBackupAttention,
  jobs: {
    [SCHEDULE_JOB]: {
      label: message('Look at the backups'),
      concurrency: 1,
      run: ({ signal }, context) => enqueueDueJobs(context, { signal }),
    },
    [WRITE_JOB]: {
      label: message('Backup'),
      showsOutcome: true,
      retry: 0,
      timeout: '48h',
      concurrency: 1,
      run: runBackupJob,
    },
    [VERIFY_JOB]: {
      ...{
        label: message('Trial of a backup'),
        showsOutcome: true,
        retry: 0,
        timeout: '48h',
        concurrency: 1,
      },
      run: runVerifyJob,
    },
  },
  schedules: { [SCHEDULE_JOB]: { everyMinutes: 5 } },
  metrics: {
    console_backup_age_seconds: {
      type: 'gauge',
      help: 'Seconds since the newest backup.',
      read: readAgeMetric,
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
      read: readVerificationMetric,
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
