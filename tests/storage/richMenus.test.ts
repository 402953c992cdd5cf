import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { linkIdFromName } from '../../schemas/channels/line/richMenu.ts';
import { Jobs } from '../../services/engine/jobs/index.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { testDataFolder, testEngines, type TestEngine } from '../../services/engine/storage/testEngines.ts';
import { LineMenus } from '../contract/support/lineMenus.ts';
import {
  createOwnerClient,
  kill,
  startServices,
  type ApiCall,
  type ServicesProcess,
} from './servicesProcess.ts';

const PEOPLE = 12;
const CREATE = /^POST \/v2\/bot\/richmenu$/;

let image: Blob;
beforeAll(async () => {
  const picture = sharp({ create: { width: 2500, height: 843, channels: 3, background: '#0b6a78' } });
  image = new Blob([new Uint8Array(await picture.png().toBuffer())]);
});

/** A channel with people of two segments, some of them in both, and a menu for each segment and one for all. */
async function prepare(ask: ApiCall, line: LineMenus) {
  const channel = await ask('POST', 'channels', {
    ...{ name: 'Line of menus', type: 'LINE', token: line.token, secret: 'secret-of-the-channel' },
  });
  const segments: string[] = [];
  for (const tag of ['kill-even', 'kill-third']) {
    const who = { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: [tag] }] };
    segments.push((await ask('POST', 'segments', { name: `Segment ${tag}`, who })).id);
  }
  const people: { id: string; externalId: string }[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const userTags = [...(n % 2 === 0 ? ['kill-even'] : []), ...(n % 3 === 0 ? ['kill-third'] : [])];
    const person = { externalId: `U-${n}`, displayName: `U-${n}`, channel: channel.id, userTags };
    const { id } = await ask('POST', 'audiences', { ...person, followState: 'following' });
    people.push({ id, externalId: person.externalId });
  }
  const form = new FormData();
  form.append('file', image, 'menu.png');
  const file = await ask('POST', 'files?entity=rich-menu&field=image', form);
  const action = { type: 'message', label: 'Stores', text: 'Stores' };
  const menu = { size: 'compact', pattern: 'C5', image: file.id, areas: [{ action }] };
  const settings: object[] = [];
  for (const [at, audience] of [
    {},
    { default: false, segment: segments[0], priority: '02' },
    { default: false, segment: segments[1], priority: '01' },
  ].entries()) {
    const { id: richmenu } = await ask('POST', 'richmenus', { ...menu, name: `Menu of kills ${at}` });
    settings.push({ richmenu, chatBarText: 'Menu', ...audience });
  }
  return { base: `richmenus/channels/${channel.id}`, people, settings };
}

/** Until everybody sees at LINE what the resolver says, and nothing else is there. */
const agree = (ask: ApiCall, line: LineMenus, base: string, people: { id: string; externalId: string }[]) =>
  vi.waitFor(
    async () => {
      const active = (await ask('GET', `${base}/active`)) as unknown as { id: string; lineState: string }[];
      expect(active.map(({ lineState }) => lineState)).toEqual(active.map(() => 'linked'));
      for (const { id, externalId } of people) {
        const { winner } = await ask('GET', `${base}/resolve/${id}`);
        const seen = line.menus.get(line.people.get(externalId) ?? line.default ?? '');
        expect({ externalId, sees: linkIdFromName(seen?.name ?? '') ?? null }).toEqual({
          externalId,
          sees: winner,
        });
      }
      const left = [...line.menus.values()].map(({ name }) => linkIdFromName(name));
      expect(left.toSorted()).toEqual(active.map(({ id }) => id).toSorted());
    },
    { timeout: 90_000, interval: 200 },
  );

describe.each(testEngines())('rich menus at LINE, with an $name database', ({ name, settings }) => {
  const line = new LineMenus();
  let folder: string;
  let running: ServicesProcess[] = [];
  let own: Awaited<ReturnType<typeof settings>>;

  /** Of several processes each has an address of its own at LINE. */
  const startOne = async (): Promise<ServicesProcess & { address: string }> => {
    const address = await line.start();
    const one = await startServices(folder, address, own.env);
    running.push(one);
    return { ...one, address };
  };
  const stop = async (one: ServicesProcess): Promise<void> => {
    running = running.filter(({ process }) => process !== one.process);
    await kill(one);
  };
  /** Until a call stays without an answer. @returns whose it is */
  const stuck = async (on: RegExp, change: () => Promise<unknown>): Promise<string> => {
    const before = line.unanswered.length;
    line.nextFailures = [{ on, status: 'no answer' }];
    await change();
    await vi.waitFor(() => expect(line.unanswered.length).toBe(before + 1), {
      timeout: 60_000,
      interval: 20,
    });
    return String(line.unanswered.at(-1));
  };

  beforeAll(async () => {
    own = await settings();
    folder = await testDataFolder();
  });
  afterEach(async () => {
    for (const one of running) await stop(one);
  });
  afterAll(async () => {
    line.stop();
    await own.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const scenarios: Record<TestEngine['name'], () => Promise<void>> = {
    // One process, killed in the middle of its calls.
    embedded: async () => {
      let one = await startOne();
      let ask = await createOwnerClient(one.url);
      const { base, people, settings: links } = await prepare(ask, line);
      const again = async (): Promise<void> => {
        await stop(one);
        one = await startOne();
        ask = await createOwnerClient(one.url);
      };

      // Made at LINE, and nobody was told its id.
      await stuck(CREATE, () => ask('POST', `${base}/active`, links[0]));
      expect(line.default).toBeUndefined();
      await again();
      await agree(ask, line, base, people);

      // Linked to people, and nobody noted it.
      await ask('POST', `${base}/active`, links[1]);
      await stuck(/bulk\/link$/, () => ask('POST', `${base}/active`, links[2]));
      await again();
      await agree(ask, line, base, people);
      expect([...line.people.keys()].toSorted()).toEqual(
        people.flatMap(({ externalId }, n) => (n % 2 === 0 || n % 3 === 0 ? externalId : [])).toSorted(),
      );

      const active = (await ask('GET', `${base}/active`)) as unknown as { id: string }[];
      for (const { id } of active) await ask('DELETE', `${base}/active/${id}`);
      await vi.waitFor(
        () => expect([line.menus.size, line.people.size, line.default]).toEqual([0, 0, undefined]),
        { timeout: 60_000, interval: 50 },
      );

      // Deleted, and killed between two of the calls that take its menus back.
      for (const link of links) await ask('POST', `${base}/active`, link);
      await agree(ask, line, base, people);
      const channel = String(base.split('/').at(-1));
      for (const { id } of people) await ask('DELETE', `audiences/${id}`);
      await stuck(/bulk\/unlink$/, () => ask('DELETE', `channels/${channel}`));
      await again();
      await vi.waitFor(
        async () => expect(await ask('GET', 'channels?type=LINE&keyword=Line of menus')).toEqual([]),
        {
          timeout: 60_000,
          interval: 50,
        },
      );
      expect([line.menus.size, line.people.size, line.default]).toEqual([0, 0, undefined]);
    },
    // Two processes, of which one goes on where the other is killed.
    server: async () => {
      const both = [await startOne(), await startOne()];
      const ask = await createOwnerClient(both[0]?.url ?? '');
      const { base, people, settings: links } = await prepare(ask, line);
      const triggerTime = new Date(Date.now() + 5_000).toISOString();
      const upcoming: string[] = [];
      const dead = await stuck(CREATE, async () => {
        for (const one of links)
          upcoming.push((await ask('POST', `${base}/upcoming`, { ...one, triggerTime })).id);
      });
      const [victim, left] = both[0]?.address === dead ? both : both.toReversed();
      if (!victim || !left) throw new Error('Two processes run');
      await stop(victim);
      const other = await createOwnerClient(left.url);
      // Those that the killed one had begun with are taken up again once it has said nothing for a while.
      const all = () => Promise.all(upcoming.map((id) => other('GET', `${base}/links/${id}`)));
      await vi.waitFor(
        async () => expect((await all()).map(({ state }) => state)).toEqual(upcoming.map(() => 'active')),
        { timeout: 90_000, interval: 200 },
      );
      await agree(other, line, base, people);
      // Made, then made active: no more.
      expect((await all()).map(({ version }) => version)).toEqual(upcoming.map(() => 2));

      // Two look at the same time who joined and who left: each is told once.
      const [joins, leaves] = [people[1], people[0]];
      const change = async (id: string | undefined, userTags: string[]): Promise<void> => {
        const { version, displayName } = await other('GET', `audiences/${id}`);
        await other('PUT', `audiences/${id}`, { version, displayName, userTags });
      };
      // From here on: the schedule may look by itself before both are asked to.
      line.calls = [];
      await change(joins?.id, ['kill-even']);
      await change(leaves?.id, []);
      await startOne();
      const db = await openDatabase({ dataDir: '', databaseUrl: own.env['DATABASE_URL'], poolSize: 2 });
      const jobs = new Jobs(db);
      jobs.register('rich-menu.follow', { run: async () => undefined });
      for (let time = 0; time < 2; time += 1)
        await db.transaction((tx) => jobs.enqueue(tx, 'rich-menu.follow', {}));
      await vi.waitFor(() => expect(line.calls.filter((call) => call.includes('bulk'))).toHaveLength(2), {
        timeout: 60_000,
      });
      await agree(other, line, base, people);
      expect(line.calls.filter((call) => /bulk|^POST/.test(call)).toSorted()).toEqual([
        'POST /v2/bot/richmenu/bulk/link',
        'POST /v2/bot/richmenu/bulk/unlink',
      ]);
      await db.close();
    },
  };
  it('are what the resolver says in the end, whoever is killed in the middle', async () => {
    expect.hasAssertions();
    await scenarios[name]();
  }, 240_000);
});
