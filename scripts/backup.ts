/** `npm run backup -- <file>`: writes all that is stored, files too, into one compressed file. */
import { resolve } from 'node:path';
import process from 'node:process';
import { exportBackup } from '../services/engine/storage/backup.ts';
import { runOnDatabase } from './onDatabase.ts';

const [file] = process.argv.slice(2);
await runOnDatabase(file ? undefined : 'npm run backup -- <file>', async (db, contents) => {
  const rows = await exportBackup(db, resolve(file ?? ''), contents);
  return `${rows} rows written to ${file}`;
});
