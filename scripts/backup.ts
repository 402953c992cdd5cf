/**
 * `npm run backup -- <file>`: writes all that is stored, files too, into one compressed file; `-- --store` into the store
 * that BACKUP_S3_BUCKET names, encrypted.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { writeToStore } from '../services/engine/backups/index.ts';
import { exportBackup } from '../services/engine/storage/backup.ts';
import { requireBackupStore, runOnDatabase } from './onDatabase.ts';

const [file, ...others] = process.argv.slice(2);
const wrong = !file || others.length > 0 || (file.startsWith('--') && file !== '--store');
const usage = 'npm run backup -- <file>, or -- --store';
await runOnDatabase(wrong ? usage : undefined, async (db, contents, settings) => {
  if (file !== '--store') {
    const rows = await exportBackup(db, resolve(file ?? ''), contents);
    return `${rows} rows written to ${file}`;
  }
  const keyed = await requireBackupStore(settings);
  const written = await writeToStore(db, keyed, settings.backupFiles ? contents : undefined);
  return `${written.rows} rows written as ${written.name}`;
});
