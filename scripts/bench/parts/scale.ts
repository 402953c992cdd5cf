import { randomBytes } from 'node:crypto';
import { loadProduct } from '../../../schemas/loadSchemas.ts';
import type { Conditions } from '../../../schemas/segments/conditions.ts';
import { SecretBox } from '../../../services/engine/resources/secretBox.ts';
import { createServices, type Services } from '../../../services/engine/resources/services.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { countReach, listMembersAfter } from '../../../services/products/campaigns/audience.ts';
import {
  countByChannel,
  estimateMembers,
  sampleMembers,
} from '../../../services/products/segments/members.ts';
import { findSegmentsOfPerson } from '../../../services/products/segments/segmentsOfPerson.ts';
import { schemasDir } from '../../lib/project.mjs';
import type { BenchTarget } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { measureSampleSizes, measureMatchingTables, type RowSize } from '../lib/rowSizes.ts';
import { fillScale } from '../lib/scaleFill.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';
import { fiveConditions } from './campaigns.ts';
import { calls, ingest } from './dashboard.ts';
import { backupAndRestore } from './scaleBackup.ts';

const READINGS = 9;
/** Slow queries run less often. */
const LONG_MS = 5_000;
const PART = 500;

/** What the plan for very many people stands on: sizes of rows and indexes, and how the largest statements fare. */
export async function scale(
  workshop: BenchEnvironment,
  { people, events, match }: Options,
): Promise<Measure[]> {
  const wants = (what: string): boolean => match.length === 0 || match.includes(what);
  const place = await workshop.filled('server', `scale-${people}-${events}`, (empty) =>
    fillScale(empty, people, events),
  );
  return [
    ...(wants('sizes') ? await sizes(place) : []),
    ...(wants('reading') ? await reading(place) : []),
    ...(wants('calls') ? await calls(place, 'server', events) : []),
    ...(wants('ingest') ? await ingest(place, 'server', events) : []),
    ...(wants('backup') ? await backupAndRestore(workshop, place) : []),
  ];
}

/** Tables by what they are about, with the patterns of their names. */
const GROUPS = [
  ['person', '^entity_profile$'],
  ['person, narrow row', '^entity_profile_facts$'],
  ['event', '^entity_message_p\\d+$'],
  ['counts of events by person and month', '^entity_message__by_person$'],
  ['sets of people by hour, day and month', '^entity_message__(active|taps|tapped|reached)\\w*__profile$'],
  ['packed sets', '^entity_message__\\w+__packed$'],
  [
    'other counts of events',
    '^entity_message__(messages|newcomers|answers|understanding|active_\\w+ly$|taps$|reached$)',
  ],
] as const;

async function sizes(place: BenchTarget): Promise<Measure[]> {
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  try {
    const found: RowSize[] = [];
    for (const [name, pattern] of GROUPS) found.push(await measureMatchingTables(db, name, pattern));
    found.push(...(await measureSampleSizes(db)));
    for (const { name, rows, table, indexes } of found)
      console.log(
        `  ${name}: ${Math.round(rows).toLocaleString('en-GB')} rows, ${Math.round(table)} + ${Math.round(indexes)} bytes`,
      );
    return found.flatMap(({ name, rows, table, indexes }) => [
      measure('server', `row of ${name} (${Math.round(rows).toLocaleString('en-GB')})`, 'B', [table]),
      measure('server', `its indexes`, 'B', [indexes]),
    ]);
  } finally {
    await db.close();
  }
}

async function reading(place: BenchTarget): Promise<Measure[]> {
  const db = await openDatabase({ ...place, timeoutMs: 600_000 });
  try {
    const product = loadProduct(schemasDir());
    const services = createServices({ db, product, secretBox: new SecretBox(randomBytes(32)) });
    const measures: Measure[] = [];
    for (const [name, read] of Object.entries(await readings(services))) {
      const times: number[] = [];
      let suffix = '';
      for (let n = 0; n < READINGS; n++) {
        const began = performance.now();
        suffix = await read(n);
        times.push(performance.now() - began);
        if ((times.at(-1) ?? 0) > LONG_MS) break;
      }
      measures.push(measure('server', `${name}${suffix}, p50`, 'ms', times));
      console.log(`  ${name}${suffix}: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
    }
    return measures;
  } finally {
    await db.close();
  }
}

type Read = (n: number) => Promise<string>;

async function readings(services: Services): Promise<Record<string, Read>> {
  const store = (entity: string) => services.catalog.require(entity).repository;
  const [few, many] = ['tag-7', 'vip'].map((tag) => fiveConditions(tag) as Conditions);
  if (!few || !many) throw new Error('There are no conditions');
  const [channel] = await services.db.query<{ id: string }>(
    `SELECT channel AS id FROM entity_profile_facts GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const audience = { channel: channel?.id ?? '', type: 'LINE', target: 'segment', who: many } as const;
  const total = (rows: readonly { count: number }[]): string =>
    `, ${rows.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-GB')} met`;
  const done = (rows: readonly unknown[]): string => ` (${rows.length})`;
  const someone = async (n: number) => {
    const [id] = await sampleMembers(services, many, 1, { skip: n * 100 });
    return store('profile').find(id ?? '');
  };
  const people = await Promise.all(Array.from({ length: READINGS }, (_, n) => someone(n)));
  const conditions = [
    { field: 'message-count', is: 'at-least', count: 3 },
    { field: 'clicked-template', is: 'is', template: audience.channel },
  ];
  const segments = [{ name: 'Bench', who: { match: 'any', conditions } }] as never;
  return {
    'list of people, page 1': async () => done(await store('profile').list({ take: 20 })),
    'list of people of a channel': async () =>
      done(await store('profile').list({ take: 20, where: [{ channel: audience.channel }] })),
    'list of messages, page 1': async () => done(await store('message').list({ take: 20 })),
    'messages of one person': async (n) =>
      done(await store('message').list({ take: 20, where: [{ profile: people[n]?.id ?? '' }] })),
    'segment of 5 conditions, few': async () => total(await countByChannel(services, few)),
    'segment of 5 conditions, many': async () => total(await countByChannel(services, many)),
    'the same estimated': async () => `, about ${String(await estimateMembers(services, many))}`,
    'reach of a broadcast': async () => `, ${(await countReach(services, audience)).people} people`,
    'next 500 of a broadcast': async (n) => {
      const after = `${(n + 1).toString(16)}0000000-0000-4000-8000-000000000000`;
      return done(await listMembersAfter(services, services.db, audience, after, PART));
    },
    'segments of one person': async (n) => {
      const person = people[n];
      return person ? done(await findSegmentsOfPerson(services, person, segments)) : '';
    },
  };
}
