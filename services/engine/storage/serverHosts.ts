import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Client, type ClientConfig, type Pool, type QueryConfig } from 'pg';
import type { Host } from '../settings/serverAddress.ts';
import { READ_ONLY } from './errors.ts';

/** Milliseconds in which one of several hosts has to take writes; less than a connection is waited for. */
const FIND_MS = 4_000;
/** Milliseconds in which a connection that is doubted has to answer. */
const PATIENCE_MS = 2_000;
/** Milliseconds after which a host that takes no writes is asked again. */
const AGAIN_MS = 200;

/** What the server says to whom it answers while it follows another one, or writes are forbidden. */
const NO_WRITES = new Set(['in_hot_standby', 'default_transaction_read_only']);
/** Poolers repeat what they heard once: before anything is refused, the server itself is asked. */
const ASKED = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS refuses`;

interface Told {
  connection: { on(event: 'parameterStatus', heard: (told: Parameter) => void): void };
}
interface Parameter {
  parameterName: string;
  parameterValue: string;
}

/**
 * The servers that an address leads to, of which one at a time takes writes. Which one that is, is looked for when
 * a connection is made and the last one was lost.
 */
export class ServerHosts {
  private known: Host | undefined;
  private finding: Promise<Host> | undefined;
  /** Told when whatever was connected to is not to be trusted any more. */
  onLost: () => void = () => undefined;
  /** Counts how often that was. */
  private losses = 0;
  private readonly made = new WeakMap<object, number>();

  /** @param hosts none where the configuration's own is the only one */
  constructor(
    private readonly config: ClientConfig,
    private readonly hosts: readonly Host[],
    /** Connections have to take writes. */
    readonly mustWrite: boolean,
    /** What is heard of a host may be long past: a pooler stands in between. */
    private readonly isPooled = false,
  ) {}

  get areSeveral(): boolean {
    return this.hosts.length > 1;
  }

  /** A connection fell silent or takes no writes any more: others from before are like it. */
  lost(client?: object): void {
    if (client && !this.isFresh(client)) return;
    this.losses += 1;
    this.known = undefined;
    this.onLost();
  }

  /** A connection broke: the next one may have to go elsewhere. */
  broke(): void {
    this.known = undefined;
  }

  /** Whether nothing was lost since the connection was made. */
  isFresh(client: object): boolean {
    return (this.made.get(client) ?? this.losses) === this.losses;
  }

  note(client: object): void {
    this.made.set(client, this.losses);
  }

  /** The host to connect to; undefined where there is no choice. @throws the fault of the first host */
  async find(): Promise<Host | undefined> {
    if (!this.areSeveral) return undefined;
    if (this.known) return this.known;
    this.finding ??= this.look().finally(() => (this.finding = undefined));
    this.known = await this.finding;
    return this.known;
  }

  /** All are asked at once, and again for a while if one of them answers: it may be about to take over. */
  private async look(): Promise<Host> {
    const until = performance.now() + FIND_MS;
    const faults = new Map<Host, unknown>();
    let found: Host | undefined;
    let follower = false;
    const isOver = (): boolean => found !== undefined || performance.now() > until || this.cannot(faults);
    const ask = async (at: Host): Promise<void> => {
      while (!isOver()) {
        try {
          const config = { ...this.config, connectionTimeoutMillis: FIND_MS };
          if (await takesWrites(config, at, this.isPooled)) found ??= at;
          else follower = true;
          faults.delete(at);
        } catch (error) {
          faults.set(at, error);
        }
        if (!isOver()) await pause(AGAIN_MS);
      }
    };
    const asking = this.hosts.map(ask);
    const isDone = async (): Promise<void> => {
      while (!isOver()) await pause(AGAIN_MS / 4);
    };
    await Promise.race([Promise.all(asking), isDone()]);
    if (found) return found;
    throw follower ? takesNoWrites() : (faults.get(this.hosts[0] as Host) ?? new Error('timeout expired'));
  }

  /** Nobody answers, and everybody was asked. */
  private cannot(faults: Map<Host, unknown>): boolean {
    return faults.size === this.hosts.length;
  }
}

const takesNoWrites = (): Error =>
  Object.assign(new Error('The server takes no writes'), { code: READ_ONLY });

/** Notes as it connects whether the server takes writes: it says so by itself. */
function hearsNoWrites(client: Client): () => boolean {
  const refused = new Set<string>();
  (client as unknown as Told).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (!NO_WRITES.has(parameterName)) return;
    if (parameterValue === 'on') refused.add(parameterName);
    else refused.delete(parameterName);
  });
  return () => refused.size > 0;
}

/** Asks the server, behind any pooler, whether it takes no writes. */
async function refusesWrites(client: Client): Promise<boolean> {
  const question: QueryConfig & { query_timeout: number } = { text: ASKED, query_timeout: FIND_MS };
  const { rows } = await client.query<{ refuses: boolean }>(question);
  return rows[0]?.refuses === true;
}

/** @param asks whatever was heard */
async function takesWrites(config: ClientConfig, at: Host, asks: boolean): Promise<boolean> {
  // Afterwards: the host of an address goes before others that are given beside it.
  const client = Object.assign(new Client(config), at);
  client.on('error', () => undefined);
  const refuses = hearsNoWrites(client);
  try {
    await client.connect();
    return !((asks || refuses()) && (await refusesWrites(client)));
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The driver's connection, made to whichever of the hosts takes writes. */
export function clientOf(hosts: ServerHosts): typeof Client {
  return class HostsClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      // Between this and whoever hears of it nothing is to end the process.
      this.on('error', () => undefined);
      if (!callback) return this.open();
      callbackify(() => this.open())((error) => callback(error));
    }

    private async open(): Promise<Client> {
      const at = await hosts.find();
      if (at) Object.assign(this, at);
      hosts.note(this);
      const refuses = hearsNoWrites(this);
      try {
        await super.connect();
      } catch (error) {
        hosts.broke();
        throw error;
      }
      if (!hosts.mustWrite || !refuses()) return this;
      const fault = await refusesWrites(this).then(
        (is) => (is ? takesNoWrites() : undefined),
        (error: unknown) => error,
      );
      if (fault === undefined) return this;
      hosts.broke();
      this.end().catch(() => undefined);
      throw fault;
    }
  };
}

/** Asks an idle connection of the pool, if there is one; where that does not answer either, none is trusted any more. */
export async function doubtIdle(pool: Pool, hosts: ServerHosts): Promise<void> {
  if (pool.idleCount === 0) return;
  const client = await pool.connect().catch(() => undefined);
  if (!client) return;
  const question: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: PATIENCE_MS };
  try {
    await client.query(question);
    client.release();
  } catch {
    hosts.lost(client);
    client.release(true);
  }
}
