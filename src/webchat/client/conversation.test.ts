import { beforeEach, expect, test, vi } from 'vitest';
import { RefusedError, type Api } from './api.ts';
import { Conversation, type State } from './conversation.ts';
import { createChatStorage } from './chatStorage.ts';
import type { ChatMessage, MessageContent, MessagePage } from './types.ts';

const last200 = (found: ChatMessage[]): MessagePage => ({
  messages: found.slice(-200),
  more: found.length > 200,
});

/** The services' side of one conversation, as `services/products/webchat` keeps it. */
class Services implements Api {
  kept: ChatMessage[] = [];
  tokens: string[] = [];
  /** The token of each message. */
  senders: string[] = [];
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
    const token = `token-${++tokens}`;
    this.tokens.push(token);
    return { token, name: 'Website chat' };
  }

  async send(token: string, id: string, said: MessageContent) {
    this.calls.push('send');
    this.meet('send', false);
    if (!this.tokens.includes(token)) throw new RefusedError(401, 'over');
    this.senders.push(token);
    if (!this.kept.some((one) => one.id === id)) this.add('person', { ...said }, id);
    this.meet('send', true);
  }

  async since(token: string, after: number, wait: boolean, signal: AbortSignal) {
    this.calls.push('since');
    this.meet('since', false);
    if (!this.tokens.includes(token)) throw new RefusedError(401, 'over');
    const found = () => this.kept.filter(({ seq }) => seq > after);
    if (wait && found().length === 0)
      await new Promise<void>((resolve, reject) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    return last200(found());
  }

  async before(token: string, before: number) {
    if (!this.tokens.includes(token)) throw new RefusedError(401, 'over');
    return last200(this.kept.filter(({ seq }) => seq < before));
  }

  add(from: ChatMessage['from'], message: ChatMessage['message'], id = `m${this.kept.length}`): void {
    this.kept.push({ seq: this.kept.length + 1, id, from, at: '2026-11-22T00:00:00.000Z', message });
    for (const wake of this.waiting.splice(0)) wake();
  }
}

let services: Services;
let states: State[];
let ids = 0;
let tokens = 0;
const begin = (): Conversation =>
  new Conversation({
    api: services,
    memory: createChatStorage('webchat:c1'),
    language: 'th',
    onChange: (state) => states.push(state),
    newId: () => `said-${++ids}`,
  });
/** A tab of its own, which ends in the middle of whatever it does once it is killed. */
const tab = (): { chat: Conversation; kill: () => void; state: () => State } => {
  let isDead = false;
  const alive =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    (...given: Given): Promise<Answer> =>
      isDead
        ? new Promise(() => undefined)
        : call(...given).finally(() => (isDead ? new Promise(() => undefined) : undefined));
  const api: Api = {
    open: alive(() => services.open()),
    send: alive((...given) => services.send(...given)),
    since: alive((...given) => services.since(...given)),
    before: alive((...given) => services.before(...given)),
  };
  const memory = createChatStorage('webchat:c1');
  const chat = new Conversation({
    ...{ api, memory: { ...memory, onChange: (listener) => memory.onChange(() => isDead || listener()) } },
    ...{ language: 'th', onChange: () => undefined, newId: () => `said-${++ids}` },
  });
  const kill = () => {
    isDead = true;
    chat.stopPolling();
  };
  return { chat, kill, state: () => chat.state };
};
/** Tells tabs of what is stored, as browsers tell all but the one that did it. */
const tellTabs = (): void => {
  const { setItem, removeItem } = Storage.prototype;
  const tell = (key: string) => queueMicrotask(() => dispatchEvent(new StorageEvent('storage', { key })));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, key, value) {
    setItem.call(this, key, value);
    tell(key);
  });
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function remove(this: Storage, key) {
    removeItem.call(this, key);
    tell(key);
  });
};
/** Locks as browsers lend them to the tabs of a site; the simulated one has none. */
const lendLocks = (): void => {
  const turns = new Map<string, Promise<unknown>>();
  const request = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
    turns.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
};
const textsOf = ({ messages }: Pick<State, 'messages'>): unknown[] =>
  messages.map(({ message }) => message['text']);
const now = (): State => states.at(-1)!;
const texts = (): unknown[] => now().messages.map(({ message }) => message['text']);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  services = new Services();
  states = [];
  return () => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'locks');
  };
});

test('a conversation goes on over a reload, with what was said before', async () => {
  const first = begin();
  first.show(true);
  first.say({ text: 'สวัสดีค่ะ' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(1));
  services.add('bot', { type: 'text', text: 'Hello' });
  await vi.waitFor(() => expect(texts()).toEqual(['สวัสดีค่ะ', 'Hello']));
  first.stopPolling();

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
  second.stopPolling();
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
  chat.stopPolling();
});

test('what was not taken before a reload is still said', async () => {
  services.faults.push(
    ...Array.from({ length: 50 }, () => ({ call: 'open', error: new TypeError('offline') })),
  );
  const first = begin();
  first.say({ text: 'kept' });
  await vi.waitFor(() => expect(now().offline).toBe(true));
  first.stopPolling();
  services.faults.splice(0);
  const second = begin();
  expect(second.state.outbox).toMatchObject([{ said: { text: 'kept' } }]);
  second.resume();
  await vi.waitFor(() => expect(services.kept.map(({ message }) => message['text'])).toContain('kept'));
  expect(services.kept).toHaveLength(1);
});

test('what is refused says why and can be tried again; the rest goes on', async () => {
  const chat = begin();
  services.faults.push({ call: 'send', error: new RefusedError(422, 'A message has 1 to 2000 characters') });
  chat.say({ text: 'too long' });
  chat.say({ text: 'short' });
  await vi.waitFor(() =>
    expect(now().outbox).toMatchObject([{ fault: 'A message has 1 to 2000 characters' }]),
  );
  await vi.waitFor(() => expect(texts()).toEqual(['short']));
  chat.retry(now().outbox[0]!.id);
  await vi.waitFor(() => expect(texts()).toEqual(['short', 'too long']));
  expect(now().outbox).toEqual([]);
  chat.stopPolling();
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
  chat.stopPolling();
});

test('a chat that is switched off says so, and opens again by itself', async () => {
  services.faults.push({ call: 'open', error: new RefusedError(403, 'This chat is closed at the moment') });
  const chat = begin();
  chat.show(true);
  await vi.waitFor(() => expect(now().closedReason).toBe('This chat is closed at the moment'));
  await vi.waitFor(() => expect(now().closedReason).toBeUndefined(), { timeout: 40_000 });
  expect(now().name).toBe('Website chat');
  chat.stopPolling();
});

test('an answer is expected for a while', async () => {
  const chat = begin();
  chat.say({ tap: { action: 'a1', label: 'Sizes' } });
  await vi.waitFor(() => expect(now().isReplyExpected).toBe(true));
  services.add('bot', { type: 'text', text: 'S to XL' });
  await vi.waitFor(() => expect(now().isReplyExpected).toBe(false));
  chat.stopPolling();
});

test('what two tabs say without a connection is sent by a third, all of it, once and in its order', async () => {
  tellTabs();
  const [one, other] = [tab(), tab()];
  one.chat.show(true);
  other.chat.show(true);
  await vi.waitFor(() => expect(services.calls.filter((call) => call === 'since').length).toBeGreaterThan(1));
  services.faults.push(
    ...Array.from({ length: 9 }, () => ({ call: 'send', error: new TypeError('Failed to fetch') })),
  );
  one.chat.say({ text: 'first' });
  other.chat.say({ text: 'second' });
  one.chat.say({ text: 'third' });
  await vi.waitFor(() => expect(one.state().outbox).toHaveLength(3));
  expect(other.state().outbox.map(({ said }) => said)).toEqual(one.state().outbox.map(({ said }) => said));
  one.kill();
  other.kill();
  services.faults.splice(0);
  const third = tab();
  third.chat.resume();
  await vi.waitFor(() => expect(third.state().outbox).toEqual([]), { timeout: 20_000 });
  expect(textsOf({ messages: services.kept })).toEqual(['first', 'second', 'third']);
  await vi.waitFor(() => expect(textsOf(third.state())).toEqual(['first', 'second', 'third']));
  third.kill();
});

test('two tabs that are opened together for the first time are one person', async () => {
  tellTabs();
  const tabs = [tab(), tab()];
  for (const { chat } of tabs) chat.show(true);
  tabs[0]?.chat.say({ text: 'one' });
  tabs[1]?.chat.say({ text: 'other' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(2), { timeout: 20_000 });
  const { token } = createChatStorage('webchat:c1').read();
  expect(new Set(services.senders)).toEqual(new Set([token]));
  for (const { state, kill } of tabs) {
    await vi.waitFor(() => expect(textsOf(state()).toSorted()).toEqual(['one', 'other']));
    expect(state().endedMessages).toBeUndefined();
    kill();
  }
});

test('a conversation that is over in one tab is over in the others; what was said stays in sight', async () => {
  tellTabs();
  lendLocks();
  const [one, other] = [tab(), tab()];
  one.chat.show(true);
  one.chat.say({ text: 'before' });
  other.chat.show(true);
  await vi.waitFor(() => expect(textsOf(other.state())).toEqual(['before']), { timeout: 20_000 });
  services.tokens = [];
  services.kept = [];
  one.chat.say({ text: 'after' });
  for (const { state } of [one, other]) {
    await vi.waitFor(() => expect(textsOf(state())).toEqual(['after']), { timeout: 30_000 });
    expect(textsOf({ messages: state().endedMessages ?? [] })).toEqual(['before']);
  }
  expect(services.tokens).toHaveLength(1);
  one.kill();
  other.kill();
});

test('what was kept before tabs shared it is still said', async () => {
  const outbox = [{ id: 'kept-1', said: { text: 'older' } }];
  localStorage.setItem('webchat:c1', JSON.stringify({ token: 'token-0', name: 'Chat', seen: 3, outbox }));
  services.tokens.push('token-0');
  const chat = begin();
  chat.resume();
  await vi.waitFor(() => expect(textsOf({ messages: services.kept })).toEqual(['older']));
  await vi.waitFor(() => expect(now().outbox).toEqual([]));
  chat.stopPolling();
});

test('of more than can wait nothing is dropped: it is refused, and what waits is all sent', async () => {
  const chat = begin();
  services.faults.push({ call: 'open', error: new TypeError('offline') });
  const taken = Array.from({ length: 60 }, (_, index) => chat.say({ text: `line ${index}` }));
  expect(taken.filter(Boolean)).toHaveLength(50);
  expect(taken.slice(0, 50)).not.toContain(false);
  await vi.waitFor(() => expect(services.kept).toHaveLength(50), { timeout: 20_000 });
  expect(textsOf({ messages: services.kept })).toEqual(taken.slice(0, 50).map((_, index) => `line ${index}`));
  expect(chat.say({ text: 'again' })).toBe(true);
  chat.stopPolling();
});

test('a page that missed more than it is told at a time says so, and loads the rest when asked', async () => {
  const chat = begin();
  chat.show(true);
  await vi.waitFor(() => expect(services.tokens).toHaveLength(1));
  services.add('bot', { type: 'text', text: 'seen' });
  await vi.waitFor(() => expect(texts()).toEqual(['seen']));
  chat.stopPolling();
  for (let count = 0; count < 260; count += 1) services.add('bot', { type: 'text', text: `missed ${count}` });
  chat.resume();
  await vi.waitFor(() => expect(now().messages).toHaveLength(200));
  expect(now().hasEarlier).toBe(true);
  await chat.showEarlier();
  expect(now().hasEarlier).toBe(false);
  expect(texts()).toEqual(['seen', ...Array.from({ length: 260 }, (_, count) => `missed ${count}`)]);
  chat.stopPolling();
});

test('on a page without https, where browsers make no UUIDs, a message is sent under an id of its own', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const memory = createChatStorage('webchat:c1');
  const chat = new Conversation({
    api: services,
    memory,
    language: 'th',
    onChange: (one) => states.push(one),
  });
  for (const text of ['hello', 'hello']) expect(chat.say({ text })).toBe(true);
  await vi.waitFor(() => expect(services.kept).toHaveLength(2));
  vi.unstubAllGlobals();
  const sent = services.kept.map(({ id }) => id);
  expect(new Set(sent).size).toBe(2);
  for (const id of sent) expect(id).toMatch(/^[\w-]{8,64}$/);
  chat.stopPolling();
});
