import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './port.mjs';
import { ensurePostgres } from './tools.mjs';

/** Without durability: the data is thrown away. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/**
 * Starts a PostgreSQL server of its own on a free port of loopback, its data in a temporary folder.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const programs = ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');

  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);

  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...FAST];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((one) => ['-c', one])],
    options,
  );
  const stopped = new Promise((done) => server.once('exit', done));
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  await ready(server);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', kill);
      kill();
      await stopped;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ready(server) {
  return new Promise((done, fail) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('ready to accept connections')) done();
    });
    server.once('error', fail);
    server.once('exit', () => fail(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** PostgreSQL refuses to run as root: the user that it runs as then. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
