import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../services/storage/open.ts';
import { testFolder } from '../../services/storage/testEngines.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));
const folder = testFolder();

function startWriter(): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', WRITER, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Lets a writer acknowledge some writes, kills it in the middle of the next ones, and gives the acknowledged ids. */
async function writeAndKill(writes: number): Promise<string[]> {
  const writer = startWriter();
  const ended = once(writer, 'exit');
  const ids: string[] = [];
  if (!writer.stdout) throw new Error('The writer has no output');
  for await (const line of createInterface(writer.stdout)) {
    if (line !== 'ready') ids.push(line);
    if (ids.length === writes) writer.kill('SIGKILL');
  }
  await ended;
  return ids;
}

describe('the embedded engine', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has every acknowledged write after 20 kills under load', async () => {
    const acknowledged: string[] = [];
    for (let kill = 0; kill < 20; kill++) acknowledged.push(...(await writeAndKill(40 + kill)));
    const db = await openDatabase({ dataDir: folder });
    const rows = await db.query<{ id: string }>('SELECT id FROM entity_thing WHERE id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    const notes = await db.query('SELECT 1 FROM record_history WHERE record_id = ANY($1::uuid[])', [
      acknowledged,
    ]);
    await db.close();
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
