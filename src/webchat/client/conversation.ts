import { ApiError, type Api } from './api.ts';
import type { ChatStorage } from './chatStorage.ts';
import { isConfirmed, lastConfirmed, mergeMessages, newMessageId, withSent } from './messageList.ts';
import { MOST_TRIES, waitBeforeRetry } from './retries.ts';
import type { ChatMessage, OutboxMessage, MessageContent, MessagePage } from './types.ts';

/** Milliseconds after a message for which an answer is expected to come. */
const REPLY_EXPECTED_MS = 12_000;
/** Messages that wait for the services at most. */
const MAX_WAITING = 50;

export interface State {
  /** What the chat is called; empty before the services have said so. */
  name: string;
  /** Of a conversation that is over and went before this one; undefined where there was none. */
  endedMessages: readonly ChatMessage[] | undefined;
  messages: readonly ChatMessage[];
  /** Before the first message are others, which `showEarlier` loads. */
  hasEarlier: boolean;
  outbox: readonly OutboxMessage[];
  /** The services cannot be reached at the moment. */
  offline: boolean;
  /** Why there is no chat; said by the services. */
  closedReason?: string;
  /** The bot is about to answer. */
  isReplyExpected: boolean;
  /** Messages of the bot that nobody has looked at. */
  unread: number;
}

interface Parts {
  api: Api;
  memory: ChatStorage;
  language: string;
  onChange: (state: State) => void;
  newId?: () => string;
}

/**
 * One conversation, over reloads, lost connections and the tabs that show it. What is said is kept until the services
 * have taken it, and named so that saying it again changes nothing; whichever tab is there sends what any of them kept.
 * What the bot says is asked for from the last message that came.
 */
export class Conversation {
  private endedMessages: ChatMessage[] | undefined;
  private messages: ChatMessage[] = [];
  private hasEarlier = false;
  private outbox: OutboxMessage[];
  private token: string | undefined;
  /** A token that the services take no longer. */
  private rejected: string | undefined;
  private name: string;
  private seen: number;
  private offline = false;
  private closedReason: string | undefined;
  private replyExpectedUntil = 0;
  private isOpen = false;
  private sending = false;
  private polling: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: Parts) {
    const { token, name = '', outbox, seen } = parts.memory.read();
    this.token = token;
    this.name = name;
    this.outbox = outbox;
    this.seen = seen;
    parts.memory.onChange(() => this.syncTabs());
  }

  get state(): State {
    const { name, endedMessages, messages, hasEarlier, outbox, offline, closedReason, seen } = this;
    const unread = messages.filter(({ from, seq }) => from === 'bot' && seq > seen).length;
    const isReplyExpected = outbox.length === 0 && Date.now() < this.replyExpectedUntil;
    return {
      name,
      endedMessages,
      messages,
      hasEarlier,
      outbox,
      offline,
      closedReason,
      unread,
      isReplyExpected,
    };
  }

  /** Goes on with a conversation that there was. */
  resume(): void {
    this.syncTabs();
    if (this.token !== undefined) void this.pollMessages();
  }

  /** The person looks at the chat, or no longer. The first look begins the conversation. */
  show(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!isOpen) return;
    this.markVisibleAsSeen();
    this.changed();
    void this.pollMessages();
  }

  /** @returns whether it was taken; not where too much waits to be sent */
  say(said: MessageContent): boolean {
    this.load();
    if (this.outbox.length >= MAX_WAITING) return false;
    const id = (this.parts.newId ?? newMessageId)();
    this.parts.memory.put({ id, said });
    this.load();
    this.changed();
    void this.flush();
    void this.pollMessages();
    return true;
  }

  /** Says again what was refused. */
  retry(id: string): void {
    const said = this.outbox.find((one) => one.id === id)?.said;
    if (!said) return;
    this.parts.memory.put({ id, said });
    this.load();
    this.changed();
    void this.flush();
  }

  /** Loads what came before the first message. */
  async showEarlier(): Promise<void> {
    const [first] = this.messages;
    const { token } = this;
    if (!first || token === undefined) return;
    try {
      const { messages, more } = await this.parts.api.listMessagesBefore(token, first.seq);
      if (token !== this.token) return;
      this.hasEarlier = more;
      this.merge(messages);
    } catch (error) {
      this.offline = !(error instanceof ApiError);
      this.changed();
    }
  }

  /** Nothing more is heard or sent until `resume`. */
  stopPolling(): void {
    this.polling?.abort();
    this.polling = undefined;
  }

  /** Takes over what another tab has changed. */
  private syncTabs(): void {
    const { token, name, seen } = this.parts.memory.read();
    if (token !== undefined && token !== this.rejected) this.adopt(token, name ?? this.name);
    this.seen = Math.max(this.seen, seen);
    this.load();
    if (this.outbox.some(({ fault }) => fault === undefined)) void this.flush();
    this.changed();
  }

  /** Reads what waits to be sent, by any tab. What another one has sent stays where it stood until it is told back. */
  private load(): void {
    const before = this.outbox;
    this.outbox = this.parts.memory.read().outbox;
    const left = new Set(this.outbox.map(({ id }) => id));
    for (const outgoing of before)
      if (!left.has(outgoing.id)) this.messages = withSent(this.messages, outgoing);
  }

  private changed(): void {
    this.parts.onChange(this.state);
  }

  private markVisibleAsSeen(): void {
    const { last, token } = this;
    if (!this.isOpen || token === undefined || last <= this.seen) return;
    this.seen = last;
    this.parts.memory.markSeen(token, last);
  }

  /** Goes on with the conversation of a token. */
  private adopt(token: string, name: string): void {
    if (token === this.token) return;
    this.end();
    this.token = token;
    this.name = name;
    this.seen = this.parts.memory.read().seen;
    if (!this.polling) return;
    this.stopPolling();
    void this.pollMessages();
  }

  /** What was said stays in sight above what comes. */
  private end(): void {
    if (this.token !== undefined || this.messages.length > 0)
      this.endedMessages = [...(this.endedMessages ?? []), ...this.messages];
    this.token = undefined;
    this.messages = [];
    this.hasEarlier = false;
    this.seen = 0;
  }

  /** The token of the conversation, which is begun where there is none; by one tab for all. */
  private async ensureToken(): Promise<string> {
    if (this.token !== undefined) return this.token;
    const { api, memory, language } = this.parts;
    return memory.exclusively('open', async () => {
      const stored = memory.read();
      if (stored.token !== undefined && stored.token !== this.rejected) {
        this.adopt(stored.token, stored.name ?? this.name);
        return stored.token;
      }
      const opened = await api.startConversation(language);
      const token = await memory.begin(opened);
      this.adopt(token, opened.name);
      return token;
    });
  }

  /** What was thrown: whether it is worth trying again. */
  private handleRequestError(error: unknown, token: string | undefined): boolean {
    if (error instanceof ApiError) {
      if (error.status === 401) {
        // The conversation is over; the next one takes what is still to be said.
        if (token !== undefined && token === this.token) {
          this.rejected = token;
          this.end();
        }
        return true;
      }
      if (error.status === 403 || error.status === 404) {
        this.closedReason = error.message;
        return false;
      }
      return error.status === 429 || error.status >= 500;
    }
    return true;
  }

  private async flush(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let tries = 0; this.outbox.some(({ fault }) => fault === undefined);) {
      let next: OutboxMessage | undefined;
      let token: string | undefined;
      try {
        await this.parts.memory.exclusively('send', async () => {
          this.load();
          next = this.outbox.find(({ fault }) => fault === undefined);
          if (!next) return;
          token = await this.ensureToken();
          await this.parts.api.send(token, next.id, next.said);
          this.parts.memory.remove(next.id);
        });
        tries = 0;
        if (!next) break;
        this.offline = false;
        this.closedReason = undefined;
        this.expectReply();
        this.load();
        this.changed();
      } catch (error) {
        if (this.handleRequestError(error, token)) {
          this.offline = !(error instanceof ApiError);
          this.changed();
          await waitBeforeRetry(tries++);
          this.load();
          continue;
        }
        const fault = (error as Error).message || 'Not sent';
        if (next) this.parts.memory.put({ id: next.id, said: next.said, fault });
        this.load();
        this.changed();
      }
    }
    this.sending = false;
    this.changed();
  }

  private expectReply(): void {
    this.replyExpectedUntil = Date.now() + REPLY_EXPECTED_MS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed(), REPLY_EXPECTED_MS + 50);
  }

  private merge(came: readonly ChatMessage[]): void {
    const told = new Set(this.messages.filter(isConfirmed).map(({ id }) => id));
    if (came.some(({ from, id }) => from === 'bot' && !told.has(id))) this.replyExpectedUntil = 0;
    this.messages = mergeMessages(this.messages, came);
    const known = new Set(this.messages.map(({ id }) => id));
    for (const { id } of this.outbox) if (known.has(id)) this.parts.memory.remove(id);
    this.load();
    this.markVisibleAsSeen();
    this.changed();
  }

  /** Takes what came after the last message; where some in between are left out, the others are loaded when asked for. */
  private take({ messages, more }: MessagePage): void {
    if (more || this.last === 0) {
      this.messages = this.messages.filter((one) => !isConfirmed(one));
      this.hasEarlier = more;
    }
    this.merge(messages);
  }

  private get last(): number {
    return lastConfirmed(this.messages);
  }

  /** Hears of what is new until it is paused. */
  private async pollMessages(): Promise<void> {
    if (this.polling) return;
    const own = new AbortController();
    this.polling = own;
    for (let tries = 0, first = true; !own.signal.aborted;) {
      let token: string | undefined;
      try {
        token = await this.ensureToken();
        if (own.signal.aborted) return;
        const came = await this.parts.api.listMessagesAfter(token, this.last, !first, own.signal);
        if (own.signal.aborted) return;
        // Where no more questions may be held open, it is asked now and then.
        if (!first || came.messages.length > 0) tries = 0;
        first = false;
        const wasOff = this.offline || this.closedReason !== undefined;
        this.offline = false;
        this.closedReason = undefined;
        if (came.messages.length > 0) this.take(came);
        else if (wasOff || this.messages.length === 0) this.changed();
      } catch (error) {
        if (own.signal.aborted) return;
        const passing = this.handleRequestError(error, token);
        this.offline = !(error instanceof ApiError);
        this.changed();
        first = true;
        // Nobody looks: another conversation begins when somebody does.
        if (
          this.token === undefined &&
          this.rejected !== undefined &&
          !this.isOpen &&
          this.outbox.length === 0
        )
          return this.stopPolling();
        // A chat that is closed may be open again later.
        await waitBeforeRetry(passing ? tries++ : MOST_TRIES);
      }
    }
  }
}
