import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../scripts/lib/port.mjs';
import { findUnprivilegedUser } from '../../scripts/lib/postgres.mjs';
import { DatabaseNode } from './node.ts';
import { Relays } from './relays.ts';
import { killProgram, startProgram, waitUntil } from './processes.ts';

const START_S = 180;

/** Three database servers with Patroni, an etcd, and an HAProxy in front of the primary. */
export class Cluster {
  private etcd: ChildProcess | undefined;
  private proxy: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly etcdPort: number,
    private readonly relays: Relays,
    readonly nodes: DatabaseNode[],
    /** HAProxy's ports for the database and for the services. */
    readonly ports: { database: number; console: number },
  ) {}

  static async start(folder: string): Promise<Cluster> {
    chmodSync(folder, 0o755);
    const etcd = await findFreePort();
    const relays = new Relays();
    const nodes: DatabaseNode[] = [];
    for (const name of ['one', 'two', 'three'])
      nodes.push(await DatabaseNode.prepare(name, folder, etcd, relays));
    const cluster = new Cluster(folder, etcd, relays, nodes, {
      database: await findFreePort(),
      console: await findFreePort(),
    });
    await cluster.begin().catch(async (error: unknown) => {
      await cluster.stop();
      throw error;
    });
    return cluster;
  }

  private async begin(): Promise<void> {
    await this.startEtcd();
    const [first, ...others] = this.nodes;
    first?.start();
    await waitUntil('the first node leads', START_S, async () => (await first?.role()) === 'master');
    for (const node of others) node.start();
    await this.waitUntilSettled(START_S);
  }

  private async startEtcd(): Promise<void> {
    const data = join(this.folder, 'etcd');
    mkdirSync(data);
    const owner = findUnprivilegedUser();
    if (owner) chownSync(data, owner.uid, owner.gid);
    const [clientUrl, peerUrl] = [
      `http://127.0.0.1:${this.etcdPort}`,
      `http://127.0.0.1:${await findFreePort()}`,
    ];
    const args = [
      ...['--data-dir', data, '--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`, '--logger', 'zap', '--enable-v2'],
    ];
    this.etcd = startProgram('etcd', args, data, join(data, 'log'));
    const answers = (): Promise<boolean> =>
      fetch(`${clientUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil('etcd answers', 30, answers);
  }

  /** Starts HAProxy in front of the database and the services. @param processes ports of the services */
  startProxy(processes: readonly number[]): void {
    const server = (name: string, port: number, options: string): string =>
      `  server ${name} 127.0.0.1:${port} ${options}`;
    const { database, console: services } = this.ports;
    const lines = [
      ...['global', '  maxconn 4000', 'defaults', '  timeout connect 2s', '  timeout client 60m'],
      ...['  timeout server 60m', '  timeout check 2s'],
      ...['listen database', `  bind 127.0.0.1:${database}`, '  mode tcp', '  option httpchk GET /primary'],
      ...[
        '  http-check expect status 200',
        '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ],
      ...this.nodes.map(({ name, port, api }) => server(name, port, `check port ${api}`)),
      ...['listen console', `  bind 127.0.0.1:${services}`, '  mode http', '  balance roundrobin'],
      ...['  option httpchk GET /livez', '  http-response set-header x-served-by %s', '  retries 0'],
      ...processes.map((port, n) => server(`p${n + 1}`, port, 'check inter 1s')),
    ];
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.proxy = startProgram(
      '/usr/sbin/haproxy',
      ['-db', '-f', file],
      this.folder,
      join(this.folder, 'haproxy.log'),
    );
  }

  async restartProxy(processes: readonly number[]): Promise<void> {
    await killProgram(this.proxy);
    this.startProxy(processes);
    await this.waitForProxy();
  }

  /** Waits until HAProxy routes to the primary only; at its start it considers all nodes up. */
  waitForProxy(): Promise<void> {
    return waitUntil('HAProxy leads to the primary', 30, async () => {
      for (const _ of this.nodes) if (!(await canCommit(this.ports.database))) return false;
      return true;
    });
  }

  /** Database address through HAProxy, or with all hosts. */
  address(by: 'proxy' | 'hosts', database = 'console'): string {
    if (by === 'proxy') return `postgres://postgres@127.0.0.1:${this.ports.database}/${database}`;
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`;
  }

  async readRoles(): Promise<string[]> {
    return Promise.all(this.nodes.map((node) => node.role()));
  }

  async findLeader(): Promise<DatabaseNode> {
    let found: DatabaseNode | undefined;
    await waitUntil('somebody leads', 60, async () => {
      found = this.nodes[(await this.readRoles()).indexOf('master')];
      return found !== undefined;
    });
    return found as unknown as DatabaseNode;
  }

  /** Waits for one primary, one synchronous and one asynchronous replica. */
  waitUntilSettled(seconds: number): Promise<void> {
    const expectedRoles = ['master', 'replica', 'sync'].join();
    return waitUntil(
      'all nodes follow',
      seconds,
      async () => (await this.readRoles()).sort().join() === expectedRoles,
    );
  }

  /** Waits until another node accepts writes. @returns when that was */
  async waitForTakeover(but: DatabaseNode, seconds: number): Promise<number> {
    const end = Date.now() + seconds * 1000;
    const others = this.nodes.filter((node) => node !== but);
    while (Date.now() < end) {
      const done = await Promise.all(others.map((node) => canCommit(node.port)));
      if (done.includes(true)) return Date.now();
      await pause(50);
    }
    throw new Error(`Nobody took over within ${seconds} s`);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) node.stop();
    this.relays.stop();
    await killProgram(this.proxy);
    await killProgram(this.etcd);
  }
}

async function canCommit(port: number): Promise<boolean> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    ...{ connectionTimeoutMillis: 1_000, query_timeout: 1_000 },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('INSERT INTO taken_over DEFAULT VALUES');
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
