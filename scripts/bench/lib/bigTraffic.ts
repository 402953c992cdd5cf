import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database } from '../../../services/engine/storage/database.ts';
import { updateJourneys } from '../../../services/products/dashboard/journey/updateJourneys.ts';
import { backfillRollups } from '../../../services/engine/storage/events/backfillRollups.ts';
import { buildBitmaps } from '../../../services/engine/storage/events/buildBitmaps.ts';
import { ensurePartitions } from '../../../services/engine/storage/events/table.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { quotedTableName } from '../../../services/engine/storage/sql.ts';
import { fill, buildModel } from './bigTable.ts';
import type { BenchTarget } from './console.ts';

const DAY = 24 * 3_600_000;
const DAYS = 365;
/** Messages of a conversation. */
const MESSAGES_PER_CONVERSATION = 5;
const BATCH = 250_000;

export const messageModel = (): EntityModel => buildModel('message');

/**
 * A year of conversations that ends now, of so many messages and people, made by the database itself and counted as for
 * new roll-ups. Half of the conversations are with a fifth of the people; few templates answer most.
 */
export async function fillTraffic(place: BenchTarget, rows: number, people: number): Promise<void> {
  await fill(place, buildModel('profile'), people);
  const model = messageModel();
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  try {
    const end = Date.now();
    await timed('numbered people', () => numberPeople(db));
    await timed(`${rows.toLocaleString('en-GB')} messages`, () => addMessages(db, model, rows, end));
    await timed('counted', async () => {
      await db.exec(`UPDATE record_rollup SET counted_from = 'infinity' WHERE entity = '${model.name}'`);
      await backfillRollups(db, model);
    });
    await timed('packed', () => buildBitmaps(db, model));
    await timed('followed', () => updateJourneys(db, model, { now: end }));
    await timed('analysed', () => db.exec('VACUUM ANALYZE'));
  } finally {
    await db.close();
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`  ${what} in ${Math.round((performance.now() - began) / 1000)} s`);
}

async function numberPeople(db: Database): Promise<void> {
  await db.exec(`CREATE TABLE bench_person AS
    SELECT (row_number() OVER (ORDER BY id) - 1)::int AS n, id, (data ->> 'channel')::uuid AS channel FROM entity_profile;
    ALTER TABLE bench_person ADD PRIMARY KEY (n);
    ANALYZE bench_person`);
}

async function addMessages(db: Database, model: EntityModel, rows: number, end: number): Promise<void> {
  const months = Array.from({ length: 14 }, (_, n) => end - n * 28 * DAY);
  await db.transaction((tx) => ensurePartitions(tx, model, months));
  const talks = Math.floor(rows / MESSAGES_PER_CONVERSATION);
  const insert = messagesStatement(quotedTableName(model));
  for (let from = 0; from < talks; from += BATCH / MESSAGES_PER_CONVERSATION)
    await db.query(
      insert,
      [
        new Date(end).toISOString(),
        from,
        talks,
        Math.min(talks, from + BATCH / MESSAGES_PER_CONVERSATION) - 1,
      ],
      {
        prepare: false,
      },
    );
}

/**
 * Adds the conversations numbered `$2` to `$4` of `$3` in the year that ends at `$1`, of the people of `bench_person`.
 * @param into the table of messages, or a part of it
 */
export const messagesStatement = (into: string): string =>
  `WITH size AS (SELECT max(n) + 1 AS people FROM bench_person),
     answer AS (SELECT array_agg(id ORDER BY id) AS ids, count(*)::int AS many FROM entity_template)
   INSERT INTO ${into} (id, created_at, key, channel, profile, source, kind, type, text, place, template,
     campaign, action, newcomer)
   SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(c || 'a' || place_in), 1, 3)
       || '8' || substr(md5(c || 'b' || place_in), 1, 15))::uuid, at, 'bench-' || c || '-' || place_in, channel,
     person, source, 'message', CASE WHEN place_in = 2 THEN 'postback' ELSE 'text' END, 'About ' || c,
     CASE WHEN source = 'BOT' THEN CASE place_in WHEN 4 THEN 1 ELSE 0 END END,
     CASE WHEN source = 'BOT' OR place_in = 2 THEN CASE place_in WHEN 1 THEN first WHEN 2 THEN first ELSE next END END,
     CASE WHEN source = 'BROADCAST' THEN 'bench' END, CASE WHEN place_in = 2 THEN 'a' || c % 9 END,
     CASE WHEN place_in = 0 AND c < people AND source = 'USER' THEN true END
   FROM (SELECT c, place_in, size.people, p.channel, p.id AS person, ids[1 + floor(many * x * x)] AS first,
       ids[1 + floor(many * y * y)] AS next,
       date_trunc('second', $1::timestamptz - interval '5 minutes' - ($3::float8 - c) / $3::float8 * interval '${DAYS} days')
         + place_in * interval '20 seconds' AS at,
       CASE place_in WHEN 0 THEN CASE WHEN c % 20 = 0 THEN 'BROADCAST' ELSE 'USER' END WHEN 2 THEN 'USER'
         WHEN 4 THEN CASE WHEN c % 25 = 0 THEN 'AGENT' ELSE 'BOT' END ELSE 'BOT' END AS source
     FROM (SELECT c, random() AS x, random() AS y FROM generate_series($2::bigint, $4::bigint) AS c) AS talk
     CROSS JOIN size CROSS JOIN answer
     JOIN bench_person p ON p.n = CASE WHEN c % 2 = 0 THEN people / 5 + (c / 2) % (people - people / 5)
       ELSE (c * 7919) % (people / 5) END
     CROSS JOIN generate_series(0, ${MESSAGES_PER_CONVERSATION - 1}) AS place_in) AS made
   ORDER BY 2`;
