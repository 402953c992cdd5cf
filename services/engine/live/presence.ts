import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { packMessages } from './messages.ts';

/** Somebody who has a record open. */
export interface Viewer {
  id: string;
  name: string;
}
export interface RecordKey {
  entity: string;
  id: string;
}

/** What processes tell each other: who is there, what was opened or closed by which socket, and that they are gone. */
type Notice =
  | { process: string; is: 'here' | 'new' | 'gone' }
  | { process: string; socket: string; key: RecordKey; viewer?: Viewer };

interface Holding {
  process: string;
  viewer: Viewer;
}

const CHANNEL = 'record_presence';
/** Milliseconds between two signs of life, and after which a process without any is taken for dead. */
const SIGN_MS = 15_000;
const DEAD_MS = 40_000;
/** Records that one socket may have open, and people named of one record. */
const MOST_OPEN = 20;
const MOST_NAMED = 50;

/**
 * Who has which record open, over all processes. Nothing is stored: each process knows its own sockets, tells the
 * others, and asks them when it begins or may have missed something. What a process that died held goes after a while.
 */
export class Presence {
  private readonly process = randomUUID();
  /** Record → socket → whose it is. */
  private readonly records = new Map<string, Map<string, Holding>>();
  /** The records of each socket of this process. */
  private readonly own = new Map<string, { viewer: Viewer; keys: Map<string, RecordKey> }>();
  private readonly heard = new Map<string, number>();
  private sending: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopListening: (() => Promise<void>) | undefined;

  /** @param onChange told of each record whose viewers may be others now */
  constructor(
    private readonly db: Pick<Database, 'listen' | 'notify'>,
    private readonly onChange: (key: RecordKey) => void,
    private readonly onFault: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  async start(): Promise<void> {
    const ask = (): void => {
      // What was closed meanwhile was not heard; what is still open is told anew.
      for (const process of this.heard.keys()) this.drop(process);
      this.send([{ process: this.process, is: 'new' }]);
    };
    this.stopListening = await this.db.listen(CHANNEL, (payload) => this.hear(payload), ask);
    this.timer = setInterval(() => this.beat(), SIGN_MS).unref();
    ask();
  }

  /** Tells the others that nothing of this process is open any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.stopListening?.();
    this.send([{ process: this.process, is: 'gone' }]);
    await this.sending;
  }

  /** @returns false when the socket has too many open */
  open(socket: string, viewer: Viewer, key: RecordKey): boolean {
    const held = this.own.get(socket) ?? { viewer, keys: new Map<string, RecordKey>() };
    if (!held.keys.has(nameOf(key)) && held.keys.size >= MOST_OPEN) return false;
    held.keys.set(nameOf(key), key);
    this.own.set(socket, held);
    this.send([{ process: this.process, socket, key, viewer }]);
    return true;
  }

  close(socket: string, key: RecordKey): void {
    const held = this.own.get(socket);
    if (!held?.keys.delete(nameOf(key))) return;
    if (held.keys.size === 0) this.own.delete(socket);
    this.send([{ process: this.process, socket, key }]);
  }

  /** The socket is gone, with all that it had open. */
  leave(socket: string): void {
    const keys = [...(this.own.get(socket)?.keys.values() ?? [])];
    this.own.delete(socket);
    this.send(keys.map((key) => ({ process: this.process, socket, key })));
  }

  /** What a socket of this process has open. */
  openOf(socket: string): RecordKey[] {
    return [...(this.own.get(socket)?.keys.values() ?? [])];
  }

  /** Who has the record open, each once, however many windows they have. */
  viewers(key: RecordKey): Viewer[] {
    const holdings = this.records.get(nameOf(key))?.values() ?? [];
    const people = new Map([...holdings].map(({ viewer }) => [viewer.id, viewer]));
    return [...people.values()].slice(0, MOST_NAMED);
  }

  /** A sign of life, and an end to what processes without any held. */
  beat(): void {
    if (this.own.size > 0) this.send([{ process: this.process, is: 'here' }]);
    const oldest = this.now() - DEAD_MS;
    for (const [process, at] of this.heard) if (at < oldest) this.drop(process);
  }

  private hear(payload: string): void {
    for (const notice of JSON.parse(payload) as Notice[]) {
      const { process } = notice;
      if (process !== this.process) this.heard.set(process, this.now());
      if ('socket' in notice) this.note(notice.process, notice.socket, notice.key, notice.viewer);
      else if (notice.is === 'gone') this.drop(process);
      else if (notice.is === 'new') {
        this.drop(process);
        this.tellOwn();
      }
    }
  }

  private note(process: string, socket: string, key: RecordKey, viewer: Viewer | undefined): void {
    const name = nameOf(key);
    const holdings = this.records.get(name) ?? new Map<string, Holding>();
    if (viewer) this.records.set(name, holdings.set(socket, { process, viewer }));
    else if (holdings.delete(socket) && holdings.size === 0) this.records.delete(name);
    this.onChange(key);
  }

  private drop(process: string): void {
    this.heard.delete(process);
    // Of its own it hears too, and knows better.
    if (process === this.process) return;
    for (const [name, holdings] of this.records) {
      const gone = [...holdings].filter(([, holding]) => holding.process === process);
      for (const [socket] of gone) holdings.delete(socket);
      if (holdings.size === 0) this.records.delete(name);
      if (gone.length > 0) this.onChange(keyOf(name));
    }
  }

  private tellOwn(): void {
    const notices = [...this.own].flatMap(([socket, { viewer, keys }]) =>
      [...keys.values()].map((key) => ({ process: this.process, socket, key, viewer })),
    );
    this.send(notices);
  }

  private send(notices: readonly Notice[]): void {
    // One after the other: what is closed is told after it was opened.
    for (const part of packMessages(notices.map((notice) => JSON.stringify(notice))))
      this.sending = this.sending.then(() => this.db.notify(CHANNEL, part)).catch(this.onFault);
  }
}

const nameOf = ({ entity, id }: RecordKey): string => `${entity}/${id}`;

function keyOf(name: string): RecordKey {
  const [entity = '', id = ''] = name.split('/');
  return { entity, id };
}
