import { beforeEach, expect, test, vi } from 'vitest';
import type { Api } from './api.ts';
import { createChatStorage } from './chatStorage.ts';
import { Conversation, type State } from './conversation.ts';
import { ConversationServices, textsOf } from './testing/conversationServices.ts';

let services: ConversationServices;
let ids = 0;
/** A separate tab, which stops in the middle of whatever it does when it is killed. */
const tab = (): { chat: Conversation; kill: () => void; state: () => State } => {
  let isDead = false;
  const alive =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    (...given: Given): Promise<Answer> =>
      isDead
        ? new Promise(() => undefined)
        : call(...given).finally(() => (isDead ? new Promise(() => undefined) : undefined));
  const api: Api = {
    startConversation: alive(() => services.startConversation()),
    send: alive((...given) => services.send(...given)),
    listMessagesAfter: alive((...given) => services.listMessagesAfter(...given)),
    listMessagesBefore: alive((...given) => services.listMessagesBefore(...given)),
  };
  const storage = createChatStorage('webchat:c1');
  const chat = new Conversation({
    ...{ api, storage: { ...storage, onChange: (listener) => storage.onChange(() => isDead || listener()) } },
    ...{ language: 'th', onChange: () => undefined, newId: () => `said-${++ids}` },
  });
  const kill = () => {
    isDead = true;
    chat.stopPolling();
  };
  return { chat, kill, state: () => chat.state };
};
/** Dispatches storage events, as browsers do in all tabs but the one that stored the value. */
const tellTabs = (): void => {
  const { setItem, removeItem } = Storage.prototype;
  const dispatchStorageEvent = (key: string) =>
    queueMicrotask(() => dispatchEvent(new StorageEvent('storage', { key })));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, key, value) {
    setItem.call(this, key, value);
    dispatchStorageEvent(key);
  });
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function remove(this: Storage, key) {
    removeItem.call(this, key);
    dispatchStorageEvent(key);
  });
};
/** Simulates the lock manager of browsers; the simulated one has none. */
const lendLocks = (): void => {
  const turns = new Map<string, Promise<unknown>>();
  const request = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
    turns.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  services = new ConversationServices();
  return () => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'locks');
  };
});

test('messages of two tabs without a connection are sent by a third, all of them, once and in order', async () => {
  tellTabs();
  const [one, other] = [tab(), tab()];
  one.chat.setOpen(true);
  other.chat.setOpen(true);
  await vi.waitFor(() => expect(services.calls.filter((call) => call === 'since').length).toBeGreaterThan(1));
  services.faults.push(
    ...Array.from({ length: 9 }, () => ({ call: 'send', error: new TypeError('Failed to fetch') })),
  );
  one.chat.sendMessage({ text: 'first' });
  other.chat.sendMessage({ text: 'second' });
  one.chat.sendMessage({ text: 'third' });
  await vi.waitFor(() => expect(one.state().outbox).toHaveLength(3));
  expect(other.state().outbox.map(({ said }) => said)).toEqual(one.state().outbox.map(({ said }) => said));
  one.kill();
  other.kill();
  services.faults.splice(0);
  const third = tab();
  third.chat.resume();
  await vi.waitFor(() => expect(third.state().outbox).toEqual([]), { timeout: 20_000 });
  expect(textsOf(services.kept)).toEqual(['first', 'second', 'third']);
  await vi.waitFor(() => expect(textsOf(third.state().messages)).toEqual(['first', 'second', 'third']));
  third.kill();
});

test('two tabs that are opened for the first time at once start one conversation', async () => {
  tellTabs();
  const tabs = [tab(), tab()];
  for (const { chat } of tabs) chat.setOpen(true);
  tabs[0]?.chat.sendMessage({ text: 'one' });
  tabs[1]?.chat.sendMessage({ text: 'other' });
  await vi.waitFor(() => expect(services.kept).toHaveLength(2), { timeout: 20_000 });
  const { token } = createChatStorage('webchat:c1').read();
  expect(new Set(services.senders)).toEqual(new Set([token]));
  for (const { state, kill } of tabs) {
    await vi.waitFor(() => expect(textsOf(state().messages).toSorted()).toEqual(['one', 'other']));
    expect(state().endedMessages).toBeUndefined();
    kill();
  }
});

test('a conversation that ended in one tab has ended in the others; its messages stay visible', async () => {
  tellTabs();
  lendLocks();
  const [one, other] = [tab(), tab()];
  one.chat.setOpen(true);
  one.chat.sendMessage({ text: 'before' });
  other.chat.setOpen(true);
  await vi.waitFor(() => expect(textsOf(other.state().messages)).toEqual(['before']), { timeout: 20_000 });
  services.tokens = [];
  services.kept = [];
  one.chat.sendMessage({ text: 'after' });
  for (const { state } of [one, other]) {
    await vi.waitFor(() => expect(textsOf(state().messages)).toEqual(['after']), { timeout: 30_000 });
    expect(textsOf(state().endedMessages ?? [])).toEqual(['before']);
  }
  expect(services.tokens).toHaveLength(1);
  one.kill();
  other.kill();
});
