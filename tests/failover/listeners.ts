import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Callers } from './callers.ts';

/** Milliseconds in which a console has to be connected. */
const CONNECT_MS = 30_000;

interface Listener {
  socket: Socket;
  /** Teams that it was told of. */
  heard: Set<string>;
  /** When it was told to look at everything again. */
  resyncs: number[];
}

/** Open consoles, and somebody whose changes all of them have to hear of or be told to catch up with. */
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
    const one: Listener = { socket, heard: new Set(), resyncs: [] };
    this.all.push(one);
    socket.on('message', ({ event, json }: { event: string; json: { entity?: string; id?: string } }) => {
      const isAll = event === 'resync' || (event === 'entity.changed' && json.entity === 'team');
      if (isAll) one.resyncs.push(Date.now());
      if (event === 'record.changed' && json.entity === 'team') one.heard.add(String(json.id));
    });
    await new Promise((done, reject) => {
      const end = setTimeout(() => reject(new Error(`${url} was not connected to in time`)), CONNECT_MS);
      socket.once('connect', () => done(clearTimeout(end)));
      socket.once('connect_error', (error) => {
        clearTimeout(end);
        reject(new Error(`${url} was not connected to: ${error.message}`));
      });
    });
    // A console that connects anew looks at everything again.
    socket.on('connect', () => one.resyncs.push(Date.now()));
    socket.on('disconnect', () => (this.disconnects += 1));
  }

  private async change(): Promise<void> {
    for (let turn = 0; this.running; turn += 1) {
      const body = { name: `heard_${turn}`, department: 'Listeners' };
      const headers = { 'idempotency-key': `heard-${turn}-${Date.now()}` };
      const made = await this.callers.ask({ method: 'POST', path: '/api/v1/teams', headers, body });
      if (made) this.changes.push({ id: String(made.body['id']), at: made.sentAt });
      await pause(500);
    }
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  /** @returns how many changes somebody neither heard of nor was told to catch up with */
  async check(seconds: number): Promise<{ changes: number; unheard: number }> {
    const unheard = (): number => {
      let count = 0;
      for (const { heard, resyncs } of this.all) {
        const last = Math.max(0, ...resyncs);
        count += this.changes.filter(({ id, at }) => !heard.has(id) && last < at).length;
      }
      return count;
    };
    const end = Date.now() + seconds * 1000;
    while (unheard() > 0 && Date.now() < end) await pause(200);
    return { changes: this.changes.length, unheard: unheard() };
  }

  close(): void {
    for (const { socket } of this.all) socket.close();
  }
}
