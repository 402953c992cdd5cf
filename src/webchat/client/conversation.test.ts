import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { Conversation, type State } from './conversation.ts';
import { createChatStorage } from './chatStorage.ts';
import { ConversationServices, textsOf } from './testing/conversationServices.ts';

let services: ConversationServices;
let states: State[];
let ids = 0;
let current = { isOver: false };
const begin = (): Conversation => {
  const storage = createChatStorage('webchat:c1');
  const own = current;
  return new Conversation({
    api: services,
    // A conversation that received more after its test would take messages stored by the next ones.
    storage: { ...storage, onChange: (listener) => storage.onChange(() => own.isOver || listener()) },
    language: 'th',
    onChange: (state) => states.push(state),
    newId: () => `said-${++ids}`,
  });
};
const now = (): State => states.at(-1)!;
const texts = (): unknown[] => textsOf(now().messages);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  services = new ConversationServices();
  states = [];
  return () => {
    current.isOver = true;
    current = { isOver: false };
    vi.useRealTimers();
  };
});

test('a conversation continues after a reload, with its earlier messages', async () => {
  const first = begin();
  first.setOpen(true);
  first.sendMessage({ text: 'สวัสดีค่ะ' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(1));
  services.add('bot', { type: 'text', text: 'Hello' });
  await vi.waitFor(() => expect(texts()).toEqual(['สวัสดีค่ะ', 'Hello']));
  first.stopPolling();

  states = [];
  const second = begin();
  second.resume();
  await vi.waitFor(() => expect(texts()).toEqual(['สวัสดีค่ะ', 'Hello']));
  expect(services.tokens).toHaveLength(1);
  // The answer was seen; a message that comes while the chat is closed is not.
  expect(now().unread).toBe(0);
  services.add('bot', { type: 'text', text: 'Anything else?' });
  await vi.waitFor(() => expect(now().unread).toBe(1));
  second.setOpen(true);
  await vi.waitFor(() => expect(now().unread).toBe(0));
  second.stopPolling();
});

test('a message without a connection is sent later, once, even where only the response was lost', async () => {
  const chat = begin();
  chat.setOpen(true);
  await vi.waitFor(() => expect(services.calls).toContain('since'));
  services.faults.push(
    { call: 'send', error: new TypeError('Failed to fetch') },
    { call: 'send', error: new TypeError('Failed to fetch'), lost: true },
  );
  chat.sendMessage({ text: 'one' });
  chat.sendMessage({ text: 'two' });
  await vi.waitFor(() => expect(now().offline).toBe(true));
  await vi.waitFor(() => expect(now().outbox).toEqual([]), { timeout: 20_000 });
  expect(services.kept.map(({ message }) => message['text'])).toEqual(['one', 'two']);
  expect(texts()).toEqual(['one', 'two']);
  expect(now().offline).toBe(false);
  chat.stopPolling();
});

test('a message that was not accepted before a reload is still sent', async () => {
  services.faults.push(
    ...Array.from({ length: 50 }, () => ({ call: 'open', error: new TypeError('offline') })),
  );
  const first = begin();
  first.sendMessage({ text: 'kept' });
  await vi.waitFor(() => expect(now().offline).toBe(true));
  first.stopPolling();
  services.faults.splice(0);
  const second = begin();
  expect(second.state.outbox).toMatchObject([{ said: { text: 'kept' } }]);
  second.resume();
  await vi.waitFor(() => expect(services.kept.map(({ message }) => message['text'])).toContain('kept'));
  expect(services.kept).toHaveLength(1);
});

test('a rejected message shows the reason and can be retried; the others are sent', async () => {
  const chat = begin();
  services.faults.push({ call: 'send', error: new ApiError(422, 'A message has 1 to 2000 characters') });
  chat.sendMessage({ text: 'too long' });
  chat.sendMessage({ text: 'short' });
  await vi.waitFor(() =>
    expect(now().outbox).toMatchObject([{ fault: 'A message has 1 to 2000 characters' }]),
  );
  await vi.waitFor(() => expect(texts()).toEqual(['short']));
  chat.retry(now().outbox[0]!.id);
  await vi.waitFor(() => expect(texts()).toEqual(['short', 'too long']));
  expect(now().outbox).toEqual([]);
  chat.stopPolling();
});

test('after a conversation has ended, a new one starts and receives the message', async () => {
  const chat = begin();
  chat.setOpen(true);
  await vi.waitFor(() => expect(services.tokens).toHaveLength(1));
  services.tokens = ['another'];
  services.kept = [];
  chat.sendMessage({ text: 'still here' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(now().outbox).toEqual([]));
  chat.stopPolling();
});

test('a chat that is switched off shows the reason, and reopens by itself', async () => {
  services.faults.push({ call: 'open', error: new ApiError(403, 'This chat is closed at the moment') });
  const chat = begin();
  chat.setOpen(true);
  await vi.waitFor(() => expect(now().closedReason).toBe('This chat is closed at the moment'));
  await vi.waitFor(() => expect(now().closedReason).toBeUndefined(), { timeout: 40_000 });
  expect(now().name).toBe('Website chat');
  chat.stopPolling();
});

test('a reply is expected for a while', async () => {
  const chat = begin();
  chat.sendMessage({ tap: { action: 'a1', label: 'Sizes' } });
  await vi.waitFor(() => expect(now().isReplyExpected).toBe(true));
  services.add('bot', { type: 'text', text: 'S to XL' });
  await vi.waitFor(() => expect(now().isReplyExpected).toBe(false));
  chat.stopPolling();
});

test('messages stored by versions before tabs shared them are still sent', async () => {
  const outbox = [{ id: 'kept-1', said: { text: 'older' } }];
  localStorage.setItem('webchat:c1', JSON.stringify({ token: 'token-0', name: 'Chat', seen: 3, outbox }));
  services.tokens.push('token-0');
  const chat = begin();
  chat.resume();
  await vi.waitFor(() => expect(textsOf(services.kept)).toEqual(['older']));
  await vi.waitFor(() => expect(now().outbox).toEqual([]));
  chat.stopPolling();
});

test('messages beyond the limit of the outbox are refused, and all others are sent', async () => {
  const chat = begin();
  services.faults.push({ call: 'open', error: new TypeError('offline') });
  const taken = Array.from({ length: 60 }, (_, index) => chat.sendMessage({ text: `line ${index}` }));
  expect(taken.filter(Boolean)).toHaveLength(50);
  expect(taken.slice(0, 50)).not.toContain(false);
  await vi.waitFor(() => expect(services.kept).toHaveLength(50), { timeout: 20_000 });
  expect(textsOf(services.kept)).toEqual(taken.slice(0, 50).map((_, index) => `line ${index}`));
  expect(chat.sendMessage({ text: 'again' })).toBe(true);
  chat.stopPolling();
});

test('a page that missed more messages than one response has, says so and loads the others on request', async () => {
  const chat = begin();
  chat.setOpen(true);
  await vi.waitFor(() => expect(services.tokens).toHaveLength(1));
  services.add('bot', { type: 'text', text: 'seen' });
  await vi.waitFor(() => expect(texts()).toEqual(['seen']));
  chat.stopPolling();
  for (let count = 0; count < 260; count += 1) services.add('bot', { type: 'text', text: `missed ${count}` });
  chat.resume();
  await vi.waitFor(() => expect(now().messages).toHaveLength(200));
  expect(now().hasEarlier).toBe(true);
  await chat.loadEarlier();
  expect(now().hasEarlier).toBe(false);
  expect(texts()).toEqual(['seen', ...Array.from({ length: 260 }, (_, count) => `missed ${count}`)]);
  chat.stopPolling();
});

test('on a page without https, where browsers create no UUIDs, a message has an id too', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const storage = createChatStorage('webchat:c1');
  const chat = new Conversation({
    api: services,
    storage,
    language: 'th',
    onChange: (one) => states.push(one),
  });
  for (const text of ['hello', 'hello']) expect(chat.sendMessage({ text })).toBe(true);
  await vi.waitFor(() => expect(services.kept).toHaveLength(2));
  vi.unstubAllGlobals();
  const sent = services.kept.map(({ id }) => id);
  expect(new Set(sent).size).toBe(2);
  for (const id of sent) expect(id).toMatch(/^[\w-]{8,64}$/);
  chat.stopPolling();
});
