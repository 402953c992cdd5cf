import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportBackup, importBackup } from '../../services/engine/storage/backup.ts';
import { checkBackup } from '../../services/engine/storage/backupFile.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { testFolder } from '../../services/engine/storage/testEngines.ts';

let db: Database;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = testFolder();
  file = join(folder, 'all.gz');
  db = await openDatabase({ dataDir: join(folder, 'data') });
  await db.exec(
    `CREATE TABLE thing (name text, note text); INSERT INTO thing VALUES ('a', 'b'), ('c', NULL)`,
  );
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

it('a backup is a new file of its owner alone, whatever lies beside it', async () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  for (const link of [`${file}.partial`, file]) symlinkSync(victim, link);
  await exportBackup(db, file);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await checkBackup(file);
});

it('a backup whose rows were changed is refused whole', async () => {
  await exportBackup(db, file);
  const [head = '', ...rest] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const rows = rest.slice(0, -1);
  const { tables } = JSON.parse(head) as { tables: { name: string }[] };
  const own = tables.findIndex(({ name }) => name === 'thing');
  /** With the number of lines and the checksum that they should have. */
  const write = (lines: string[]): void => {
    const hash = createHash('sha256').update(`${lines.join('\n')}\n`);
    const foot = JSON.stringify({ rows: lines.length - 1, sha256: hash.digest('hex') });
    writeFileSync(file, gzipSync(`${[...lines, foot].join('\n')}\n`));
  };
  const changes: [string, RegExp][] = [
    ['[77,{"name":"x","note":null}]', /a table that the backup does not have/],
    ['["0",{"name":"x","note":null}]', /a table that the backup does not have/],
    ['[-1,{"name":"x","note":null}]', /a table that the backup does not have/],
    [`[${own},{"name":"x"}]`, /a row of thing has other columns/],
    [`[${own},{"name":"x","note":null,"more":1}]`, /a row of thing has other columns/],
    [`[${own},{"name":"x","other":1}]`, /a row of thing has other columns/],
    [`[${own},null]`, /a row of thing has other columns/],
    [`[${own},{"name":"x","note":null},{"name":"y","note":null}]`, /neither a row nor a file/],
    ['{"thing":1}', /neither a row nor a file/],
    ['', /neither a row nor a file/],
  ];
  const stored = await db.query('SELECT * FROM thing');
  for (const [line, message] of changes) {
    write([head, ...rows, line]);
    await expect(importBackup(db, file, { replace: true })).rejects.toThrow(message);
  }
  expect(await db.query('SELECT * FROM thing')).toEqual(stored);
  write([head, ...rows]);
  expect(await importBackup(db, file, { replace: true })).toBe(rows.length);
});
