/** `npm run restore -- <file> [--replace]`: puts a backup into an empty database, or in place of what is stored. */
import { resolve } from 'node:path';
import process from 'node:process';
import { importBackup } from '../services/engine/storage/backup.ts';
import { runOnDatabase } from './onDatabase.ts';

const words = process.argv.slice(2);
const replace = words.includes('--replace');
const [file, ...others] = words.filter((word) => word !== '--replace');
const wrong = !file || others.length > 0;
await runOnDatabase(wrong ? 'npm run restore -- <file> [--replace]' : undefined, async (db, contents) => {
  const rows = await importBackup(db, resolve(file ?? ''), { replace, contents });
  return `${rows} rows restored from ${file}`;
});
