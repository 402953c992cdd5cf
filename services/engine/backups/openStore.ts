import type { Settings } from '../settings/settings.ts';
import type { BackupKeys } from './sealing.ts';
import type { BackupStore } from './s3.ts';

export type BackupSettings = Pick<
  Settings,
  | 'backupS3Bucket'
  | 'backupS3Folder'
  | 'backupS3Endpoint'
  | 'backupS3Region'
  | 'backupS3AccessKey'
  | 'backupS3SecretKey'
  | 'backupKey'
  | 'backupOldKeys'
  | 'filesS3Endpoint'
  | 'filesS3Region'
  | 'filesS3AccessKey'
  | 'filesS3SecretKey'
>;

/** A backup store with its encryption keys. */
export interface KeyedStore {
  store: BackupStore;
  keys: BackupKeys;
}

/** The backup store of the settings; undefined without one. Loads the S3 client on demand. */
export async function openBackupStore(settings: BackupSettings): Promise<KeyedStore | undefined> {
  const { backupS3Bucket: bucket, backupKey } = settings;
  if (bucket === undefined || backupKey === undefined) return undefined;
  const { BackupStore } = await import('./s3.ts');
  const ownSettings = [settings.backupS3Endpoint, settings.backupS3Region, settings.backupS3AccessKey];
  const [endpoint, region, accessKey, secretKey] = ownSettings.some((one) => one !== undefined)
    ? [...ownSettings, settings.backupS3SecretKey]
    : [
        settings.filesS3Endpoint,
        settings.filesS3Region,
        settings.filesS3AccessKey,
        settings.filesS3SecretKey,
      ];
  const connection = { bucket, endpoint, region: region ?? 'us-east-1', accessKey, secretKey };
  return {
    store: new BackupStore(connection, settings.backupS3Folder),
    keys: [backupKey, ...settings.backupOldKeys],
  };
}

/** The keys of the settings, the current one first; for backup files outside the store. */
export const readBackupKeys = ({ backupKey, backupOldKeys }: BackupSettings): Buffer[] =>
  backupKey === undefined ? backupOldKeys : [backupKey, ...backupOldKeys];
