import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readRollup, type RollupQuery } from '../../services/storage/events/readRollup.ts';
import { openDatabase } from '../../services/storage/open.ts';
import { testFolder } from '../../services/storage/testEngines.ts';
import { happening } from './happening.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));
const folder = testFolder();
const [HOURLY] = happening.events?.rollups ?? [];
const HOUR = 3_600_000;
/** Whole hours, so that what was counted is read, and not the events. */
const WHOLE: RollupQuery = {
  from: Math.floor(Date.now() / HOUR) * HOUR - HOUR,
  to: Math.floor(Date.now() / HOUR) * HOUR + 2 * HOUR,
  per: 'all',
  ...{ by: [], sum: [], distinct: ['code'], where: [] },
};

function startWriter(): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', WRITER, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Lets a writer acknowledge some writes, kills it in the middle of the next ones, and gives what was acknowledged. */
async function writeAndKill(writes: number): Promise<{ ids: string[]; events: string[] }> {
  const writer = startWriter();
  const ended = once(writer, 'exit');
  const ids: string[] = [];
  const events: string[] = [];
  if (!writer.stdout) throw new Error('The writer has no output');
  for await (const line of createInterface(writer.stdout)) {
    if (line.startsWith('event ')) events.push(line.slice(6));
    else if (line !== 'ready') ids.push(line);
    if (ids.length === writes) writer.kill('SIGKILL');
  }
  await ended;
  return { ids, events };
}

describe('the embedded engine', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has every acknowledged write after 20 kills under load, and has counted what it has', async () => {
    const acknowledged: string[] = [];
    const events: string[] = [];
    for (let kill = 0; kill < 20; kill++) {
      const written = await writeAndKill(40 + kill);
      acknowledged.push(...written.ids);
      events.push(...written.events);
    }
    const db = await openDatabase({ dataDir: folder });
    const rows = await db.query<{ id: string }>('SELECT id FROM entity_thing WHERE id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    const notes = await db.query('SELECT 1 FROM record_history WHERE record_id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    const happened = await db.query('SELECT 1 FROM entity_happening WHERE code = ANY($1::text[])', [events]);
    const [all] = await db.query<{ count: string }>('SELECT count(*) FROM entity_happening');
    const counted = HOURLY && (await readRollup(db, happening, HOURLY, WHOLE, 10));
    await db.close();
    expect(happened).toHaveLength(events.length);
    expect(counted).toEqual([
      { by: {}, count: Number(all?.count), sum: {}, distinct: { code: Number(all?.count) } },
    ]);
    expect(acknowledged.length).toBeGreaterThan(800);
    expect(rows).toHaveLength(acknowledged.length);
    expect(notes).toHaveLength(acknowledged.length);
  }, 300_000);

  it('refuses a second process on the folder, naming the first', async () => {
    const first = startWriter();
    if (!first.stdout) throw new Error('The writer has no output');
    await once(first.stdout, 'data');
    const second = startWriter();
    let told = '';
    second.stderr?.on('data', (chunk) => (told += String(chunk)));
    const [code] = (await once(second, 'close')) as [number];
    first.kill('SIGKILL');
    await once(first, 'close');
    expect(code).toBe(1);
    expect(told).toMatch(new RegExp(`^The data folder ${folder} is in use by process ${first.pid}: .*\n$`));
  }, 60_000);
});
