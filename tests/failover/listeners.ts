import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Callers } from './callers.ts';

const CONNECT_TIMEOUT_MS = 30_000;

interface Listener {
  socket: Socket;
  /** Ids of teams whose change it received. */
  received: Set<string>;
  /** Times of resyncs. */
  resyncs: number[];
}

/** Open consoles, all of which must receive every change of a team, or a resync after it. */
export class Listeners {
  private readonly all: Listener[] = [];
  private readonly changes: { id: string; at: number }[] = [];
  disconnects = 0;
  private running = true;
  private work: Promise<void> | undefined;

  constructor(private readonly callers: Callers) {}

  async connect(url: string, token: string, count: number): Promise<void> {
    for (let from = 0; from < count; from += 25)
      await Promise.all(Array.from({ length: Math.min(25, count - from) }, () => this.open(url, token)));
    this.work = this.change();
  }

  private async open(url: string, token: string): Promise<void> {
    const options = { path: '/socket/', transports: ['websocket'], auth: { token }, forceNew: true };
    const socket = io(url, options);
    const listener: Listener = { socket, received: new Set(), resyncs: [] };
    this.all.push(listener);
    socket.on('message', ({ event, json }: { event: string; json: { entity?: string; id?: string } }) => {
      const isAll = event === 'resync' || (event === 'entity.changed' && json.entity === 'team');
      if (isAll) listener.resyncs.push(Date.now());
      if (event === 'record.changed' && json.entity === 'team') listener.received.add(String(json.id));
    });
    await new Promise((done, reject) => {
      const end = setTimeout(
        () => reject(new Error(`${url} was not connected to in time`)),
        CONNECT_TIMEOUT_MS,
      );
      socket.once('connect', () => done(clearTimeout(end)));
      socket.once('connect_error', (error) => {
        clearTimeout(end);
        reject(new Error(`${url} was not connected to: ${error.message}`));
      });
    });
    // A console that reconnects refetches everything.
    socket.on('connect', () => listener.resyncs.push(Date.now()));
    socket.on('disconnect', () => (this.disconnects += 1));
  }

  private async change(): Promise<void> {
    for (let turn = 0; this.running; turn += 1) {
      const body = { name: `heard_${turn}`, department: 'Listeners' };
      const headers = { 'idempotency-key': `heard-${turn}-${Date.now()}` };
      const created = await this.callers.call({ method: 'POST', path: '/api/v1/teams', headers, body });
      if (created) this.changes.push({ id: String(created.body['id']), at: created.sentAt });
      await pause(500);
    }
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  /** @returns the number of changes that a console neither received nor resynced after */
  async check(seconds: number): Promise<{ changes: number; unheard: number }> {
    const countMissed = (): number => {
      let count = 0;
      for (const { received, resyncs } of this.all) {
        const last = Math.max(0, ...resyncs);
        count += this.changes.filter(({ id, at }) => !received.has(id) && last < at).length;
      }
      return count;
    };
    const end = Date.now() + seconds * 1000;
    while (countMissed() > 0 && Date.now() < end) await pause(200);
    return { changes: this.changes.length, unheard: countMissed() };
  }

  close(): void {
    for (const { socket } of this.all) socket.close();
  }
}
