import { setTimeout as pause } from 'node:timers/promises';
import { lineCall, lineText, type Platforms } from '../contract/support/platforms.ts';
import type { Callers } from './callers.ts';
import type { Serving } from './versions.ts';

type Json = Record<string, unknown>;

/** The names that a version has for what a parcel holds; absent where it does not know it. */
export interface Names {
  size: string;
  note?: string;
  gift?: string;
}

/** A process, and what its version calls things. */
export interface Target {
  serving: Serving;
  names: Names;
}

/** What was acknowledged of a parcel. */
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

/** Between two calls of one caller. */
const BREATH_MS = 30;
const CHAT_MS = 2_000;

/** People and programs that use whatever serves, and remember what they were told. */
export class Load {
  /** Those that a balancer would send calls to. */
  targets: Target[] = [];
  private readonly parcels = new Map<string, Parcel>();
  private readonly persons = new Map<string, string>();
  private readonly said: string[] = [];
  private chatToken = '';
  private running = false;
  private work: Promise<unknown> = Promise.resolve();
  private turn = 0;

  constructor(
    private readonly callers: Callers,
    private readonly setting: Setting,
  ) {}

  start(): void {
    this.running = true;
    const lane = async (once: () => Promise<void>, breath = BREATH_MS): Promise<void> => {
      while (this.running) {
        await once();
        await pause(breath);
      }
    };
    this.work = Promise.all([
      lane(() => this.parcel()),
      lane(() => this.parcel()),
      lane(() => this.other('teams', 'department')),
      lane(() => this.other('variables', 'value', { scope: 'bot' })),
      lane(() => this.message()),
      lane(() => this.chat(), CHAT_MS),
    ]);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private next(): Target {
    const target = this.targets[this.turn++ % this.targets.length];
    if (!target) throw new Error('Nothing serves');
    return target;
  }

  private api(to: Target, method: string, path: string, body?: Json): Promise<Json | undefined> {
    const headers = { authorization: `Bearer ${this.setting.token}` };
    return this.callers.ask(to.serving, { method, path: `/api/v1/${path}`, headers, body });
  }

  /** Made at one process, read, changed and read again at whichever comes next, found in a list. */
  private async parcel(): Promise<void> {
    const number = ++this.turn;
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
      const changed = await this.callers.hold(other.serving, async () => {
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
        this.callers.fault(
          `${serving.version.name}: parcel ${id} has ${name} ${JSON.stringify(found[name])}, acknowledged was ${JSON.stringify(value)}`,
        );
  }

  private async other(path: string, field: string, more: Json = {}): Promise<void> {
    const number = ++this.turn;
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
      this.callers.fault(`${path}: ${field} is ${JSON.stringify(changed[field])}, not what was acknowledged`);
    await this.api(this.next(), 'GET', `${path}?take=5`);
  }

  /** A message of a platform, whose call is signed. */
  private async message(): Promise<void> {
    const { platforms, channel } = this.setting;
    const person = `U-upgrade-${++this.turn}`;
    const replyToken = platforms.replyToken();
    const { url, headers, payload } = lineCall(channel, [
      lineText(person, `upgrade ${this.turn}`, { replyToken }),
    ]);
    const to = this.next().serving;
    if (await this.callers.ask(to, { method: 'POST', path: url, headers, body: payload }))
      this.persons.set(person, replyToken);
  }

  private async chat(): Promise<void> {
    const { chat } = this.setting;
    const ask = (method: string, path: string, body?: Json): Promise<Json | undefined> =>
      this.callers.ask(this.next().serving, {
        ...{ method, path: `/api/v1/webchat/${chat}/${path}`, body },
        headers: {
          origin: 'https://shop.example',
          ...(this.chatToken !== '' && { authorization: `Bearer ${this.chatToken}` }),
        },
      });
    if (this.chatToken === '') this.chatToken = String((await ask('POST', 'sessions', {}))?.['token'] ?? '');
    const told = `upgrade ${++this.turn}`;
    const id = `said-by-the-page-${this.turn}`;
    if (await ask('POST', 'messages', { id, text: told })) this.said.push(told);
  }

  /** Everything that was acknowledged, as a process has it. */
  async check(at: Target): Promise<void> {
    const ids = [...this.parcels.keys()];
    const lane = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        const found = await this.api(at, 'GET', `parcels/${id}`);
        if (found) this.compare(at, id, found);
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  }

  /** Everybody who wrote was answered once, and the web chat has what was said there. */
  async checkAnswers(at: Target): Promise<void> {
    const { platforms, chat } = this.setting;
    const heard = ([person, token]: [string, string]): number =>
      (platforms.arrived.get(token)?.length ?? 0) + (platforms.arrived.get(person)?.length ?? 0);
    const until = Date.now() + 120_000;
    const waiting = (): [string, string][] => [...this.persons].filter((one) => heard(one) === 0);
    while (waiting().length > 0 && Date.now() < until) await pause(200);
    for (const [person] of waiting()) this.callers.fault(`${person} was not answered`);
    for (const one of this.persons)
      if (heard(one) > 1) this.callers.fault(`${one[0]} was answered ${heard(one)} times`);
    let texts = '';
    for (let page = ''; ;) {
      const found = await this.callers.ask(at.serving, {
        ...{ method: 'GET', path: `/api/v1/webchat/${chat}/messages${page}` },
        headers: { origin: 'https://shop.example', authorization: `Bearer ${this.chatToken}` },
      });
      const kept = (found?.['messages'] ?? []) as { seq: number }[];
      texts += JSON.stringify(kept);
      const [first] = kept;
      if (!first || found?.['more'] !== true) break;
      page = `?before=${first.seq}`;
    }
    for (const said of this.said)
      if (!texts.includes(`"${said}"`)) this.callers.fault(`The web chat lost "${said}"`);
  }

  get counts(): { records: number; messages: number; said: number } {
    return { records: this.parcels.size, messages: this.persons.size, said: this.said.length };
  }
}
