/**
 * `npm run restore -- <file> [--replace]`: puts a backup into an empty database, or in place of what is stored.
 * `-- --store [<name>]` takes the newest one, or one by name, from the store that BACKUP_S3_BUCKET names; `-- --list` lists them.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { formatBytes } from '../schemas/model/files.ts';
import { readBackupKeys, openBackupFile, withStoredBackup } from '../services/engine/backups/index.ts';
import { importBackup } from '../services/engine/storage/backup.ts';
import { requireBackupStore, runOnDatabase } from './onDatabase.ts';

const words = process.argv.slice(2);
const FLAGS = ['--replace', '--store', '--list'];
const [replace, fromStore, list] = FLAGS.map((flag) => words.includes(flag));
const [named, ...others] = words.filter((word) => !FLAGS.includes(word));
const wrong = others.length > 0 || (named === undefined && !fromStore && !list) || named?.startsWith('--');
const usage = 'npm run restore -- <file> [--replace], -- --store [<name>] [--replace], or -- --list';
await runOnDatabase(wrong ? usage : undefined, async (db, stored, settings) => {
  const contents = {
    ...stored,
    skip: (hash: string) =>
      console.error(`File ${hash} is not restored: its content was damaged before the backup was written.`),
  };
  if (list) {
    const { store } = await requireBackupStore(settings);
    const all = await store.list();
    return (
      all.map(({ name, bytes }) => `${name}  ${formatBytes(bytes)}`).join('\n') ||
      `${store.description} has no backups.`
    );
  }
  if (!fromStore) {
    const source = await openBackupFile(resolve(named ?? ''), readBackupKeys(settings));
    return `${await importBackup(db, source, { replace, contents })} rows restored from ${named}`;
  }
  const keyed = await requireBackupStore(settings);
  return withStoredBackup(keyed, named, settings.dataDir, async (source, name) => {
    const rows = await importBackup(db, source, { replace, contents });
    return `${rows} rows restored from ${name}`;
  });
});
