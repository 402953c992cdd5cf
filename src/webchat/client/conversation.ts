import { ApiError, type Api } from './api.ts';
import type { ChatStorage } from './chatStorage.ts';
import { isConfirmed, lastConfirmed, mergeMessages, newMessageId, withSent } from './messageList.ts';
import { MAX_DELAY_TRIES, waitBeforeRetry } from './retries.ts';
import type { ChatMessage, OutboxMessage, MessageContent, MessagePage } from './types.ts';

/** Time after a message in which a reply is expected. */
const REPLY_EXPECTED_MS = 12_000;
/** Largest number of messages that wait to be sent. */
const MAX_OUTBOX_MESSAGES = 50;

export interface State {
  /** The chat's title; empty until the services have sent it. */
  name: string;
  /** Messages of ended conversations before this one; undefined where there are none. */
  endedMessages: readonly ChatMessage[] | undefined;
  messages: readonly ChatMessage[];
  /** Whether there are messages before the first one, which `loadEarlier` loads. */
  hasEarlier: boolean;
  outbox: readonly OutboxMessage[];
  /** Whether the services cannot be reached. */
  offline: boolean;
  /** Why the chat is not available; a text of the services. */
  closedReason?: string;
  /** Whether the bot is about to reply. */
  isReplyExpected: boolean;
  /** Number of the bot's messages that were not seen. */
  unread: number;
}

interface ConversationOptions {
  api: Api;
  storage: ChatStorage;
  language: string;
  onChange: (state: State) => void;
  newId?: () => string;
}

/**
 * One conversation, across reloads, lost connections and tabs. A message is stored until the services have accepted it, with
 * an id that makes repeated sending harmless; any open tab sends the messages of all tabs. The bot's messages are fetched
 * from the last received one on.
 */
export class Conversation {
  private endedMessages: ChatMessage[] | undefined;
  private messages: ChatMessage[] = [];
  private hasEarlier = false;
  private outbox: OutboxMessage[];
  private token: string | undefined;
  /** A token that the services no longer accept. */
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

  constructor(private readonly options: ConversationOptions) {
    const { token, name = '', outbox, seen } = options.storage.read();
    this.token = token;
    this.name = name;
    this.outbox = outbox;
    this.seen = seen;
    options.storage.onChange(() => this.syncTabs());
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

  /** Continues a stored conversation. */
  resume(): void {
    this.syncTabs();
    if (this.token !== undefined) void this.pollMessages();
  }

  /** Opens or closes the chat. Opening it for the first time starts the conversation. */
  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!isOpen) return;
    this.markVisibleAsSeen();
    this.notifyChange();
    void this.pollMessages();
  }

  /** @returns whether it was accepted; false where the outbox is full */
  sendMessage(said: MessageContent): boolean {
    this.readOutbox();
    if (this.outbox.length >= MAX_OUTBOX_MESSAGES) return false;
    const id = (this.options.newId ?? newMessageId)();
    this.options.storage.put({ id, said });
    this.readOutbox();
    this.notifyChange();
    void this.flush();
    void this.pollMessages();
    return true;
  }

  /** Sends a rejected message again. */
  retry(id: string): void {
    const said = this.outbox.find((one) => one.id === id)?.said;
    if (!said) return;
    this.options.storage.put({ id, said });
    this.readOutbox();
    this.notifyChange();
    void this.flush();
  }

  /** Loads messages before the first one. */
  async loadEarlier(): Promise<void> {
    const [first] = this.messages;
    const { token } = this;
    if (!first || token === undefined) return;
    try {
      const { messages, more } = await this.options.api.listMessagesBefore(token, first.seq);
      if (token !== this.token) return;
      this.hasEarlier = more;
      this.merge(messages);
    } catch (error) {
      this.offline = !(error instanceof ApiError);
      this.notifyChange();
    }
  }

  /** Stops receiving and sending until `resume`. */
  stopPolling(): void {
    this.polling?.abort();
    this.polling = undefined;
  }

  /** Applies changes of another tab. */
  private syncTabs(): void {
    const { token, name, seen } = this.options.storage.read();
    if (token !== undefined && token !== this.rejected) this.switchTo(token, name ?? this.name);
    this.seen = Math.max(this.seen, seen);
    this.readOutbox();
    if (this.outbox.some(({ fault }) => fault === undefined)) void this.flush();
    this.notifyChange();
  }

  /** Reads the shared outbox. A message that another tab has sent stays in its place until the services return it. */
  private readOutbox(): void {
    const before = this.outbox;
    this.outbox = this.options.storage.read().outbox;
    const left = new Set(this.outbox.map(({ id }) => id));
    for (const outgoing of before)
      if (!left.has(outgoing.id)) this.messages = withSent(this.messages, outgoing);
  }

  private notifyChange(): void {
    this.options.onChange(this.state);
  }

  private markVisibleAsSeen(): void {
    const { last, token } = this;
    if (!this.isOpen || token === undefined || last <= this.seen) return;
    this.seen = last;
    this.options.storage.markSeen(token, last);
  }

  /** Switches to the conversation of a token. */
  private switchTo(token: string, name: string): void {
    if (token === this.token) return;
    this.endConversation();
    this.token = token;
    this.name = name;
    this.seen = this.options.storage.read().seen;
    if (!this.polling) return;
    this.stopPolling();
    void this.pollMessages();
  }

  /** Ends the conversation; its messages stay visible above the next one's. */
  private endConversation(): void {
    if (this.token !== undefined || this.messages.length > 0)
      this.endedMessages = [...(this.endedMessages ?? []), ...this.messages];
    this.token = undefined;
    this.messages = [];
    this.hasEarlier = false;
    this.seen = 0;
  }

  /** Returns the conversation's token; without one, a single tab starts a conversation for all. */
  private async ensureToken(): Promise<string> {
    if (this.token !== undefined) return this.token;
    const { api, storage, language } = this.options;
    return storage.withLock('open', async () => {
      const stored = storage.read();
      if (stored.token !== undefined && stored.token !== this.rejected) {
        this.switchTo(stored.token, stored.name ?? this.name);
        return stored.token;
      }
      const opened = await api.startConversation(language);
      const token = await storage.storeConversation(opened);
      this.switchTo(token, opened.name);
      return token;
    });
  }

  /** Handles an error of a request. @returns whether the request is worth retrying */
  private handleRequestError(error: unknown, token: string | undefined): boolean {
    if (error instanceof ApiError) {
      if (error.status === 401) {
        // The conversation has ended; the next one receives the messages that are still to be sent.
        if (token !== undefined && token === this.token) {
          this.rejected = token;
          this.endConversation();
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
        await this.options.storage.withLock('send', async () => {
          this.readOutbox();
          next = this.outbox.find(({ fault }) => fault === undefined);
          if (!next) return;
          token = await this.ensureToken();
          await this.options.api.send(token, next.id, next.said);
          this.options.storage.remove(next.id);
        });
        tries = 0;
        if (!next) break;
        this.offline = false;
        this.closedReason = undefined;
        this.expectReply();
        this.readOutbox();
        this.notifyChange();
      } catch (error) {
        if (this.handleRequestError(error, token)) {
          this.offline = !(error instanceof ApiError);
          this.notifyChange();
          await waitBeforeRetry(tries++);
          this.readOutbox();
          continue;
        }
        const fault = (error as Error).message || 'Not sent';
        if (next) this.options.storage.put({ id: next.id, said: next.said, fault });
        this.readOutbox();
        this.notifyChange();
      }
    }
    this.sending = false;
    this.notifyChange();
  }

  private expectReply(): void {
    this.replyExpectedUntil = Date.now() + REPLY_EXPECTED_MS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.notifyChange(), REPLY_EXPECTED_MS + 50);
  }

  private merge(received: readonly ChatMessage[]): void {
    const confirmed = new Set(this.messages.filter(isConfirmed).map(({ id }) => id));
    if (received.some(({ from, id }) => from === 'bot' && !confirmed.has(id))) this.replyExpectedUntil = 0;
    this.messages = mergeMessages(this.messages, received);
    const known = new Set(this.messages.map(({ id }) => id));
    for (const { id } of this.outbox) if (known.has(id)) this.options.storage.remove(id);
    this.readOutbox();
    this.markVisibleAsSeen();
    this.notifyChange();
  }

  /** Applies messages after the last one; where the response leaves out some in between, they are loaded on request. */
  private applyPage({ messages, more }: MessagePage): void {
    if (more || this.last === 0) {
      this.messages = this.messages.filter((one) => !isConfirmed(one));
      this.hasEarlier = more;
    }
    this.merge(messages);
  }

  private get last(): number {
    return lastConfirmed(this.messages);
  }

  /** Receives new messages until `stopPolling`. */
  private async pollMessages(): Promise<void> {
    if (this.polling) return;
    const controller = new AbortController();
    this.polling = controller;
    for (let tries = 0, first = true; !controller.signal.aborted;) {
      let token: string | undefined;
      try {
        token = await this.ensureToken();
        if (controller.signal.aborted) return;
        const page = await this.options.api.listMessagesAfter(token, this.last, !first, controller.signal);
        if (controller.signal.aborted) return;
        // Where the services hold no more long polls open, the delay between polls grows.
        if (!first || page.messages.length > 0) tries = 0;
        first = false;
        const wasUnavailable = this.offline || this.closedReason !== undefined;
        this.offline = false;
        this.closedReason = undefined;
        if (page.messages.length > 0) this.applyPage(page);
        else if (wasUnavailable || this.messages.length === 0) this.notifyChange();
      } catch (error) {
        if (controller.signal.aborted) return;
        const isTemporary = this.handleRequestError(error, token);
        this.offline = !(error instanceof ApiError);
        this.notifyChange();
        first = true;
        // The chat is closed: a new conversation starts when it is opened.
        if (
          this.token === undefined &&
          this.rejected !== undefined &&
          !this.isOpen &&
          this.outbox.length === 0
        )
          return this.stopPolling();
        // A chat that is switched off may be available again later.
        await waitBeforeRetry(isTemporary ? tries++ : MAX_DELAY_TRIES);
      }
    }
  }
}
