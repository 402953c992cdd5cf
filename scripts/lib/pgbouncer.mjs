import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './port.mjs';
import { findUnprivilegedUser } from './postgres.mjs';
import { ensurePgbouncer } from './tools.mjs';

/**
 * Starts PgBouncer in transaction mode on a free loopback port, in front of all databases of a server.
 * @param {string} server address of any database there
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPgbouncer(server) {
  const program = ensurePgbouncer();
  const folder = mkdtempSync(join(tmpdir(), 'console-pgbouncer-'));
  const { hostname, port: serverPort, username } = new URL(server);
  const port = await findFreePort();
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 8
server_idle_timeout = 5
`,
  );
  const owner = findUnprivilegedUser();
  if (owner) for (const file of [folder, users, config]) chownSync(file, owner.uid, owner.gid);
  const pooler = spawn(program, [config], { cwd: folder, ...owner });
  const stopped = new Promise((done) => pooler.once('exit', done));
  const kill = () => pooler.kill('SIGTERM');
  process.once('exit', kill);
  await waitUntilReady(pooler);
  const url = new URL(server);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      process.off('exit', kill);
      kill();
      await stopped;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(pooler) {
  return new Promise((done, fail) => {
    let log = '';
    pooler.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes('process up')) done();
    });
    pooler.once('error', fail);
    pooler.once('exit', () => fail(new Error(`PgBouncer did not start:\n${log}`)));
  });
}
