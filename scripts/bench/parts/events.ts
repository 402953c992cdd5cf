import { randomBytes } from 'node:crypto';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { visitProduct } from '../../../tests/contract/support/visitProduct.ts';
import type { Visit } from '../../../tests/contract/support/visitSchema.ts';
import { createServices } from '../../../services/engine/resources/services.ts';
import { Events } from '../../../services/engine/resources/events/events.ts';
import { Rollup } from '../../../services/engine/resources/events/rollups.ts';
import { SecretBox } from '../../../services/engine/resources/secretBox.ts';
import type { Database } from '../../../services/engine/storage/database.ts';
import { backfillRollups } from '../../../services/engine/storage/events/backfillRollups.ts';
import { ensurePartitions } from '../../../services/engine/storage/events/table.ts';
import { migrate } from '../../../services/engine/storage/migrate.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Milliseconds that a rate is measured for. */
const LASTING = 2_000;
const READS = 30;
const DAY = 24 * 3_600_000;
const DAYS = 360;
const PEOPLE = 20_000;

/** Events appended, judged and counted, beside a plain INSERT of the same rows; and what a dashboard reads of a year. */
export async function events(
  workshop: BenchEnvironment,
  { engines, rounds, rows }: Options,
): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const engine of engines) {
    const db = await openDatabase(await workshop.createTarget(engine));
    try {
      const product = visitProduct();
      const services = createServices({ db, product, secretBox: new SecretBox(randomBytes(32)) });
      const resource = services.catalog.require('visit');
      await migrate(db, [resource.model]);
      await fillYear(db, resource.model, rows);
      const visits = new Events<Visit>(services, resource);
      await plainTable(db);
      for (const size of [1, 100]) {
        const ours: number[] = [];
        const plain: number[] = [];
        for (let round = 0; round < rounds; round++) {
          ours.push(await perSecond(size, (batch) => visits.append(batch)));
          plain.push(await perSecond(size, (batch) => insertPlainly(db, batch)));
        }
        measures.push(
          measure(engine, `events appended, ${size} at a time`, '/s', ours, {
            beside: { of: 'plain INSERT', samples: plain },
            ...(size > 1 && { goal: { of: 'ours' as const, atLeast: 5_000 } }),
          }),
        );
      }
      measures.push(...(await reads(db, resource.model, engine, rows)));
    } finally {
      await db.close();
    }
  }
  return measures;
}

let number = 0;
const visit = (): Visit => ({
  at: new Date(Date.now() - (number % 1_000)).toISOString(),
  code: `bench-${++number}`,
  source: number % 3 === 0 ? 'app' : 'web',
  channel: `channel-${number % 5}`,
  person: personId(number % PEOPLE),
  size: number % 10,
});
const personId = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function perSecond(size: number, work: (batch: Visit[]) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let done = 0;
  while (performance.now() - begun < LASTING) {
    await work(Array.from({ length: size }, visit));
    done += size;
  }
  return (done * 1_000) / (performance.now() - begun);
}

async function plainTable(db: Database): Promise<void> {
  await db.exec(
    `CREATE TABLE plain_visit (id uuid DEFAULT gen_random_uuid(), at timestamptz(3), code text, source text, channel text,
       person uuid, size float8, PRIMARY KEY (at, id))`,
  );
}

async function insertPlainly(db: Database, batch: Visit[]): Promise<void> {
  await db.query(
    `INSERT INTO plain_visit (at, code, source, channel, person, size)
     SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::float8[])`,
    [
      batch.map(({ at }) => at),
      batch.map(({ code }) => code),
      batch.map(({ source }) => source),
      batch.map(({ channel }) => channel),
      batch.map(({ person }) => person),
      batch.map(({ size }) => size),
    ],
  );
}

/** A year of events, made by the database itself and counted as for a new roll-up. */
async function fillYear(db: Database, model: EntityModel, rows: number): Promise<void> {
  const now = Date.now();
  const months = Array.from({ length: 14 }, (_, n) => now - n * 28 * DAY);
  await db.transaction((tx) => ensurePartitions(tx, model, months));
  for (let from = 0; from < rows; from += 50_000) {
    await db.query(
      `INSERT INTO entity_visit (id, created_at, code, source, channel, person, size)
       SELECT gen_random_uuid(), $1::timestamptz - n * interval '1 second' * ($2::float8 / $3::float8), 'y-' || n,
         CASE WHEN n % 3 = 0 THEN 'app' ELSE 'web' END, 'channel-' || n % 5,
         ('018f0000-0000-7000-8000-' || lpad((n * 7919 % $4::int)::text, 12, '0'))::uuid, n % 10
       FROM generate_series($5::bigint, $6::bigint) AS n`,
      [new Date(now).toISOString(), DAYS * 86_400, rows, PEOPLE, from + 1, Math.min(rows, from + 50_000)],
    );
  }
  await db.exec(`UPDATE record_rollup SET counted_from = 'infinity'`);
  await backfillRollups(db, model);
  await db.exec('ANALYZE');
}

/** What a dashboard asks, whose times begin and end anywhere. */
async function reads(db: Database, model: EntityModel, engine: string, rows: number): Promise<Measure[]> {
  const hourly = new Rollup(db, model, 'hourly');
  const people = new Rollup(db, model, 'people');
  const queries: [string, (to: Date) => Promise<unknown>][] = [
    [
      'a day by hour and source',
      (to) => hourly.read({ from: back(to, 1), to, by: ['source'], distinct: [] }),
    ],
    [
      'a year by month and source',
      (to) => hourly.read({ from: back(to, DAYS), to, per: 'month', by: ['source'], distinct: [] }),
    ],
    ['people of each of 30 days', (to) => people.read({ from: back(to, 30), to })],
    ['people of a year', (to) => people.read({ from: back(to, DAYS), to, per: 'all' })],
  ];
  const measures: Measure[] = [];
  for (const [name, read] of queries) {
    const times: number[] = [];
    for (let n = 0; n < READS; n++) {
      const begun = performance.now();
      await read(new Date(Date.now() - n * 61_000));
      times.push(performance.now() - begun);
    }
    const title = `${name}, of ${rows.toLocaleString('en-GB')} events`;
    const goal = { of: 'ours', atMost: engine === 'server' ? 50 : 100 } as const;
    // Whoever wants the people of years quickly keeps them by months: here days are looked through.
    const isDirect = name !== 'people of a year';
    measures.push(measure(engine, `${title}, p50`, 'ms', [percentile(times, 0.5)], isDirect ? { goal } : {}));
  }
  return measures;
}

const back = (to: Date, days: number): Date => new Date(to.getTime() - days * DAY);
