import { type Api, ApiError } from '../api.ts';
import type { ChatMessage, MessageContent, MessagePage } from '../types.ts';

const last200 = (found: ChatMessage[]): MessagePage => ({
  messages: found.slice(-200),
  more: found.length > 200,
});

/** The services' side of one conversation, as `services/products/webchat` keeps it. */
export class ConversationServices implements Api {
  kept: ChatMessage[] = [];
  tokens: string[] = [];
  /** The token of each message. */
  senders: string[] = [];
  calls: string[] = [];
  /** What the next calls of a kind throw, before they are carried out, or (`lost`) after. */
  readonly faults: { call: string; error: unknown; lost?: boolean }[] = [];
  private opened = 0;
  private waiting: (() => void)[] = [];

  private meet(call: string, isDone: boolean): void {
    const fault = this.faults.find((one) => one.call === call && Boolean(one.lost) === isDone);
    if (!fault) return;
    this.faults.splice(this.faults.indexOf(fault), 1);
    throw fault.error;
  }

  async startConversation() {
    this.calls.push('open');
    this.meet('open', false);
    const token = `token-${++this.opened}`;
    this.tokens.push(token);
    return { token, name: 'Website chat' };
  }

  async send(token: string, id: string, said: MessageContent) {
    this.calls.push('send');
    this.meet('send', false);
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    this.senders.push(token);
    if (!this.kept.some((one) => one.id === id)) this.add('person', { ...said }, id);
    this.meet('send', true);
  }

  async listMessagesAfter(token: string, after: number, wait: boolean, signal: AbortSignal) {
    this.calls.push('since');
    this.meet('since', false);
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    const found = () => this.kept.filter(({ seq }) => seq > after);
    if (wait && found().length === 0)
      await new Promise<void>((resolve, reject) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    return last200(found());
  }

  async listMessagesBefore(token: string, before: number) {
    if (!this.tokens.includes(token)) throw new ApiError(401, 'over');
    return last200(this.kept.filter(({ seq }) => seq < before));
  }

  add(from: ChatMessage['from'], message: ChatMessage['message'], id = `m${this.kept.length}`): void {
    this.kept.push({ seq: this.kept.length + 1, id, from, at: '2026-11-22T00:00:00.000Z', message });
    for (const wake of this.waiting.splice(0)) wake();
  }
}

export const textsOf = (messages: readonly ChatMessage[]): unknown[] =>
  messages.map(({ message }) => message['text']);
