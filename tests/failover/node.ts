import type { ChildProcess } from 'node:child_process';
import { mkdirSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/lib/port.mjs';
import { ensurePostgres } from '../../scripts/lib/tools.mjs';
import { findUnprivilegedUser } from '../../scripts/lib/postgres.mjs';
import { familyOf, send, startProgram, until } from './processes.ts';
import type { Relays } from './relays.ts';

export type Fault = 'killed' | 'frozen' | 'cut off';

/** What Patroni decides by, as quick as it allows. */
const QUICK = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 5,
  maximum_lag_on_failover: 104_857_600,
  synchronous_mode: true,
  synchronous_mode_strict: true,
};

/** A database server with the Patroni that minds it; what others ask of it, and it of etcd, goes through relays. */
export class DatabaseNode {
  private patroni: ChildProcess | undefined;
  private stopped: number[] = [];

  private constructor(
    readonly name: string,
    private readonly folder: string,
    /** For the services, as the network between them and the databases is another one. */
    readonly port: number,
    /** Patroni's own interface, for HAProxy. */
    readonly api: number,
    private readonly relays: Relays,
    /** Its relays. */
    private readonly ways: number[],
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
      // As a proxy: what etcd says of where else it is would lead past the relay. Its second interface, for Patroni before
      // 3.0.3 overwrites another's lock by the third one when it has been frozen.
      etcd: { hosts: [`127.0.0.1:${toEtcd}`], use_proxies: true },
      bootstrap: {
        dcs: { ...QUICK, postgresql: { use_pg_rewind: true } },
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

  /** What its Patroni says of it. */
  async role(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.api}/patroni`, {
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    const told = (await answer?.json().catch(() => undefined)) as
      { role?: string; state?: string; sync_standby?: boolean } | undefined;
    if (told?.state !== 'running') return 'away';
    return told.sync_standby ? 'sync' : (told.role ?? 'away');
  }

  async strike(fault: Fault): Promise<void> {
    if (fault === 'cut off') this.relays.cut(this.ways);
    else if (fault === 'frozen') {
      this.stopped = this.all();
      for (const id of this.stopped) send(id, 'SIGSTOP');
    } else {
      const all = this.all();
      for (const id of all) send(id, 'SIGKILL');
      await until(`${this.name} is dead`, 10, () => all.every((id) => !isAlive(id)));
    }
  }

  /** As an operator does, or as it passes by. */
  recover(fault: Fault): void {
    if (fault === 'cut off') this.relays.mend(this.ways);
    else if (fault === 'frozen') for (const id of this.stopped) send(id, 'SIGCONT');
    else this.start();
  }

  stop(): void {
    for (const id of this.all()) send(id, 'SIGKILL');
  }

  /** Patroni, PostgreSQL and all that they began: PostgreSQL is a child of its own. */
  private all(): number[] {
    const roots = [this.patroni?.pid, this.postmaster()].filter((id) => id !== undefined);
    return [...new Set(roots.flatMap(familyOf))];
  }

  private postmaster(): number | undefined {
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
