import type { ChildProcess } from 'node:child_process';
import { mkdirSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/lib/port.mjs';
import { ensurePostgres } from '../../scripts/lib/tools.mjs';
import { findUnprivilegedUser } from '../../scripts/lib/postgres.mjs';
import { listProcessTree, sendSignal, startProgram, waitUntil } from './processes.ts';
import type { Relays } from './relays.ts';

export type Failure = 'killed' | 'frozen' | 'cut off';

/** The fastest failover that Patroni allows. */
const DCS_SETTINGS = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 5,
  maximum_lag_on_failover: 104_857_600,
  synchronous_mode: true,
  synchronous_mode_strict: true,
};

/** A database server with its Patroni; connections to it, and from it to etcd, go through relays. */
export class DatabaseNode {
  private patroni: ChildProcess | undefined;
  private stopped: number[] = [];

  private constructor(
    readonly name: string,
    private readonly folder: string,
    /** For the services, whose network to the databases is never cut. */
    readonly port: number,
    /** Port of Patroni's REST API, for HAProxy. */
    readonly api: number,
    private readonly relays: Relays,
    private readonly relayPorts: number[],
  ) {}

  static async prepare(name: string, root: string, etcd: number, relays: Relays): Promise<DatabaseNode> {
    const folder = join(root, name);
    mkdirSync(folder);
    const owner = findUnprivilegedUser();
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const [port, api] = [await findFreePort(), await findFreePort()];
    const [toEtcd, toServer, toApi] = [
      await relays.open(etcd),
      await relays.open(port),
      await relays.open(api),
    ];
    const trusted = ['local all all trust', 'host all all 127.0.0.1/32 trust'];
    const config = {
      scope: 'console',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${toApi}` },
      // As a proxy: the addresses that etcd announces would bypass the relay. API version 2, since Patroni before 3.0.3
      // overwrites another node's lock by version 3 after it was frozen.
      etcd: { hosts: [`127.0.0.1:${toEtcd}`], use_proxies: true },
      bootstrap: {
        dcs: { ...DCS_SETTINGS, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${toServer}` },
        ...{
          data_dir: join(folder, 'data'),
          bin_dir: ensurePostgres(['pg_basebackup']),
          pgpass: join(folder, 'pgpass'),
        },
        authentication: {
          superuser: { username: 'postgres' },
          replication: { username: 'postgres' },
          rewind: { username: 'postgres' },
        },
        parameters: {
          ...{ unix_socket_directories: folder, max_connections: 150, wal_keep_size: '512MB', jit: 'off' },
          ...{ shared_buffers: '64MB', checkpoint_timeout: '5min', max_wal_size: '1GB' },
          ...{ tcp_user_timeout: '5s', wal_sender_timeout: '5s', wal_receiver_timeout: '5s' },
        },
        pg_hba: [...trusted, 'host replication all 127.0.0.1/32 trust'],
        ...{ use_unix_socket: true, remove_data_directory_on_rewind_failure: true },
        remove_data_directory_on_diverged_timelines: true,
      },
    };
    writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(config), { mode: 0o644 });
    return new DatabaseNode(name, folder, port, api, relays, [toEtcd, toServer, toApi]);
  }

  start(): void {
    const file = join(this.folder, 'patroni.yml');
    this.patroni = startProgram('patroni', [file], this.folder, join(this.folder, 'log'));
  }

  /** Its role according to Patroni. */
  async role(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.api}/patroni`, {
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    const status = (await answer?.json().catch(() => undefined)) as
      { role?: string; state?: string; sync_standby?: boolean } | undefined;
    if (status?.state !== 'running') return 'away';
    return status.sync_standby ? 'sync' : (status.role ?? 'away');
  }

  async injectFailure(failure: Failure): Promise<void> {
    if (failure === 'cut off') this.relays.cut(this.relayPorts);
    else if (failure === 'frozen') {
      this.stopped = this.listProcesses();
      for (const id of this.stopped) sendSignal(id, 'SIGSTOP');
    } else {
      const all = this.listProcesses();
      for (const id of all) sendSignal(id, 'SIGKILL');
      await waitUntil(`${this.name} is dead`, 10, () => all.every((id) => !isAlive(id)));
    }
  }

  /** Restarts, resumes or reconnects the node. */
  recover(failure: Failure): void {
    if (failure === 'cut off') this.relays.restore(this.relayPorts);
    else if (failure === 'frozen') for (const id of this.stopped) sendSignal(id, 'SIGCONT');
    else this.start();
  }

  stop(): void {
    for (const id of this.listProcesses()) sendSignal(id, 'SIGKILL');
  }

  /** Processes of Patroni and PostgreSQL, which detaches itself. */
  private listProcesses(): number[] {
    const roots = [this.patroni?.pid, this.findPostmaster()].filter((id) => id !== undefined);
    return [...new Set(roots.flatMap(listProcessTree))];
  }

  private findPostmaster(): number | undefined {
    try {
      const [id] = readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      const isOurs = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(this.folder);
      return isOurs ? Number(id) : undefined;
    } catch {
      return undefined;
    }
  }
}

function isAlive(id: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
