import { expect, test } from 'vitest';
import { Presence, type RecordKey } from './presence.ts';

/** Processes over one database that hands every notice on at once; each can be cut off or die. */
function processes() {
  const listening = new Map<string, (payload: string) => void>();
  const clock = { now: 0 };
  const lost = new Set<string>();
  const start = async (name: string) => {
    const told: RecordKey[] = [];
    let resume: (() => void) | undefined;
    const db = {
      notify: async (_: string, payload: string) => {
        if (!lost.has(name)) for (const [at, hear] of listening) if (!lost.has(at)) hear(payload);
      },
      listen: async (_: string, hear: (payload: string) => void, onResume?: () => void) => {
        listening.set(name, hear);
        resume = onResume;
        return async () => void listening.delete(name);
      },
    };
    const presence = new Presence(
      db,
      (key) => told.push(key),
      (error) => {
        throw error;
      },
      () => clock.now,
    );
    await presence.start();
    return {
      presence,
      told,
      die: () => lost.add(name),
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
const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));

test('what is open anywhere is known everywhere, each person once, also to a process that begins later', async () => {
  const { start } = processes();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  one.presence.open('s2', PIM, KEY);
  two.presence.open('s3', DAN, KEY);
  await settled();
  const three = await start('three');
  await settled();
  for (const { presence } of [one, two, three])
    expect(presence.viewers(KEY)).toEqual(expect.arrayContaining([PIM, DAN]));
  one.presence.close('s1', KEY);
  await settled();
  expect(three.presence.viewers(KEY)).toHaveLength(2);
  one.presence.leave('s2');
  await settled();
  expect(three.presence.viewers(KEY)).toEqual([DAN]);
  expect(three.told.at(-1)).toEqual(KEY);
  await two.presence.stop();
  await settled();
  expect(one.presence.viewers(KEY)).toEqual([]);
});

test('what a process held that died goes after a while, and no sooner', async () => {
  const { start, clock } = processes();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  await settled();
  one.die();
  clock.now = 30_000;
  two.presence.beat();
  expect(two.presence.viewers(KEY)).toEqual([PIM]);
  clock.now = 60_000;
  two.presence.beat();
  expect(two.presence.viewers(KEY)).toEqual([]);
  expect(two.told.at(-1)).toEqual(KEY);
});

test('a process that missed what was told has it told anew', async () => {
  const { start } = processes();
  const one = await start('one');
  const two = await start('two');
  one.presence.open('s1', PIM, KEY);
  await settled();
  two.die();
  one.presence.close('s1', KEY);
  one.presence.open('s4', DAN, KEY);
  await settled();
  two.back();
  await settled();
  expect(two.presence.viewers(KEY)).toEqual([DAN]);
});

test('a socket has so many records open and no more', async () => {
  const { start } = processes();
  const { presence } = await start('one');
  const opened = Array.from({ length: 25 }, (_, index) =>
    presence.open('s', PIM, { entity: 'note', id: String(index) }),
  );
  expect(opened.filter(Boolean)).toHaveLength(20);
  expect(presence.open('s', PIM, { entity: 'note', id: '3' })).toBe(true);
});
