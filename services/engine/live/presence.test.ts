import { expect, test } from 'vitest';
import { Presence, type RecordKey } from './presence.ts';

/** Starts processes over one fake database that delivers notices at once; each can be disconnected and resumed. */
function startProcesses() {
  const listening = new Map<string, (payload: string) => void>();
  const clock = { now: 0 };
  const lost = new Set<string>();
  const start = async (name: string) => {
    const changedKeys: RecordKey[] = [];
    let resume: (() => void) | undefined;
    const db = {
      notify: async (_: string, payload: string) => {
        if (!lost.has(name)) for (const [at, onMessage] of listening) if (!lost.has(at)) onMessage(payload);
      },
      listen: async (_: string, onMessage: (payload: string) => void, onResume?: () => void) => {
        listening.set(name, onMessage);
        resume = onResume;
        return async () => void listening.delete(name);
      },
    };
    const presence = new Presence(
      db,
      (key) => changedKeys.push(key),
      (error) => {
        throw error;
      },
      () => clock.now,
    );
    await presence.start();
    return {
      presence,
      told: changedKeys,
      disconnect: () => lost.add(name),
      back: () => {
        lost.delete(name);
        resume?.();
      },
    };
  };
  return { start, clock };
}

const KEY = { entity: 'note', id: 'a' };
const PIM = { id: 'p', name: 'Pim' };
const DAN = { id: 'd', name: 'Dan' };
const nextTick = (): Promise<void> => new Promise((done) => void setImmediate(done));

test('a record opened in one process is known to all, also to those started later; each person is listed once', async () => {
  const { start } = startProcesses();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  one.presence.open('s2', PIM, KEY);
  two.presence.open('s3', DAN, KEY);
  await nextTick();
  const three = await start('three');
  await nextTick();
  for (const { presence } of [one, two, three])
    expect(presence.viewers(KEY)).toEqual(expect.arrayContaining([PIM, DAN]));
  one.presence.close('s1', KEY);
  await nextTick();
  expect(three.presence.viewers(KEY)).toHaveLength(2);
  one.presence.closeAll('s2');
  await nextTick();
  expect(three.presence.viewers(KEY)).toEqual([DAN]);
  expect(three.told.at(-1)).toEqual(KEY);
  await two.presence.stop();
  await nextTick();
  expect(one.presence.viewers(KEY)).toEqual([]);
});

test('records of a dead process expire after a while, and no sooner', async () => {
  const { start, clock } = startProcesses();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  await nextTick();
  one.disconnect();
  clock.now = 30_000;
  two.presence.heartbeat();
  expect(two.presence.viewers(KEY)).toEqual([PIM]);
  clock.now = 60_000;
  two.presence.heartbeat();
  expect(two.presence.viewers(KEY)).toEqual([]);
  expect(two.told.at(-1)).toEqual(KEY);
});

test('a process that missed notifications requests the open records again', async () => {
  const { start } = startProcesses();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  await nextTick();
  two.disconnect();
  one.presence.close('s1', KEY);
  one.presence.open('s4', DAN, KEY);
  await nextTick();
  two.back();
  await nextTick();
  expect(two.presence.viewers(KEY)).toEqual([DAN]);
});

test('a socket has 20 records open at most', async () => {
  const { start } = startProcesses();
  const { presence } = await start('one');
  const opened = Array.from({ length: 25 }, (_, index) =>
    presence.open('s', PIM, { entity: 'note', id: String(index) }),
  );
  expect(opened.filter(Boolean)).toHaveLength(20);
  expect(presence.open('s', PIM, { entity: 'note', id: '3' })).toBe(true);
});
