import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './port.mjs';
import { ensurePostgres } from './tools.mjs';

/** No durability: the data is thrown away. */
const UNDURABLE_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
];

/**
 * A PostgreSQL server with its data in a temporary folder.
 * @typedef {{ url: string, stop: () => Promise<void>, crash: () => Promise<void>, resume: () => Promise<void> }} TestServer
 */

/**
 * Starts a PostgreSQL server on a free loopback port, with its data in a temporary folder.
 * @param {{ copyOf?: string, settings?: string[] }} [options] `copyOf` is the address of a primary, for a streaming replica;
 * `settings` override the defaults: `fsync=on`
 * @returns {Promise<TestServer>} `crash` stops it immediately, and `resume` starts it again
 */
export async function startPostgres({ copyOf, settings: extraSettings = [] } = {}) {
  const programs = ensurePostgres(copyOf ? ['pg_basebackup'] : []);
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  const owner = findUnprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  const [program, args] = copyOf
    ? ['pg_basebackup', ['-D', data, '-d', copyOf, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']]
    : ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']];
  const initResult = spawnSync(join(programs, program), args, { ...options, encoding: 'utf8' });
  if (initResult.status !== 0)
    throw new Error(`${program} failed: ${initResult.stderr || initResult.error?.message}`);

  const port = await findFreePort();
  const settings = [
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
    ...UNDURABLE_SETTINGS,
    ...extraSettings,
  ];
  const start = async () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap((one) => ['-c', one])],
      options,
    );
    const stopped = new Promise((done) => server.once('exit', done));
    const kill = () => server.kill('SIGINT');
    process.once('exit', kill);
    await waitUntilReady(server);
    return async (signal) => {
      process.off('exit', kill);
      server.kill(signal);
      await stopped;
    };
  };
  let end = await start();

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: () => end('SIGQUIT'),
    async resume() {
      end = await start();
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(server) {
  return new Promise((done, fail) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('ready to accept')) done();
    });
    server.once('error', fail);
    server.once('exit', () => fail(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** The user to run PostgreSQL and PgBouncer as, which refuse to run as root; undefined for other users. */
export function findUnprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
