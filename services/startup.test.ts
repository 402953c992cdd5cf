import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { start, type Running } from './startup.ts';

let folder: string;
let running: Running[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'startup-'));
  running = [];
});
afterEach(async () => {
  for (const one of running.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (env: Record<string, string>): Promise<Running> => {
  const one = await start(readSettings({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env }));
  running.push(one);
  return one;
};

// Every start makes a database of its own, which takes seconds on a busy machine.
describe('a start', { timeout: 120_000 }, () => {
  it('without the demo creates one administrator and shows the password this once', async () => {
    const first = await begin({ DEMO: '0' });
    expect(first.administrator).toEqual({ username: 'admin', password: expect.stringMatching(/^\w{16}$/) });
    expect(await fetch(`${first.url}/healthz`).then((response) => response.json())).toEqual({ status: 'ok' });
    await first.stop();
    expect((await begin({ DEMO: '0' })).administrator).toBeUndefined();
  });

  it('says in one line that the port is taken, and lets go of the data', async () => {
    const first = await begin({ DEMO: '0' });
    const port = new URL(first.url).port;
    const elsewhere = join(folder, 'other');
    await expect(begin({ DEMO: '0', PORT: port, DATA_DIR: elsewhere })).rejects.toThrow(
      `PORT: ${port} is taken on 127.0.0.1`,
    );
    expect((await begin({ DEMO: '0', DATA_DIR: elsewhere })).url).not.toBe(first.url);
  });

  it('beyond this machine is refused while public passwords would open it', async () => {
    await expect(begin({ HOST: '0.0.0.0' })).rejects.toThrow(
      /^HOST: "0.0.0.0" can be reached by others.*ALLOW_DEMO_ON_NETWORK=1$/,
    );
  });
});
