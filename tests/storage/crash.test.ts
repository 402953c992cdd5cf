import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { endOf, startOf } from '../../schemas/model/spans.ts';
import { storedRollups } from '../../services/engine/storage/events/grains.ts';
import { readRollup } from '../../services/engine/storage/events/readRollup.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { testDataFolder } from '../../services/engine/storage/testEngines.ts';
import { testEvent } from './testEvent.ts';
import { bundledProgram } from './programs.ts';

/** How often a writer is killed: 20 times in a thorough run (`RACE_ROUNDS=200`). */
const KILLS = Number(process.env['RACE_ROUNDS'] ?? 0) >= 200 ? 20 : 2;
const folder = await testDataFolder();

type Writer = 'writer' | 'eventWriter';

async function startWriter(program: Writer = 'writer', dataDir = folder): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundledProgram(program), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Lets a writer acknowledge some writes, kills it in the middle of the next ones, and gives the acknowledged ids. */
async function writeAndKill(
  writes: number,
  ...which: [program?: Writer, dataDir?: string]
): Promise<string[]> {
  const writer = await startWriter(...which);
  const ended = once(writer, 'exit');
  const ids: string[] = [];
  if (!writer.stdout) throw new Error('The writer has no output');
  for await (const line of createInterface(writer.stdout)) {
    if (line !== 'ready') ids.push(line);
    if (ids.length >= writes) writer.kill('SIGKILL');
  }
  await ended;
  return ids;
}

describe('the embedded engine', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`has every acknowledged write after ${KILLS} kills under load`, async () => {
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) acknowledged.push(...(await writeAndKill(40 + kill)));
    const db = await openDatabase({ dataDir: folder });
    const rows = await db.query<{ id: string }>('SELECT id FROM entity_thing WHERE id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    const notes = await db.query('SELECT 1 FROM record_history WHERE record_id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    await db.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(40 * KILLS);
    expect(rows).toHaveLength(acknowledged.length);
    expect(notes).toHaveLength(acknowledged.length);
  }, 300_000);

  it('has counted every event that it has, and has every acknowledged one', async () => {
    const dataDir = await testDataFolder();
    const codes: string[] = [];
    for (let kill = 0; kill < KILLS; kill++)
      codes.push(...(await writeAndKill(60 + 7 * kill, 'eventWriter', dataDir)));
    const db = await openDatabase({ dataDir });
    const there = await db.query('SELECT 1 FROM entity_happening WHERE code = ANY($1::text[])', [codes]);
    const [all] = await db.query<{ count: string }>('SELECT count(*) FROM entity_happening');
    // Whole hours and whole days, so that what was counted is read, and not the events.
    const own = { per: 'all', by: [], sum: [], distinct: ['code'], where: [] } as const;
    const time = {
      from: startOf('day', Date.now() - 3_600_000),
      to: endOf('day', Date.now() + 3_600_000),
    };
    const counted = [];
    for (const rollup of storedRollups(testEvent))
      counted.push(...(await readRollup(db, testEvent, [rollup], { ...own, ...time }, 10)));
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
    expect(there).toHaveLength(codes.length);
    const count = Number(all?.count);
    expect(count).toBeGreaterThanOrEqual(codes.length);
    const expectedBucket = { by: {}, count, sum: {}, distinct: { code: count } };
    expect(counted).toEqual([expectedBucket, expectedBucket]);
  }, 120_000);

  it('refuses a second process on the folder, naming the first', async () => {
    const first = await startWriter();
    if (!first.stdout) throw new Error('The writer has no output');
    await once(first.stdout, 'data');
    const second = await startWriter();
    let told = '';
    second.stderr?.on('data', (chunk) => (told += String(chunk)));
    const [code] = (await once(second, 'close')) as [number];
    first.kill('SIGKILL');
    await once(first, 'close');
    expect(code).toBe(1);
    expect(told).toMatch(new RegExp(`^The data folder ${folder} is in use by process ${first.pid}: .*\n$`));
  }, 60_000);
});
