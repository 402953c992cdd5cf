import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Client, type ClientConfig, type Pool, type QueryConfig } from 'pg';
import type { Host } from '../settings/serverAddress.ts';
import { READ_ONLY_CODE } from './errors.ts';

/** Time to find the writable one of several hosts; shorter than the timeout of a connection. */
const FIND_HOST_TIMEOUT_MS = 4_000;
/** Time in which a suspected connection has to respond. */
const PING_TIMEOUT_MS = 2_000;
/** Interval at which a host that is not writable is asked again. */
const RETRY_INTERVAL_MS = 200;

/** Parameters that the server reports on connecting, `on` while it is a standby or read-only. */
const READ_ONLY_PARAMETERS = new Set(['in_hot_standby', 'default_transaction_read_only']);
/** Asks the server itself before it is rejected, because poolers repeat parameters that may be outdated. */
const IS_READ_ONLY_QUERY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS refuses`;

interface WithConnection {
  connection: { on(event: 'parameterStatus', listener: (parameter: Parameter) => void): void };
}
interface Parameter {
  parameterName: string;
  parameterValue: string;
}

/**
 * The hosts of an address, of which one at a time is writable. It is searched for when a connection is opened after the
 * last one was lost.
 */
export class ServerHosts {
  private writableHost: Host | undefined;
  private search: Promise<Host> | undefined;
  /** Called when existing connections are no longer trusted. */
  onLost: () => void = () => undefined;
  /** Number of such losses. */
  private losses = 0;
  /** The number of losses when each connection was opened. */
  private readonly lossesAtOpen = new WeakMap<object, number>();

  /** @param hosts empty when the configuration has a single host */
  constructor(
    private readonly config: ClientConfig,
    private readonly hosts: readonly Host[],
    /** Connections have to be writable. */
    readonly mustWrite: boolean,
    /** Connections go through a pooler, whose reported parameters may be outdated. */
    private readonly isPooled = false,
  ) {}

  get areSeveral(): boolean {
    return this.hosts.length > 1;
  }

  /** Stops trusting all open connections, because one stopped responding or is no longer writable. */
  markLost(client?: object): void {
    if (client && !this.isTrusted(client)) return;
    this.losses += 1;
    this.writableHost = undefined;
    this.onLost();
  }

  /** Forgets the writable host after a connection broke: the next one may have to go to another host. */
  forgetHost(): void {
    this.writableHost = undefined;
  }

  /** Whether nothing was lost since the connection was opened. */
  isTrusted(client: object): boolean {
    return (this.lossesAtOpen.get(client) ?? this.losses) === this.losses;
  }

  /** Registers a connection that is being opened. */
  register(client: object): void {
    this.lossesAtOpen.set(client, this.losses);
  }

  /** The host to connect to; undefined when there is only one. @throws the error of the first host */
  async find(): Promise<Host | undefined> {
    if (!this.areSeveral) return undefined;
    if (this.writableHost) return this.writableHost;
    this.search ??= this.findWritable().finally(() => (this.search = undefined));
    this.writableHost = await this.search;
    return this.writableHost;
  }

  /** Asks all hosts at once, and repeatedly while one of them answers: it may be about to be promoted. */
  private async findWritable(): Promise<Host> {
    const deadline = performance.now() + FIND_HOST_TIMEOUT_MS;
    const errors = new Map<Host, unknown>();
    let found: Host | undefined;
    let hasStandby = false;
    const isOver = (): boolean =>
      found !== undefined || performance.now() > deadline || errors.size === this.hosts.length;
    const ask = async (host: Host): Promise<void> => {
      while (!isOver()) {
        try {
          const config = { ...this.config, connectionTimeoutMillis: FIND_HOST_TIMEOUT_MS };
          if (await isWritable(config, host, this.isPooled)) found ??= host;
          else hasStandby = true;
          errors.delete(host);
        } catch (error) {
          errors.set(host, error);
        }
        if (!isOver()) await pause(RETRY_INTERVAL_MS);
      }
    };
    const questions = this.hosts.map(ask);
    const waitUntilOver = async (): Promise<void> => {
      while (!isOver()) await pause(RETRY_INTERVAL_MS / 4);
    };
    await Promise.race([Promise.all(questions), waitUntilOver()]);
    if (found) return found;
    throw hasStandby ? readOnlyError() : (errors.get(this.hosts[0] as Host) ?? new Error('timeout expired'));
  }
}

const readOnlyError = (): Error =>
  Object.assign(new Error('The server takes no writes'), { code: READ_ONLY_CODE });

/** Listens to what the server reports about itself on connecting. @returns whether it reported to be read-only */
function watchReadOnly(client: Client): () => boolean {
  const active = new Set<string>();
  (client as unknown as WithConnection).connection.on(
    'parameterStatus',
    ({ parameterName, parameterValue }) => {
      if (!READ_ONLY_PARAMETERS.has(parameterName)) return;
      if (parameterValue === 'on') active.add(parameterName);
      else active.delete(parameterName);
    },
  );
  return () => active.size > 0;
}

/** Asks the server, behind any pooler, whether it is read-only. */
async function queryReadOnly(client: Client): Promise<boolean> {
  const query: QueryConfig & { query_timeout: number } = {
    text: IS_READ_ONLY_QUERY,
    query_timeout: FIND_HOST_TIMEOUT_MS,
  };
  const { rows } = await client.query<{ refuses: boolean }>(query);
  return rows[0]?.refuses === true;
}

/** @param alwaysQuery asks the server whatever it reported */
async function isWritable(config: ClientConfig, host: Host, alwaysQuery: boolean): Promise<boolean> {
  // Assigned afterwards: in a configuration the host of the address wins.
  const client = Object.assign(new Client(config), host);
  client.on('error', () => undefined);
  const reportsReadOnly = watchReadOnly(client);
  try {
    await client.connect();
    return !((alwaysQuery || reportsReadOnly()) && (await queryReadOnly(client)));
  } finally {
    client.end().catch(() => undefined);
  }
}

/** A class of the driver's connection that connects to the writable host. */
export function clientOf(hosts: ServerHosts): typeof Client {
  return class HostsClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      // Without a handler, an error before the caller adds its own would end the process.
      this.on('error', () => undefined);
      if (!callback) return this.open();
      callbackify(() => this.open())((error) => callback(error));
    }

    private async open(): Promise<Client> {
      const host = await hosts.find();
      if (host) Object.assign(this, host);
      hosts.register(this);
      const reportsReadOnly = watchReadOnly(this);
      try {
        await super.connect();
      } catch (error) {
        hosts.forgetHost();
        throw error;
      }
      if (!hosts.mustWrite || !reportsReadOnly()) return this;
      const rejection = await queryReadOnly(this).then(
        (isReadOnly) => (isReadOnly ? readOnlyError() : undefined),
        (error: unknown) => error,
      );
      if (rejection === undefined) return this;
      hosts.forgetHost();
      this.end().catch(() => undefined);
      throw rejection;
    }
  };
}

/** Pings an idle connection of the pool, if there is one; without a response no open connection is trusted any more. */
export async function verifyIdle(pool: Pool, hosts: ServerHosts): Promise<void> {
  if (pool.idleCount === 0) return;
  const client = await pool.connect().catch(() => undefined);
  if (!client) return;
  const query: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: PING_TIMEOUT_MS };
  try {
    await client.query(query);
    client.release();
  } catch {
    hosts.markLost(client);
    client.release(true);
  }
}
