import { Refused, type Api } from './api.ts';
import type { Memory } from './memory.ts';
import type { Kept, Outgoing, Said } from './types.ts';

/** Milliseconds before something is tried again, growing to the last. */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 20_000];
/** Milliseconds after a message for which an answer is expected to come. */
const EXPECTED = 12_000;
/** Messages that wait for the services at most. */
const MOST_WAITING = 50;

export interface State {
  /** What the chat is called; empty before the services have said so. */
  name: string;
  messages: readonly Kept[];
  outbox: readonly Outgoing[];
  /** The services cannot be reached at the moment. */
  offline: boolean;
  /** Why there is no chat; said by the services. */
  closed?: string;
  /** The bot is about to answer. */
  expecting: boolean;
  /** Messages of the bot that nobody has looked at. */
  unread: number;
}

interface Parts {
  api: Api;
  memory: Memory;
  language: string;
  onChange: (state: State) => void;
  newId?: () => string;
}

/**
 * One conversation, over reloads and lost connections. What is said is kept until the services have taken it, and named
 * so that saying it again changes nothing; what the bot says is asked for from the last message that came.
 */
export class Conversation {
  private messages: Kept[] = [];
  private outbox: Outgoing[];
  private token: string | undefined;
  private name: string;
  private seen: number;
  private offline = false;
  private closed: string | undefined;
  private expectedUntil = 0;
  private isOpen = false;
  private sending = false;
  private hearing: AbortController | undefined;
  private beginning: Promise<string> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: Parts) {
    const { token, name = '', outbox = [], seen = 0 } = parts.memory.read();
    Object.assign(this, { token, seen });
    this.token = token;
    this.name = name;
    this.outbox = outbox;
    this.seen = seen;
  }

  get state(): State {
    const { name, messages, outbox, offline, closed, seen } = this;
    const unread = messages.filter(({ from, seq }) => from === 'bot' && seq > seen).length;
    const expecting = outbox.length === 0 && Date.now() < this.expectedUntil;
    return { name, messages, outbox, offline, closed, unread, expecting };
  }

  /** Goes on with a conversation that there was. */
  resume(): void {
    if (this.token !== undefined) void this.hear();
    if (this.outbox.length > 0) void this.flush();
  }

  /** The person looks at the chat, or no longer. The first look begins the conversation. */
  show(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!isOpen) return;
    this.look();
    this.changed();
    void this.hear();
  }

  say(said: Said): void {
    const id = (this.parts.newId ?? (() => crypto.randomUUID()))();
    this.keep([...this.outbox, { id, said }].slice(-MOST_WAITING));
    this.changed();
    void this.flush();
    void this.hear();
  }

  /** Says again what was refused. */
  retry(id: string): void {
    this.keep(this.outbox.map((one) => (one.id === id ? { id, said: one.said } : one)));
    this.changed();
    void this.flush();
  }

  /** Nothing more is heard or sent until `resume`. */
  pause(): void {
    this.hearing?.abort();
    this.hearing = undefined;
  }

  private keep(outbox: Outgoing[]): void {
    this.outbox = outbox;
    this.parts.memory.write({ outbox });
  }

  private changed(): void {
    this.parts.onChange(this.state);
  }

  private look(): void {
    const last = this.messages.at(-1)?.seq ?? 0;
    if (!this.isOpen || last <= this.seen) return;
    this.seen = last;
    this.parts.memory.write({ seen: last });
  }

  /** The token of the conversation, which is begun where there is none. */
  private begin(): Promise<string> {
    if (this.token !== undefined) return Promise.resolve(this.token);
    this.beginning ??= this.parts.api
      .open(this.parts.language)
      .then(({ token, name }) => {
        Object.assign(this, { token, name, messages: [], seen: 0 });
        this.parts.memory.write({ token, name, seen: 0 });
        return token;
      })
      .finally(() => {
        this.beginning = undefined;
      });
    return this.beginning;
  }

  /** What was thrown: whether it is worth trying again. */
  private isPassing(error: unknown): boolean {
    if (error instanceof Refused) {
      if (error.status === 401) {
        // The conversation is over; the next one takes what is still to be said.
        this.token = undefined;
        this.parts.memory.write({ token: undefined, seen: 0 });
        return true;
      }
      if (error.status === 403 || error.status === 404) {
        this.closed = error.message;
        return false;
      }
      return error.status === 429 || error.status >= 500;
    }
    return true;
  }

  private async flush(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let tries = 0; ;) {
      const next = this.outbox.find(({ fault }) => fault === undefined);
      if (!next) break;
      try {
        await this.parts.api.send(await this.begin(), next.id, next.said);
        tries = 0;
        this.offline = false;
        this.closed = undefined;
        this.expect();
        this.taken(next);
      } catch (error) {
        if (this.isPassing(error)) {
          this.offline = !(error instanceof Refused);
          this.changed();
          await pause(tries++);
          continue;
        }
        const fault = (error as Error).message || 'Not sent';
        this.keep(this.outbox.map((one) => (one.id === next.id ? { ...one, fault } : one)));
        this.changed();
      }
    }
    this.sending = false;
  }

  /** The services have it: it stays where it stood until they tell it back. */
  private taken({ id, said }: Outgoing): void {
    this.keep(this.outbox.filter((one) => one.id !== id));
    const seq = (this.messages.at(-1)?.seq ?? 0) + 0.001;
    this.merge([{ seq, id, from: 'person', at: new Date().toISOString(), message: { ...said } }]);
  }

  private expect(): void {
    this.expectedUntil = Date.now() + EXPECTED;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed(), EXPECTED + 50);
  }

  private merge(came: readonly Kept[]): void {
    const byId = new Map(this.messages.map((one) => [one.id, one]));
    for (const one of came) {
      const known = byId.get(one.id);
      if (known && Number.isInteger(known.seq)) continue;
      byId.set(one.id, one);
      if (one.from === 'bot') this.expectedUntil = 0;
    }
    this.messages = [...byId.values()].sort((a, b) => a.seq - b.seq);
    const told = new Set(this.messages.map(({ id }) => id));
    if (this.outbox.some(({ id }) => told.has(id))) this.keep(this.outbox.filter(({ id }) => !told.has(id)));
    this.look();
    this.changed();
  }

  /** Place of the last message that the services have told. */
  private get last(): number {
    return this.messages.findLast(({ seq }) => Number.isInteger(seq))?.seq ?? 0;
  }

  /** Hears of what is new until it is paused. */
  private async hear(): Promise<void> {
    if (this.hearing) return;
    const own = new AbortController();
    this.hearing = own;
    for (let tries = 0, first = true; !own.signal.aborted;) {
      try {
        const came = await this.parts.api.since(await this.begin(), this.last, !first, own.signal);
        first = false;
        tries = 0;
        const wasOff = this.offline || this.closed !== undefined;
        this.offline = false;
        this.closed = undefined;
        if (came.length > 0) this.merge(came);
        else if (wasOff || this.messages.length === 0) this.changed();
      } catch (error) {
        if (own.signal.aborted) return;
        const passing = this.isPassing(error);
        this.offline = !(error instanceof Refused);
        this.changed();
        first = true;
        // A chat that is closed may be open again later.
        await pause(passing ? tries++ : PAUSES.length);
      }
    }
  }
}

function pause(tries: number): Promise<void> {
  const most = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
  // Scattered, so that all pages do not come back at the same moment.
  return new Promise((done) => setTimeout(done, most * (0.75 + Math.random() / 2)));
}
