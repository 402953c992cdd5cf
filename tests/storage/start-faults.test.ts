import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { testDataFolder, testFolder } from '../../services/engine/storage/testEngines.ts';
import { bundledProgram } from './programs.ts';

const folder = testFolder();

const startServices = async (env: Record<string, string>, ...words: string[]) =>
  spawn(process.execPath, [await bundledProgram('server'), ...words], {
    env: { ...process.env, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts the services as in production, and gives what they output when they gave up. */
async function startAndFail(
  env: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  const child = await startServices(env, ...words);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function findFreePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1');
  await once(held, 'listening');
  const { port } = held.address() as AddressInfo;
  held.close();
  await once(held, 'close');
  return port;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'a word that the services do not know is refused with those that they do',
  { timeout: 60_000 },
  async () => {
    const { code, output } = await startAndFail({ DATA_DIR: join(folder, 'unused') }, '--table');
    expect(code).toBe(1);
    expect(output.trim()).toBe('Use: node server.js [--tables], with settings in the environment');
  },
);

it('services that are stopped with their first response end cleanly', { timeout: 240_000 }, async () => {
  const port = await findFreePort();
  const dataDir = await testDataFolder();
  const child = await startServices({
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '1',
    DEMO_MESSAGES: '0',
  });
  const ended = once(child, 'close');
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  // More often than this takes a processor from the start itself.
  while (child.exitCode === null && !(await answers())) await wait(5);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a failed start reports why in one line', { timeout: 240_000 }, () => {
  it('when the files of the database are damaged', async () => {
    const dataDir = join(folder, 'damaged');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'nonsense');
    const { code, output } = await startAndFail({ DATA_DIR: dataDir });
    expect(output).toMatch(
      /^The data folder .*damaged cannot be opened \(.*\): its files are damaged .*npm run restore\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('when the data folder is a file', async () => {
    const dataDir = join(folder, 'file');
    writeFileSync(dataDir, '');
    const { code, output } = await startAndFail({ DATA_DIR: dataDir });
    expect(output).toMatch(/^The data folder .*file is not a folder: choose another\.\n$/);
    expect(code).toBe(1);
  });

  it('when what stands before the server hangs up', async () => {
    const proxy = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { code, output } = await startAndFail({
      DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/console`,
    });
    expect(output).toMatch(/^The database server 127\.0\.0\.1:\d+\/console closed the connection\.\n$/);
    expect(code).toBe(1);
    proxy.close();
  });

  it('when nobody answers on the port of the server', async () => {
    const { code, output } = await startAndFail({
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:9/console',
    });
    expect(output).toMatch(/^The database server 127\.0\.0\.1:9\/console does not answer: .*\n$/);
    expect(code).toBe(1);
  });
});
