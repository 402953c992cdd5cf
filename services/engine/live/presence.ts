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

/** Sent between processes: a heartbeat, start or stop of a process, or a socket that opened or, without `viewer`, closed a record. */
type Notice =
  | { process: string; is: 'here' | 'new' | 'gone' }
  | { process: string; socket: string; key: RecordKey; viewer?: Viewer };

interface SocketViewer {
  process: string;
  viewer: Viewer;
}

const CHANNEL = 'record_presence';
/** Heartbeat interval, and the time without one after which a process counts as dead. */
const HEARTBEAT_MS = 15_000;
const PROCESS_TIMEOUT_MS = 40_000;

const MAX_OPEN_RECORDS_PER_SOCKET = 20;
const MAX_VIEWERS_PER_RECORD = 50;

/**
 * Tracks who has which record open, over all processes. Nothing is stored: each process announces its own sockets to the
 * others, and asks them for theirs when it starts or may have missed notices. Entries of a dead process expire.
 */
export class Presence {
  private readonly process = randomUUID();
  /** By record, then by socket. */
  private readonly records = new Map<string, Map<string, SocketViewer>>();
  /** Open records by socket of this process. */
  private readonly ownSockets = new Map<string, { viewer: Viewer; keys: Map<string, RecordKey> }>();
  private readonly lastSeen = new Map<string, number>();
  private sending: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopListening: (() => Promise<void>) | undefined;

  /** @param onChange called for each record whose viewers may have changed */
  constructor(
    private readonly db: Pick<Database, 'listen' | 'notify'>,
    private readonly onChange: (key: RecordKey) => void,
    private readonly onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  async start(): Promise<void> {
    const resync = (): void => {
      // Notices may have been missed: forget other processes, which then announce their open records again.
      for (const process of this.lastSeen.keys()) this.dropProcess(process);
      this.send([{ process: this.process, is: 'new' }]);
    };
    this.stopListening = await this.db.listen(CHANNEL, (payload) => this.receive(payload), resync);
    this.timer = setInterval(() => this.heartbeat(), HEARTBEAT_MS).unref();
    resync();
  }

  /** Stops listening and removes this process's records from the others. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.stopListening?.();
    this.send([{ process: this.process, is: 'gone' }]);
    await this.sending;
  }

  /** @returns false when the socket has too many open */
  open(socket: string, viewer: Viewer, key: RecordKey): boolean {
    const opened = this.ownSockets.get(socket) ?? { viewer, keys: new Map<string, RecordKey>() };
    if (!opened.keys.has(toKeyText(key)) && opened.keys.size >= MAX_OPEN_RECORDS_PER_SOCKET) return false;
    opened.keys.set(toKeyText(key), key);
    this.ownSockets.set(socket, opened);
    this.send([{ process: this.process, socket, key, viewer }]);
    return true;
  }

  close(socket: string, key: RecordKey): void {
    const opened = this.ownSockets.get(socket);
    if (!opened?.keys.delete(toKeyText(key))) return;
    if (opened.keys.size === 0) this.ownSockets.delete(socket);
    this.send([{ process: this.process, socket, key }]);
  }

  /** Closes all records of a socket that disconnected. */
  closeAll(socket: string): void {
    const keys = [...(this.ownSockets.get(socket)?.keys.values() ?? [])];
    this.ownSockets.delete(socket);
    this.send(keys.map((key) => ({ process: this.process, socket, key })));
  }

  /** Records that a socket of this process has open. */
  openRecords(socket: string): RecordKey[] {
    return [...(this.ownSockets.get(socket)?.keys.values() ?? [])];
  }

  /** Who has the record open; a person with several windows is listed once. */
  viewers(key: RecordKey): Viewer[] {
    const socketViewers = this.records.get(toKeyText(key))?.values() ?? [];
    const people = new Map([...socketViewers].map(({ viewer }) => [viewer.id, viewer]));
    return [...people.values()].slice(0, MAX_VIEWERS_PER_RECORD);
  }

  /** Sends a heartbeat, and drops processes that have sent none for too long. */
  heartbeat(): void {
    if (this.ownSockets.size > 0) this.send([{ process: this.process, is: 'here' }]);
    const oldest = this.now() - PROCESS_TIMEOUT_MS;
    for (const [process, at] of this.lastSeen) if (at < oldest) this.dropProcess(process);
  }

  private receive(payload: string): void {
    for (const notice of JSON.parse(payload) as Notice[]) {
      const { process } = notice;
      if (process !== this.process) this.lastSeen.set(process, this.now());
      if ('socket' in notice) this.applyNotice(notice.process, notice.socket, notice.key, notice.viewer);
      else if (notice.is === 'gone') this.dropProcess(process);
      else if (notice.is === 'new') {
        this.dropProcess(process);
        this.announceOwn();
      }
    }
  }

  private applyNotice(process: string, socket: string, key: RecordKey, viewer: Viewer | undefined): void {
    const name = toKeyText(key);
    const socketViewers = this.records.get(name) ?? new Map<string, SocketViewer>();
    if (viewer) this.records.set(name, socketViewers.set(socket, { process, viewer }));
    else if (socketViewers.delete(socket) && socketViewers.size === 0) this.records.delete(name);
    this.onChange(key);
  }

  private dropProcess(process: string): void {
    this.lastSeen.delete(process);
    // A process receives its own notices too.
    if (process === this.process) return;
    for (const [name, socketViewers] of this.records) {
      const gone = [...socketViewers].filter(([, holding]) => holding.process === process);
      for (const [socket] of gone) socketViewers.delete(socket);
      if (socketViewers.size === 0) this.records.delete(name);
      if (gone.length > 0) this.onChange(parseKeyText(name));
    }
  }

  private announceOwn(): void {
    const notices = [...this.ownSockets].flatMap(([socket, { viewer, keys }]) =>
      [...keys.values()].map((key) => ({ process: this.process, socket, key, viewer })),
    );
    this.send(notices);
  }

  private send(notices: readonly Notice[]): void {
    // In sequence, so that a close arrives after its open.
    for (const part of packMessages(notices.map((notice) => JSON.stringify(notice))))
      this.sending = this.sending.then(() => this.db.notify(CHANNEL, part)).catch(this.onError);
  }
}

const toKeyText = ({ entity, id }: RecordKey): string => `${entity}/${id}`;

function parseKeyText(name: string): RecordKey {
  const [entity = '', id = ''] = name.split('/');
  return { entity, id };
}
