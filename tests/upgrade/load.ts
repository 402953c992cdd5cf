import { setTimeout as pause } from 'node:timers/promises';
import { lineCall, lineText, type Platforms } from '../contract/support/platforms.ts';
import type { Callers } from './callers.ts';
import type { RunningServer } from './versions.ts';

type Json = Record<string, unknown>;

/** Field names of a parcel in a version; absent where it does not have the field. */
export interface Names {
  size: string;
  note?: string;
  gift?: string;
}

/** A process and the field names of its version. */
export interface Target {
  serving: RunningServer;
  names: Names;
}

/** Acknowledged values of a parcel. */
interface Parcel {
  name: string;
  size: number;
  gift?: string;
  note?: string;
}

export interface Setting {
  channel: string;
  chat: string;
  token: string;
  platforms: Platforms;
}

const CALL_INTERVAL_MS = 30;
const CHAT_INTERVAL_MS = 2_000;

/** Simulates clients and people who use the running processes, and verifies acknowledged writes. */
export class Load {
  /** The processes behind the simulated load balancer. */
  targets: Target[] = [];
  private readonly parcels = new Map<string, Parcel>();
  private readonly persons = new Map<string, string>();
  private readonly said: string[] = [];
  private chatToken = '';
  private running = false;
  private work: Promise<unknown> = Promise.resolve();
  private counter = 0;

  constructor(
    private readonly callers: Callers,
    private readonly setting: Setting,
  ) {}

  start(): void {
    this.running = true;
    const repeat = async (once: () => Promise<void>, interval = CALL_INTERVAL_MS): Promise<void> => {
      while (this.running) {
        await once();
        await pause(interval);
      }
    };
    this.work = Promise.all([
      repeat(() => this.parcel()),
      repeat(() => this.parcel()),
      repeat(() => this.other('teams', 'department')),
      repeat(() => this.other('variables', 'value', { scope: 'bot' })),
      repeat(() => this.message()),
      repeat(() => this.chat(), CHAT_INTERVAL_MS),
    ]);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private next(): Target {
    const target = this.targets[this.counter++ % this.targets.length];
    if (!target) throw new Error('Nothing serves');
    return target;
  }

  private api(to: Target, method: string, path: string, body?: Json): Promise<Json | undefined> {
    const headers = { authorization: `Bearer ${this.setting.token}` };
    return this.callers.call(to.serving, { method, path: `/api/v1/${path}`, headers, body });
  }

  /** Creates a parcel on one process; reads, updates and lists it on the next ones. */
  private async parcel(): Promise<void> {
    const number = ++this.counter;
    const to = this.next();
    const { size, note, gift } = to.names;
    const values: Parcel = {
      name: `Parcel ${number}`,
      size: number,
      ...(note !== undefined && { note: `note ${number}` }),
      ...(gift !== undefined && { gift: `gift ${number}` }),
    };
    const { size: _, ...named } = values;
    const made = await this.api(to, 'POST', 'parcels', { ...named, [size]: number, way: 'mail' });
    if (!made) return;
    const id = String(made['id']);
    this.parcels.set(id, values);
    for (let changes = 0; changes < 2; changes += 1) {
      const other = this.next();
      const own = { ...values, size: number + changes + 1, name: `${values.name}.${changes}` };
      const changed = await this.callers.useServer(other.serving, async () => {
        const found = await this.api(other, 'GET', `parcels/${id}`);
        if (!found) return undefined;
        this.compare(other, id, found);
        const sent = { ...found, name: own.name, [other.names.size]: own.size };
        return this.api(other, 'PUT', `parcels/${id}`, sent);
      });
      if (!changed) return;
      this.parcels.set(id, own);
    }
    await this.api(this.next(), 'GET', `parcels?take=5&keyword=Parcel`);
  }

  private compare(at: Target, id: string, found: Json): void {
    const { size, ...rest } = this.parcels.get(id) as Parcel;
    const { names, serving } = at;
    const expected: Json = { name: rest.name, [names.size]: size };
    if (names.gift !== undefined && rest.gift !== undefined) expected[names.gift] = rest.gift;
    if (names.note !== undefined && rest.note !== undefined) expected[names.note] = rest.note;
    for (const [name, value] of Object.entries(expected))
      if (found[name] !== value)
        this.callers.reportError(
          `${serving.version.name}: parcel ${id} has ${name} ${JSON.stringify(found[name])}, acknowledged was ${JSON.stringify(value)}`,
        );
  }

  private async other(path: string, field: string, more: Json = {}): Promise<void> {
    const number = ++this.counter;
    const made = await this.api(this.next(), 'POST', path, {
      ...{ name: `own_${number}`, [field]: `first ${number}` },
      ...more,
    });
    if (!made) return;
    const found = await this.api(this.next(), 'GET', `${path}/${String(made['id'])}`);
    if (!found) return;
    await this.api(this.next(), 'PUT', `${path}/${String(made['id'])}`, {
      ...found,
      [field]: `second ${number}`,
    });
    const changed = await this.api(this.next(), 'GET', `${path}/${String(made['id'])}`);
    if (changed && changed[field] !== `second ${number}`)
      this.callers.reportError(
        `${path}: ${field} is ${JSON.stringify(changed[field])}, not what was acknowledged`,
      );
    await this.api(this.next(), 'GET', `${path}?take=5`);
  }

  /** Sends a signed webhook call with a message. */
  private async message(): Promise<void> {
    const { platforms, channel } = this.setting;
    const person = `U-upgrade-${++this.counter}`;
    const replyToken = platforms.replyToken();
    const { url, headers, payload } = lineCall(channel, [
      lineText(person, `upgrade ${this.counter}`, { replyToken }),
    ]);
    const to = this.next().serving;
    if (await this.callers.call(to, { method: 'POST', path: url, headers, body: payload }))
      this.persons.set(person, replyToken);
  }

  private async chat(): Promise<void> {
    const { chat } = this.setting;
    const ask = (method: string, path: string, body?: Json): Promise<Json | undefined> =>
      this.callers.call(this.next().serving, {
        ...{ method, path: `/api/v1/webchat/${chat}/${path}`, body },
        headers: {
          origin: 'https://shop.example',
          ...(this.chatToken !== '' && { authorization: `Bearer ${this.chatToken}` }),
        },
      });
    if (this.chatToken === '') this.chatToken = String((await ask('POST', 'sessions', {}))?.['token'] ?? '');
    const text = `upgrade ${++this.counter}`;
    const id = `said-by-the-page-${this.counter}`;
    if (await ask('POST', 'messages', { id, text: text })) this.said.push(text);
  }

  /** Verifies all acknowledged parcels on a process. */
  async check(at: Target): Promise<void> {
    const ids = [...this.parcels.keys()];
    const repeat = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        const found = await this.api(at, 'GET', `parcels/${id}`);
        if (found) this.compare(at, id, found);
      }
    };
    await Promise.all([repeat(), repeat(), repeat(), repeat()]);
  }

  /** Verifies that everybody was answered exactly once, and that the web chat has all messages. */
  async checkAnswers(at: Target): Promise<void> {
    const { platforms, chat } = this.setting;
    const countReplies = ([person, token]: [string, string]): number =>
      (platforms.arrived.get(token)?.length ?? 0) + (platforms.arrived.get(person)?.length ?? 0);
    const endsAt = Date.now() + 120_000;
    const waiting = (): [string, string][] => [...this.persons].filter((one) => countReplies(one) === 0);
    while (waiting().length > 0 && Date.now() < endsAt) await pause(200);
    for (const [person] of waiting()) this.callers.reportError(`${person} was not answered`);
    for (const one of this.persons)
      if (countReplies(one) > 1)
        this.callers.reportError(`${one[0]} was answered ${countReplies(one)} times`);
    let texts = '';
    for (let page = ''; ;) {
      const found = await this.callers.call(at.serving, {
        ...{ method: 'GET', path: `/api/v1/webchat/${chat}/messages${page}` },
        headers: { origin: 'https://shop.example', authorization: `Bearer ${this.chatToken}` },
      });
      const messages = (found?.['messages'] ?? []) as { seq: number }[];
      texts += JSON.stringify(messages);
      const [first] = messages;
      if (!first || found?.['more'] !== true) break;
      page = `?before=${first.seq}`;
    }
    for (const said of this.said)
      if (!texts.includes(`"${said}"`)) this.callers.reportError(`The web chat lost "${said}"`);
  }

  get counts(): { records: number; messages: number; said: number } {
    return { records: this.parcels.size, messages: this.persons.size, said: this.said.length };
  }
}
