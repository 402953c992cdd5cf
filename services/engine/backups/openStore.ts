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

/** A store of backups with the keys to what lies in it. */
export interface KeyedStore {
  store: BackupStore;
  keys: BackupKeys;
}

/** The store that the settings name; undefined without one. Its client is loaded only where it is used. */
export async function openBackupStore(settings: BackupSettings): Promise<KeyedStore | undefined> {
  const { backupS3Bucket: bucket, backupKey } = settings;
  if (bucket === undefined || backupKey === undefined) return undefined;
  const { BackupStore } = await import('./s3.ts');
  const own = [settings.backupS3Endpoint, settings.backupS3Region, settings.backupS3AccessKey];
  const [endpoint, region, accessKey, secretKey] = own.some((one) => one !== undefined)
    ? [...own, settings.backupS3SecretKey]
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

/** The keys of the settings, the one that seals first; for what lies in no store. */
export const keysOf = ({ backupKey, backupOldKeys }: BackupSettings): Buffer[] =>
  backupKey === undefined ? backupOldKeys : [backupKey, ...backupOldKeys];
