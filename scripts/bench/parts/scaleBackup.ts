import { statSync } from 'node:fs';
import { join } from 'node:path';
import { exportBackup, importBackup } from '../../../services/engine/storage/backup.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import type { BenchTarget } from '../lib/console.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Everything into one file, and from there into an empty database: how many rows a second, and how large the file is. */
export async function backupAndRestore(workshop: BenchEnvironment, from: BenchTarget): Promise<Measure[]> {
  const file = join(workshop.folder(), 'all.backup');
  const written = await timed(from, (db) => exportBackup(db, file));
  const bytes = statSync(file).size;
  console.log(`  ${rowsText(written)} written, ${Math.round(bytes / 2 ** 20)} MB`);
  const restored = await timed(await workshop.createTarget('server'), (db) => importBackup(db, file));
  console.log(`  ${rowsText(restored)} restored`);
  return [
    measure('server', `rows written into a backup (${written.rows.toLocaleString('en-GB')})`, '/s', [
      written.rows / written.seconds,
    ]),
    measure('server', 'rows restored into an empty database', '/s', [restored.rows / restored.seconds]),
    measure('server', 'backup, a row', 'B', [bytes / written.rows]),
  ];
}

interface Timed {
  rows: number;
  seconds: number;
}

async function timed(
  place: BenchTarget,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<number>,
): Promise<Timed> {
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  try {
    const began = performance.now();
    const rows = await work(db);
    return { rows, seconds: (performance.now() - began) / 1000 };
  } finally {
    await db.close();
  }
}

const rowsText = ({ rows, seconds }: Timed): string =>
  `${rows.toLocaleString('en-GB')} rows in ${seconds.toFixed(0)} s`;
