import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../services/engine/storage/database.ts';
import { lineCall, lineText, type Platforms } from '../contract/support/platforms.ts';
import type { Callers, Json } from './callers.ts';

export interface Channels {
  line: string;
  chat: string;
}

/** People who write to the bot, on LINE and in web chats. */
export class Conversations {
  private readonly persons = new Map<string, string>();
  private readonly chats: { token: string; sent: string[] }[] = [];
  private running = true;
  private readonly work: Promise<unknown>;
  private counter = 0;

  constructor(
    private readonly callers: Callers,
    private readonly channels: Channels,
    private readonly platforms: Platforms,
    chats: number,
    intervalMs: number,
  ) {
    const repeat = async (once: () => Promise<void>): Promise<void> => {
      while (this.running) {
        await once();
        await pause(intervalMs);
      }
    };
    this.work = Promise.all([
      repeat(() => this.message()),
      ...Array.from({ length: chats }, async () => {
        const chat = { token: '', sent: [] as string[] };
        this.chats.push(chat);
        await repeat(() => this.chat(chat));
      }),
    ]);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async message(): Promise<void> {
    const person = `U-failover-${++this.counter}`;
    const replyToken = this.platforms.replyToken();
    const text = lineText(person, `upgrade ${this.counter}`, { replyToken });
    const { url: path, headers, payload: body } = lineCall(this.channels.line, [text]);
    if (await this.callers.call({ method: 'POST', path, headers, body }))
      this.persons.set(person, replyToken);
  }

  private ask(chat: { token: string }, method: string, path: string, body?: Json) {
    const headers = { origin: 'https://shop.example', authorization: `Bearer ${chat.token}` };
    return this.callers.call({
      method,
      path: `/api/v1/webchat/${this.channels.chat}/${path}`,
      headers,
      body,
    });
  }

  private async chat(chat: { token: string; sent: string[] }): Promise<void> {
    if (chat.token === '')
      chat.token = String((await this.ask(chat, 'POST', 'sessions', {}))?.body['token'] ?? '');
    const text = `upgrade ${++this.counter}`;
    if (await this.ask(chat, 'POST', 'messages', { id: `said-by-the-page-${this.counter}`, text }))
      chat.sent.push(text);
  }

  /** Counts LINE users without exactly one reply, and chat messages that are lost or repeated. */
  async check(db: Database): Promise<{ sent: number; unanswered: number; twice: number }> {
    const countReplies = ([person, token]: [string, string]): number =>
      (this.platforms.arrived.get(token)?.length ?? 0) + (this.platforms.arrived.get(person)?.length ?? 0);
    const waiting = (): number => [...this.persons].filter((one) => countReplies(one) === 0).length;
    const texts = this.chats.flatMap(({ sent }) => sent);
    const readChats = async (): Promise<{ sent: Map<string, number>; answers: number }> => {
      const rows = await db.query<{ text: string; source: string }>(
        `SELECT text, source FROM entity_message WHERE channel = $1 AND kind = 'message' AND (text LIKE 'upgrade %' OR text = 'After all')`,
        [this.channels.chat],
      );
      const countsByText = new Map<string, number>();
      for (const { text, source } of rows)
        if (source === 'USER') countsByText.set(text, (countsByText.get(text) ?? 0) + 1);
      return { sent: countsByText, answers: rows.filter(({ source }) => source !== 'USER').length };
    };
    const end = Date.now() + 90_000;
    let chats = await readChats();
    while ((waiting() > 0 || chats.answers < chats.sent.size) && Date.now() < end) {
      await pause(500);
      chats = await readChats();
    }
    const lostTexts = texts.filter((text) => !chats.sent.has(text));
    for (const text of lostTexts.slice(0, 5)) this.callers.reportError(`A web chat lost "${text}"`);
    const again = [...chats.sent.values()].filter((count) => count > 1).length;
    return {
      sent: this.persons.size + texts.length,
      unanswered: waiting() + lostTexts.length + Math.max(0, chats.sent.size - chats.answers),
      twice:
        [...this.persons].filter((one) => countReplies(one) > 1).length +
        again +
        Math.max(0, chats.answers - chats.sent.size),
    };
  }
}
