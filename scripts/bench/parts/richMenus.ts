import { loadProduct } from '../../../schemas/loadSchemas.ts';
import type { ConditionOrGroup } from '../../../schemas/segments/conditions.ts';
import { Catalog } from '../../../services/engine/resources/catalog.ts';
import { newId } from '../../../services/engine/resources/ids.ts';
import type { Services } from '../../../services/engine/resources/services.ts';
import { seedRecords } from '../../../services/engine/resources/write/seed.ts';
import { explainMenu } from '../../../services/products/richMenus/explainMenu.ts';
import {
  findMenuDifferences,
  recordGivenMenus,
  type Link,
} from '../../../services/products/richMenus/menuDifferences.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { quotedTableName } from '../../../services/engine/storage/sql.ts';
import { schemasDir } from '../../lib/project.mjs';
import { fill, buildModel } from '../lib/bigTable.ts';
import type { Engine, Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { computeTimings } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Links of each channel, each of a segment of its own. */
const LINKS = 50;
/** People whose menu is requested one after the other. */
const ASKED = 300;
const UNPREPARED = { prepare: false };

/** What everybody of a large audience sees, and what one person does, where each channel has 50 links. */
export async function richMenus(workshop: BenchEnvironment, options: Options): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const engine of options.engines) measures.push(...(await onEngine(workshop, engine, options)));
  return measures;
}

async function onEngine(
  workshop: BenchEnvironment,
  engine: Engine,
  { rows, rounds }: Options,
): Promise<Measure[]> {
  const place = await workshop.createTarget(engine);
  const profile = buildModel('profile');
  await fill(place, profile, rows);
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  try {
    const services = { db, catalog: new Catalog(loadProduct(schemasDir()), db) } as unknown as Services;
    const channels = await createLinks(services);
    const whole: number[] = [];
    for (let round = 0; round < rounds; round++) whole.push(await resolveAll(services, channels, false));
    await resolveAll(services, channels, true);
    const settled: number[] = [];
    for (let round = 0; round < rounds; round++) settled.push(await resolveAll(services, channels, false));

    const people = await db.query<{ id: string }>(
      `SELECT id FROM ${quotedTableName(profile)} ORDER BY md5(id::text) LIMIT ${ASKED}`,
      [],
      UNPREPARED,
    );
    const one: number[] = [];
    for (const { id } of people) {
      const person = await services.catalog.require('profile').repository.find(id);
      if (!person) continue;
      const begun = performance.now();
      await explainMenu(services, String(person['channel']), person);
      one.push(performance.now() - begun);
    }
    const of = `${rows.toLocaleString('en-GB')} people × ${LINKS} links`;
    return [
      measure(engine, `rich menus of ${of}, nothing given yet`, 'ms', whole, {
        goal: { of: 'ours', atMost: 60_000 },
      }),
      measure(engine, `rich menus of ${of}, all given`, 'ms', settled, {
        goal: { of: 'ours', atMost: 60_000 },
      }),
      measure(engine, 'rich menu of one person, with the reasons, p50', 'ms', [computeTimings(one).p50], {
        goal: { of: 'ours', atMost: 5 },
      }),
      measure(engine, 'the same, p95', 'ms', [computeTimings(one).p95]),
    ];
  } finally {
    await db.close();
  }
}

/** Goes through everybody of all channels. @param note keeps what was found as given. @returns milliseconds */
async function resolveAll(
  services: Services,
  channels: ReadonlyMap<string, readonly Link[]>,
  note: boolean,
): Promise<number> {
  const begun = performance.now();
  for (const [channel, links] of channels) {
    for await (const found of findMenuDifferences(services, channel, links)) {
      if (!note) continue;
      for (const menu of new Set(found.map(({ wanted }) => wanted))) {
        const people = found.flatMap(({ externalId, wanted }) => (wanted === menu ? externalId : []));
        await recordGivenMenus(services, channel, menu, people);
      }
    }
  }
  if (note) await services.db.exec('ANALYZE line_rich_menu_person');
  return performance.now() - begun;
}

/** Conditions of every kind, most of them met by few, so that most people are asked many of them. */
function buildCondition(at: number): ConditionOrGroup {
  const kinds: ConditionOrGroup[] = [
    { field: 'tag', is: 'every', tags: [`tag-${at}`, `t-${at % 20}`] },
    { field: 'custom-field', name: 'branch', is: 'any', values: [`สาขา ${at % 30}`] },
    { field: 'custom-field', name: 'branch', is: 'contains', values: [`ไม่มี ${at}`] },
    { field: 'first-seen', is: 'before', date: '2025-01-02' },
    { field: 'message-count', is: 'at-least', count: 1_000 + at },
  ];
  return kinds[at % kinds.length] as ConditionOrGroup;
}

/** Makes the segments, and links every channel with all of them. */
async function createLinks(services: Services): Promise<Map<string, Link[]>> {
  const { db, catalog } = services;
  const createdAt = new Date().toISOString();
  const made = (values: Record<string, unknown>) => ({ id: newId(), createdAt, values });
  const segments = Array.from({ length: LINKS }, (_, at) =>
    made({ name: `Bench ${at}`, who: { match: 'all', conditions: [buildCondition(at)] } }),
  );
  await seedRecords(db, buildModel('segment'), segments);
  const [menu] = (await catalog.repository('rich-menu')?.list({ take: 1 })) ?? [];
  if (!menu) throw new Error('The demo workspace has no rich menu');
  const channels = (await catalog.repository('channel')?.list({ take: 100 })) ?? [];
  const links = new Map<string, Link[]>();
  for (const { id: channel } of channels) {
    // The demo's own would be looked at too.
    await db.query(
      `DELETE FROM ${quotedTableName(buildModel('rich-menu-link'))} WHERE data ->> 'channel' = $1::text`,
      [channel],
    );
    const rows = segments.map(({ id: segment }, at) =>
      made({
        ...{ channel, richmenu: menu.id, chatBarText: 'Menu', selected: true, default: false, segment },
        ...{ priority: String(at + 1).padStart(2, '0'), state: 'active', activeSince: createdAt },
      }),
    );
    await seedRecords(db, buildModel('rich-menu-link'), rows);
    await db.query(
      `INSERT INTO line_rich_menu (channel, link, line_id, uploaded)
       SELECT $1::uuid, id, 'richmenu-' || id, true FROM unnest($2::uuid[]) AS id`,
      [channel, rows.map(({ id }) => id)],
    );
    links.set(
      channel,
      rows.map(({ id, values }) => ({ id, ...values }) as unknown as Link),
    );
  }
  return links;
}
