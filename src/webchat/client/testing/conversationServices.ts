import { type Api, ApiError } from '../api.ts';
import type { ChatMessage, MessageContent, MessagePage } from '../types.ts';

const toPage = (found: ChatMessage[]): MessagePage => ({
  messages: found.slice(-200),
  more: found.length > 200,
});

/** Simulates the services' side of one conversation, as in `services/products/webchat`. */
export class ConversationServices implements Api {
  kept: ChatMessage[] = [];
  tokens: string[] = [];
  /** The token of each message. */
  senders: string[] = [];
  calls: string[] = [];
  /** Errors of the next calls by name, thrown before their effect or (`lost`) after it. */
  readonly faults: { call: string; error: unknown; lost?: boolean }[] = [];
  private opened = 0;
  private waiting: (() => void)[] = [];

  private throwFault(call: string, isDone: boolean): void {
    const fault = this.faults.find((one) => one.call === call && Boolean(one.lost) === isDone);
    if (!fault) return;
    this.faults.splice(this.faults.indexOf(fault), 1);
    throw fault.error;
  }

  async startConversation() {
    this.calls.push('open');
    this.throwFault('open', false);
    const token = `token-${++this.opened}`;
    this.tokens.push(token);
    return { token, name: 'Website chat' };
  }

  async send(token: string, id: string, said: MessageContent) {
    this.calls.push('send');
    this.throwFault('send', false);
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    this.senders.push(token);
    if (!this.kept.some((one) => one.id === id)) this.add('person', { ...said }, id);
    this.throwFault('send', true);
  }

  async listMessagesAfter(token: string, after: number, wait: boolean, signal: AbortSignal) {
    this.calls.push('since');
    this.throwFault('since', false);
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    const found = () => this.kept.filter(({ seq }) => seq > after);
    if (wait && found().length === 0)
      await new Promise<void>((resolve, reject) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    return toPage(found());
  }

  async listMessagesBefore(token: string, before: number) {
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    return toPage(this.kept.filter(({ seq }) => seq < before));
  }

  add(from: ChatMessage['from'], message: ChatMessage['message'], id = `m${this.kept.length}`): void {
    this.kept.push({ seq: this.kept.length + 1, id, from, at: '2026-11-22T00:00:00.000Z', message });
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

export const textsOf = (messages: readonly ChatMessage[]): unknown[] =>
  messages.map(({ message }) => message['text']);
