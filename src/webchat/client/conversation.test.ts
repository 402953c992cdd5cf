import { beforeEach, expect, test, vi } from 'vitest';
import { Refused, type Api } from './api.ts';
import { Conversation, type State } from './conversation.ts';
import { createMemory } from './memory.ts';
import type { Kept, Said } from './types.ts';

/** The services' side of one conversation, as `services/webchat` keeps it. */
class Services implements Api {
  kept: Kept[] = [];
  tokens: string[] = [];
  calls: string[] = [];
  /** What the next calls of a kind throw, before they are carried out, or (`lost`) after. */
  readonly faults: { call: string; error: unknown; lost?: boolean }[] = [];
  private waiting: (() => void)[] = [];

  private meet(call: string, isDone: boolean): void {
    const fault = this.faults.find((one) => one.call === call && Boolean(one.lost) === isDone);
    if (!fault) return;
    this.faults.splice(this.faults.indexOf(fault), 1);
    throw fault.error;
  }

  async open() {
    this.calls.push('open');
    this.meet('open', false);
    this.tokens.push(`token-${this.tokens.length + 1}`);
    return { token: this.tokens.at(-1) ?? '', name: 'Website chat' };
  }

  async send(token: string, id: string, said: Said) {
    this.calls.push('send');
    this.meet('send', false);
    if (!this.tokens.includes(token)) throw new Refused(401, 'over');
    if (!this.kept.some((one) => one.id === id)) this.add('person', { ...said }, id);
    this.meet('send', true);
  }

  async since(token: string, after: number, wait: boolean, signal: AbortSignal) {
    this.calls.push('since');
    this.meet('since', false);
    if (!this.tokens.includes(token)) throw new Refused(401, 'over');
    const found = () => this.kept.filter(({ seq }) => seq > after);
    if (wait && found().length === 0)
      await new Promise<void>((resolve, reject) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    return found();
  }

  add(from: Kept['from'], message: Kept['message'], id = `m${this.kept.length}`): void {
    this.kept.push({ seq: this.kept.length + 1, id, from, at: '2026-11-22T00:00:00.000Z', message });
    for (const wake of this.waiting.splice(0)) wake();
  }
}

let services: Services;
let states: State[];
let ids = 0;
const begin = (): Conversation =>
  new Conversation({
    api: services,
    memory: createMemory('webchat:c1'),
    language: 'th',
    onChange: (state) => states.push(state),
    newId: () => `said-${++ids}`,
  });
const now = (): State => states.at(-1)!;
const texts = (): unknown[] => now().messages.map(({ message }) => message['text']);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  services = new Services();
  states = [];
  return () => vi.useRealTimers();
});

test('a conversation goes on over a reload, with what was said before', async () => {
  const first = begin();
  first.show(true);
  first.say({ text: 'สวัสดีค่ะ' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(1));
  services.add('bot', { type: 'text', text: 'Hello' });
  await vi.waitFor(() => expect(texts()).toEqual(['สวัสดีค่ะ', 'Hello']));
  first.pause();

  states = [];
  const second = begin();
  second.resume();
  await vi.waitFor(() => expect(texts()).toEqual(['สวัสดีค่ะ', 'Hello']));
  expect(services.tokens).toHaveLength(1);
  // The answer was seen; what comes while the chat is closed was not.
  expect(now().unread).toBe(0);
  services.add('bot', { type: 'text', text: 'Anything else?' });
  await vi.waitFor(() => expect(now().unread).toBe(1));
  second.show(true);
  await vi.waitFor(() => expect(now().unread).toBe(0));
  second.pause();
});

test('what is said without a connection is sent later, once, even where only the answer was lost', async () => {
  const chat = begin();
  chat.show(true);
  await vi.waitFor(() => expect(services.calls).toContain('since'));
  services.faults.push(
    { call: 'send', error: new TypeError('Failed to fetch') },
    { call: 'send', error: new TypeError('Failed to fetch'), lost: true },
  );
  chat.say({ text: 'one' });
  chat.say({ text: 'two' });
  await vi.waitFor(() => expect(now().offline).toBe(true));
  await vi.waitFor(() => expect(now().outbox).toEqual([]), { timeout: 20_000 });
  expect(services.kept.map(({ message }) => message['text'])).toEqual(['one', 'two']);
  expect(texts()).toEqual(['one', 'two']);
  expect(now().offline).toBe(false);
  chat.pause();
});

test('what was not taken before a reload is still said', async () => {
  services.faults.push(
    ...Array.from({ length: 50 }, () => ({ call: 'open', error: new TypeError('offline') })),
  );
  const first = begin();
  first.say({ text: 'kept' });
  await vi.waitFor(() => expect(now().offline).toBe(true));
  first.pause();
  services.faults.splice(0);
  const second = begin();
  expect(second.state.outbox).toMatchObject([{ said: { text: 'kept' } }]);
  second.resume();
  await vi.waitFor(() => expect(services.kept.map(({ message }) => message['text'])).toContain('kept'));
  expect(services.kept).toHaveLength(1);
});

test('what is refused says why and can be tried again; the rest goes on', async () => {
  const chat = begin();
  services.faults.push({ call: 'send', error: new Refused(422, 'A message has 1 to 2000 characters') });
  chat.say({ text: 'too long' });
  chat.say({ text: 'short' });
  await vi.waitFor(() =>
    expect(now().outbox).toMatchObject([{ fault: 'A message has 1 to 2000 characters' }]),
  );
  await vi.waitFor(() => expect(texts()).toEqual(['short']));
  chat.retry(now().outbox[0]!.id);
  await vi.waitFor(() => expect(texts()).toEqual(['short', 'too long']));
  expect(now().outbox).toEqual([]);
  chat.pause();
});

test('a conversation that is over is followed by another one, which takes what is said', async () => {
  const chat = begin();
  chat.show(true);
  await vi.waitFor(() => expect(services.tokens).toHaveLength(1));
  services.tokens = ['another'];
  services.kept = [];
  chat.say({ text: 'still here' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(now().outbox).toEqual([]));
  chat.pause();
});

test('a chat that is switched off says so, and opens again by itself', async () => {
  services.faults.push({ call: 'open', error: new Refused(403, 'This chat is closed at the moment') });
  const chat = begin();
  chat.show(true);
  await vi.waitFor(() => expect(now().closed).toBe('This chat is closed at the moment'));
  await vi.waitFor(() => expect(now().closed).toBeUndefined(), { timeout: 40_000 });
  expect(now().name).toBe('Website chat');
  chat.pause();
});

test('an answer is expected for a while', async () => {
  const chat = begin();
  chat.say({ tap: { action: 'a1', label: 'Sizes' } });
  await vi.waitFor(() => expect(now().expecting).toBe(true));
  services.add('bot', { type: 'text', text: 'S to XL' });
  await vi.waitFor(() => expect(now().expecting).toBe(false));
  chat.pause();
});
