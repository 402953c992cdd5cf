import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { listFailures, readProgress } from '../../services/products/campaigns/progress.ts';
import { listMigrations } from '../../services/engine/modules/migrations.ts';
import { MODULES } from '../../services/modules.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { openSecretBox } from '../../services/engine/resources/openSecretBox.ts';
import { createServices, type Services } from '../../services/engine/resources/services.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { productEngines, testFolder } from '../../services/engine/storage/testEngines.ts';
import {
  LINE_SECRET,
  LINE_TOKEN,
  PAGE,
  startPlatforms,
  type FailureMode,
  type Platforms,
} from '../contract/support/platforms.ts';
import { kill, startSender, type Sender } from './senderProcess.ts';

/** People whom parts go to; the full proof is 10,000, with 20 kills on either engine. */
const ON_LINE = Number(process.env['TEST_BROADCASTS'] ?? 1_500);
const IS_FULL = ON_LINE >= 10_000;
/** People whom one call reaches, and those who each need one. */
const FOLLOWERS = 700;
const ONE_BY_ONE = 160;
/** So many texts there are, each a call of every part. */
const WAVES = 8;
/** Processes that send at once, and how often all of them are killed. */
const ENGINES = productEngines().map((engine) =>
  engine.name === 'server'
    ? { ...engine, processes: 2, rounds: IS_FULL ? 10 : 2 }
    : { ...engine, processes: 1, rounds: IS_FULL ? 20 : 2 },
);

/** Entities that a sender works with. */
const NEEDED = [
  'campaign',
  'channel',
  'profile',
  'message',
  'variable',
  'segment',
  'message-template',
  'member',
  'network',
];

/** The same numbers at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

type Values = Record<string, unknown>;

interface Broadcast {
  id: string;
  people: string[];
}

interface Outcome {
  status: unknown;
  counts: { total: number; sent: number; failed: number; unknown: number; left: number };
  /** Who did not get it, or may not have. */
  rest: Set<string>;
  /** Messages that people's conversations show as sent. */
  shown: number;
}

describe.each(ENGINES)('broadcasts on the $name engine', (engine) => {
  const folder = testFolder();
  const alive: Sender[] = [];
  const product = cachedProduct();
  const productFile = join(folder, 'product.json');
  let platforms: Platforms;
  let place: Awaited<ReturnType<typeof engine.settings>>;

  beforeAll(async () => {
    platforms = await startPlatforms();
    const entities = product.entities.filter(({ name }) => NEEDED.includes(name));
    writeFileSync(productFile, JSON.stringify({ ...product, entities }));
    place = await engine.settings();
  });
  afterEach(() => Promise.all(alive.splice(0).map((one) => kill(one))));
  afterAll(async () => {
    await platforms.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @param first a transition that it makes before it sends: `retry:<id>` */
  const start = async (first = ''): Promise<Sender> => {
    const sender = await startSender(
      productFile,
      folder,
      platforms.address,
      JSON.stringify(place.env),
      first,
    );
    alive.push(sender);
    return sender;
  };
  /** While no process has the folder, or beside processes on a server. */
  const onDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(readSettings({ DATA_DIR: folder, ...place.env }));
    return work(db).finally(() => db.close());
  };
  /** As if so much time had gone by that nobody waits for the processes that are gone. */
  const letLeasesLapse = (): Promise<unknown> =>
    onDatabase((db) =>
      db.query(`UPDATE job_run SET lease_until = clock_timestamp() WHERE lease_until IS NOT NULL`),
    );
  const model = (name: string): EntityModel => {
    const found = product.entities.find((entity) => entity.name === name);
    if (!found) throw new Error(`No entity ${name}`);
    return found;
  };

  /** A channel with its people, and a broadcast to them whose time has come. */
  async function prepare(db: Database, channel: Values, count: number, own: Values = {}): Promise<Broadcast> {
    const now = new Date().toISOString();
    const [id, name, type] = [newId(), String(channel['name']), String(channel['type'])];
    const at = newId();
    await seedRecords(db, model('channel'), [
      { id: at, createdAt: now, values: { active: true, ...channel } },
    ]);
    const people = Array.from({ length: count }, (_, n) => `${name}-${n}`);
    const profiles = people.map((externalId, n) => ({
      ...{ id: newId(), createdAt: now },
      values: {
        ...{ channel: at, externalId, displayName: externalId, followState: 'following', lastSeen: now },
        customFields: { wave: String(n % WAVES) },
      },
    }));
    await seedRecords(db, model('profile'), profiles);
    const values = {
      ...{ name, channel: at, target: 'everyone', content: 'written', platform: type, approval: 'none' },
      ...{ messages: [{ type: 'text', text: 'Through kills' }], status: 'scheduled', startsAt: now },
      ...own,
    };
    await seedRecords(db, model('campaign'), [{ id, createdAt: now, values }]);
    return { id, people };
  }

  /** Resolves as soon as so much was sent, whose last call waits for its answer until it is let go. */
  function sendings(weight: number): Promise<() => void> {
    let left = weight;
    return new Promise((reached) => {
      platforms.onSending = (url) => {
        left -= /\/(multicast|broadcast)$/.test(url) ? 10 : 1;
        if (left > 0) return undefined;
        platforms.onSending = () => undefined;
        return new Promise<void>((letGo) => reached(letGo));
      };
    });
  }

  /** Faults of every kind, mixed into the answers; two of them take the five seconds that a call may take. */
  function faults(random: () => number): () => FailureMode | undefined {
    const kinds: FailureMode[] = [429, 500, 'hang up', 'drop', 503];
    let silent = 2;
    return () => {
      if (random() > 0.2) return undefined;
      if (silent > 0 && random() < 0.1) {
        silent -= 1;
        return 'silent';
      }
      return kinds[Math.floor(random() * kinds.length)];
    };
  }

  const outcomeOf = async (services: Services, { id }: Broadcast): Promise<Outcome> => {
    const record = await services.catalog.require('campaign').repository.find(id);
    const { counts } = await readProgress(services, id);
    const rest = await listFailures(services, id);
    const { total, sent, failed, unknown, left } = record as unknown as Outcome['counts'];
    expect({ total, sent, failed, unknown, left }).toEqual(counts);
    const [row] = await services.db.query<{ shown: number }>(
      `SELECT count(*)::int AS shown FROM entity_message WHERE campaign = $1 AND kind = 'message'`,
      [id],
    );
    const shown = row?.shown ?? 0;
    return { status: record?.['status'], counts, shown, rest: new Set(rest.map(({ person }) => person)) };
  };
  const countDeliveries = (person: string): number => platforms.arrived.get(person)?.length ?? 0;

  it(`${engine.processes * engine.rounds} kills, ${engine.processes} at once: on LINE everybody gets it once, elsewhere nobody twice, and the counts are equal`, async () => {
    const random = numbers(11);
    const line = { type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET };
    const [parts, everyone, page, partner] = await onDatabase(async (db) => {
      await migrate(db, product.entities, listMigrations(MODULES));
      const who = { match: 'all', conditions: [{ field: 'custom-field', name: 'wave', is: 'known' }] };
      const segment = newId();
      const createdAt = new Date().toISOString();
      await seedRecords(db, model('segment'), [{ id: segment, createdAt, values: { name: 'Waves', who } }]);
      const waves = { messages: [{ type: 'text', text: 'Wave {{wave}}' }], target: 'segment', segment };
      const { id: pageId, ...secrets } = PAGE;
      const made = [
        await prepare(db, { ...line, name: 'parts' }, ON_LINE, waves),
        await prepare(db, { ...line, name: 'everyone' }, FOLLOWERS),
        await prepare(db, { type: 'FACEBOOK', name: 'page', pageId, ...secrets }, ONE_BY_ONE),
        await prepare(
          db,
          { type: 'CUSTOM', name: 'partner', webhookUrl: `${platforms.address}/hook` },
          ONE_BY_ONE,
        ),
      ] as const;
      await openSecretBox(db, product, readSettings({ DATA_DIR: folder }));
      return made;
    });
    // LINE does not know some of them, and says of half of those who they are.
    const unknown = parts.people.filter((_, n) => n % 600 === 7);
    for (const [n, person] of unknown.entries())
      platforms.unknownPeople.set(person, n % 2 === 0 ? 'named' : 'unnamed');
    platforms.defaultFailure = faults(random);
    for (let round = 0; round < engine.rounds; round += 1) {
      const senders = await Promise.all(Array.from({ length: engine.processes }, () => start()));
      for (const one of senders) {
        const letGo = await sendings(5 + random() * 20);
        await kill(one);
        letGo();
        // A process that only seemed to be dead goes on beside the one that took over.
        if (engine.name === 'server' && round % 3 === 0) await letLeasesLapse();
      }
      if (engine.name === 'server') await letLeasesLapse();
    }
    const last = await Promise.all(Array.from({ length: engine.processes }, () => start()));
    await Promise.all(last.map(({ done }) => done));
    await Promise.all(alive.splice(0).map((one) => kill(one)));
    await onDatabase(async (db) => {
      const secretBox = await openSecretBox(db, product, readSettings({ DATA_DIR: folder }));
      const services = createServices({ db, product, secretBox });
      const none = { failed: 0, unknown: 0, left: 0 };
      for (const [one, total, failed] of [
        [parts, ON_LINE, unknown.length],
        [everyone, FOLLOWERS, 0],
      ] as const) {
        const { status, counts, shown } = await outcomeOf(services, one);
        const sent = total - failed;
        expect([status, counts, shown]).toEqual(['executed', { total, ...none, sent, failed }, sent]);
      }
      expect((await outcomeOf(services, parts)).rest).toEqual(new Set(unknown));
      expect(new Set(parts.people.map(countDeliveries))).toEqual(new Set([1, 0]));
      expect(parts.people.filter((person) => countDeliveries(person) === 0)).toEqual(unknown);
      expect(countDeliveries('everyone')).toBe(1);
      for (const one of [page, partner]) {
        const { status, counts, rest, shown } = await outcomeOf(services, one);
        expect([status, counts.total, counts.left]).toEqual(['executed', ONE_BY_ONE, 0]);
        expect(counts.sent + counts.failed + counts.unknown).toBe(ONE_BY_ONE);
        expect([rest.size, shown]).toEqual([counts.failed + counts.unknown, counts.sent + counts.unknown]);
        expect(Math.max(...one.people.map(countDeliveries))).toBe(1);
        const got = one.people.filter((person) => !rest.has(person));
        expect(got.filter((person) => countDeliveries(person) !== 1)).toEqual([]);
      }
    });
  }, 600_000);

  /** A process that makes a transition and is killed as soon as that is stored. */
  const through = async (first: string): Promise<void> => kill(await start(first));
  /** A process that is killed as its first call to the platform waits for the answer. */
  async function killAtFirstCall(): Promise<void> {
    const reached = sendings(1);
    const caught = await start();
    const letGo = await reached;
    await kill(caught);
    letGo();
    if (engine.name === 'server') await letLeasesLapse();
  }
  /** What is done can be undone for five minutes. */
  async function setPause(db: Database): Promise<void> {
    if ((await db.query('SELECT 1 FROM entity_network LIMIT 1')).length > 0) return;
    const values = { defaultMode: 'BOT', confidenceThreshold: 0.6, globalDelay: 0, undoSeconds: 300 };
    await seedRecords(db, model('network'), [{ id: newId(), createdAt: new Date().toISOString(), values }]);
  }

  it('scheduled through kills within the pause before it starts, and as it sends: everybody gets it once; undone, nobody', async () => {
    platforms.reset();
    platforms.defaultFailure = () => undefined;
    platforms.onSending = () => undefined;
    const line = { type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET };
    const soon = { sendAt: new Date(Date.now() + 600_000).toISOString() };
    const [now, timed, undone] = (await onDatabase(async (db) => {
      await migrate(db, product.entities, listMigrations(MODULES));
      await setPause(db);
      const made: Broadcast[] = [];
      for (const [name, own] of Object.entries({ now: {}, timed: soon, taken: soon })) {
        const people = Array.from({ length: 40 }, (_, n) => `${name}-${n}`).join('\n');
        const values = { ...own, target: 'manual', people, status: 'draft', startsAt: undefined };
        made.push(await prepare(db, { ...line, name }, 40, values));
      }
      await openSecretBox(db, product, readSettings({ DATA_DIR: folder }));
      return made;
    })) as [Broadcast, Broadcast, Broadcast];
    const all = [now, timed, undone];
    /** As if the time of what waits had come; of what was undone nothing waits. */
    const letTimeCome = (): Promise<unknown> =>
      onDatabase(async (db) => {
        const at = new Date().toISOString();
        await db.query(
          `UPDATE entity_campaign SET data = jsonb_set(data, '{startsAt}', to_jsonb($2::text))
           WHERE id = ANY($1::uuid[]) AND data ->> 'status' = 'scheduled'`,
          [all.map(({ id }) => id), at],
        );
        await db.query(
          `UPDATE job_run SET due_at = clock_timestamp() WHERE key = ANY($1) AND state = 'waiting'`,
          [all.map(({ id }) => `broadcast.start:${id}`)],
        );
      });

    // Killed within the pause; one of them is undone by a process that was not there before, and is killed as well.
    for (const { id } of all) await through(`send:${id}`);
    await through(`cancel:${undone.id}`);
    expect(all.flatMap(({ people }) => people.filter((one) => countDeliveries(one) > 0))).toEqual([]);
    await letTimeCome();
    await killAtFirstCall();
    const last = await start();
    await last.done;
    await kill(last);
    await onDatabase(async (db) => {
      const secretBox = await openSecretBox(db, product, readSettings({ DATA_DIR: folder }));
      const services = createServices({ db, product, secretBox });
      for (const one of [now, timed])
        expect(await outcomeOf(services, one)).toMatchObject({ status: 'executed', counts: { sent: 40 } });
      const taken = await services.catalog.require('campaign').repository.find(undone.id);
      expect(taken).toMatchObject({ status: 'draft' });
      const deliveryCounts = ({ people }: Broadcast) => [...new Set(people.map(countDeliveries))];
      expect(all.map(deliveryCounts)).toEqual([[1], [1], [0]]);
    });
  }, 240_000);

  it('a retry through kills within its pause, at its end and while it sends: everybody gets it once; undone, nobody', async () => {
    platforms.reset();
    platforms.defaultFailure = () => undefined;
    platforms.onSending = () => undefined;
    const line = { type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET };
    const named = ['paused', 'sending', 'undone'];
    const [paused, sending, undone] = (await onDatabase(async (db) => {
      await migrate(db, product.entities, listMigrations(MODULES));
      await setPause(db);
      const made: Broadcast[] = [];
      for (const name of named) {
        const people = Array.from({ length: 40 }, (_, n) => `${name}-${n}`).join('\n');
        made.push(await prepare(db, { ...line, name }, 40, { target: 'manual', people }));
      }
      await openSecretBox(db, product, readSettings({ DATA_DIR: folder }));
      return made;
    })) as [Broadcast, Broadcast, Broadcast];
    const all = [paused, sending, undone];
    /** As if the pause of a retry were over. */
    const letPauseEnd = (id: string): Promise<unknown> =>
      onDatabase(async (db) => {
        await db.query('UPDATE broadcast_run SET held_until = clock_timestamp() WHERE campaign = $1::uuid', [
          id,
        ]);
        await db.query(`UPDATE job_run SET due_at = clock_timestamp() WHERE key = $1 AND state = 'waiting'`, [
          `broadcast.send:${id}`,
        ]);
      });
    platforms.defaultFailure = () => 400;
    const refused = await start();
    await refused.done;
    await kill(refused);
    platforms.reset();
    platforms.defaultFailure = () => undefined;

    // Killed within the pause, which ends while no process is there.
    await through(`retry:${paused.id}`);
    expect(paused.people.map(countDeliveries)).toEqual(paused.people.map(() => 0));
    await letPauseEnd(paused.id);

    // Killed within the pause, and as the first call of the retry waits for its answer.
    await through(`retry:${sending.id}`);
    await through(`retry:${undone.id}`);
    await letPauseEnd(sending.id);
    await killAtFirstCall();

    // Undone by a process that was not there when it was retried.
    const last = await start(`undo-retry:${undone.id}`);
    await last.done;
    await kill(last);
    await onDatabase(async (db) => {
      const services = createServices({
        db,
        product,
        secretBox: await openSecretBox(db, product, readSettings({ DATA_DIR: folder })),
      });
      for (const one of all) {
        const { status, counts } = await outcomeOf(services, one);
        const isSent = one !== undone;
        expect([status, counts.sent, counts.failed]).toEqual(
          isSent ? ['executed', 40, 0] : ['failed', 0, 40],
        );
        expect(new Set(one.people.map(countDeliveries))).toEqual(new Set([isSent ? 1 : 0]));
      }
    });
  }, 240_000);
});
