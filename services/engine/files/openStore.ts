import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { folderStore } from './folderStore.ts';
import type { FileStore } from './store.ts';

export type StoreSettings = Pick<
  Settings,
  'dataDir' | 'filesS3Endpoint' | 'filesS3Bucket' | 'filesS3Region' | 'filesS3AccessKey' | 'filesS3SecretKey'
>;

/** The folder of files, in which uploads are staged for every kind of store. */
export const filesFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'files');

/** Opens the S3-compatible store of the settings, or else the folder. The S3 client is loaded only where it is used. */
export async function openFileStore(settings: StoreSettings): Promise<FileStore> {
  if (settings.filesS3Bucket === undefined) return folderStore(filesFolder(settings));
  const { s3Store } = await import('./s3Store.ts');
  return s3Store({
    bucket: settings.filesS3Bucket,
    endpoint: settings.filesS3Endpoint,
    region: settings.filesS3Region,
    accessKey: settings.filesS3AccessKey,
    secretKey: settings.filesS3SecretKey,
  });
}
