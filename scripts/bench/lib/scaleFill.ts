import { endOf, startOf } from '../../../schemas/model/spans.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database, Session } from '../../../services/engine/storage/database.ts';
import { countingCtes } from '../../../services/engine/storage/events/counting.ts';
import { backfillRollups } from '../../../services/engine/storage/events/backfillRollups.ts';
import { storedRollups, type StoredRollup } from '../../../services/engine/storage/events/grains.ts';
import { buildBitmaps } from '../../../services/engine/storage/events/buildBitmaps.ts';
import { partitionName } from '../../../services/engine/storage/events/table.ts';
import { Parameters } from '../../../services/engine/storage/matchSql.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { quoteIdentifier, quoteLiteral, quotedTableName } from '../../../services/engine/storage/sql.ts';
import { buildModel } from './bigTable.ts';
import { messageModel, messagesStatement } from './bigTraffic.ts';
import { startConsole, type BenchTarget } from './console.ts';
import { seed } from './seed.ts';

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;
const MESSAGES_PER_CONVERSATION = 5;
/** Conversations of one statement. */
const BATCH = 100_000;
/** Conversations begin so long before the end of a month that they end in it. */
const LONGEST_TALK = 2 * 60_000;
/** Connections that make messages, and later count them. */
const PARALLEL_SESSIONS = 2;
const UNPREPARED = { prepare: false };

/**
 * People and a year of their conversations, made by the database itself as quickly as it can: months are filled before they
 * join their table and have indexes, and each roll-up is counted month by month straight from its part. In the end the
 * tables, their indexes and their counts are those that the services would have made one message after the other.
 */
export async function fillScale(place: BenchTarget, people: number, messages: number): Promise<void> {
  await (await startConsole(place)).stop();
  const model = messageModel();
  const db = await openDatabase({ ...place, timeoutMs: 6 * 3_600_000 });
  const end = Date.now();
  try {
    await timed('people numbered', () => numberPeople(db, people));
    await Promise.all([
      timed(`${people.toLocaleString('en-GB')} people with their indexes`, () =>
        seed(
          db,
          buildModel('profile'),
          people,
          {},
          {
            table: 'bench_person',
            document: `jsonb_build_object('channel', numbered.channel)`,
          },
        ),
      ),
      timed(`${messages.toLocaleString('en-GB')} messages with their indexes`, () =>
        addMonths(db, model, Math.floor(messages / MESSAGES_PER_CONVERSATION), end),
      ),
    ]);
    await timed('counted', () => countMonths(db, model, end));
    await timed('longer buckets', () => aggregateGrains(db, model));
    await timed('sets packed', () => buildBitmaps(db, model));
    await timed('analysed', () => db.exec('VACUUM ANALYZE'));
  } finally {
    await db.close();
  }
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`  ${what} in ${Math.round((performance.now() - began) / 1000)} s`);
  return result;
}

async function numberPeople(db: Database, people: number): Promise<void> {
  await db.exec(`CREATE TABLE bench_person AS
    SELECT n, gen_random_uuid() AS id, channels[1 + n % cardinality(channels)] AS channel
    FROM generate_series(0, ${people - 1}) AS n, (SELECT array_agg(id ORDER BY id) AS channels FROM entity_channel) AS known;
    ALTER TABLE bench_person ADD PRIMARY KEY (n);
    ANALYZE bench_person`);
}

/** The months of the year that ends then, the newest first. */
function listMonths(end: number): number[] {
  const months: number[] = [];
  for (let at = startOf('month', end); endOf('month', at) > end - YEAR; at = startOf('month', at - 1))
    months.push(at);
  return months;
}

/** Does the works with as many at once as there are lanes. */
async function runInParallel<T>(works: readonly T[], run: (work: T) => Promise<void>): Promise<void> {
  const left = [...works];
  const worker = async (): Promise<void> => {
    for (let work = left.shift(); work !== undefined; work = left.shift()) await run(work);
  };
  await Promise.all(Array.from({ length: PARALLEL_SESSIONS }, worker));
}

function addMonths(db: Database, model: EntityModel, talks: number, end: number): Promise<void> {
  return runInParallel(listMonths(end), (from) =>
    timed(`  month ${partitionName(model, from)}`, () =>
      db.session((session) => addMonth(session, model, from, talks, end), { longRunning: true }),
    ),
  );
}

async function addMonth(
  session: Session,
  model: EntityModel,
  from: number,
  talks: number,
  end: number,
): Promise<void> {
  const name = partitionName(model, from);
  const [there] = await session.query<{ found: boolean }>(
    `SELECT to_regclass(quote_ident($1)) IS NOT NULL AS found`,
    [name],
    UNPREPARED,
  );
  const [part, fresh, table] = [
    quoteIdentifier(name),
    quoteIdentifier(`${name}_bench`),
    quotedTableName(model),
  ];
  await session.exec(`CREATE TABLE ${fresh} (LIKE ${table} INCLUDING DEFAULTS)`);
  if (there?.found) await session.exec(`INSERT INTO ${fresh} SELECT * FROM ${part}; DROP TABLE ${part}`);
  const numberAt = (at: number): number => Math.ceil(talks - ((end - 5 * 60_000 - at) / YEAR) * talks);
  const first = Math.max(0, numberAt(from));
  const last = Math.min(talks, numberAt(endOf('month', from) - LONGEST_TALK)) - 1;
  const insert = messagesStatement(fresh);
  for (let at = first; at <= last; at += BATCH)
    await session.query(
      insert,
      [new Date(end).toISOString(), at, talks, Math.min(last, at + BATCH - 1)],
      UNPREPARED,
    );
  const [start, until] = [from, endOf('month', from)].map((at) => quoteLiteral(new Date(at).toISOString()));
  await session.exec(
    `ALTER TABLE ${fresh} RENAME TO ${part};
     ALTER TABLE ${table} ATTACH PARTITION ${part} FOR VALUES FROM (${start}) TO (${until})`,
  );
}

/** Counts every roll-up of the schema from each month's part. Longer buckets follow from these. */
async function countMonths(db: Database, model: EntityModel, end: number): Promise<void> {
  const works = listMonths(end).flatMap((month) => shortest(model).map((rollup) => ({ month, rollup })));
  await runInParallel(works, ({ month, rollup }) => countMonth(db, model, rollup, month));
}

/** Notes that the roll-ups of the schema are counted, and adds longer buckets up from them. */
async function aggregateGrains(db: Database, model: EntityModel): Promise<void> {
  await db.query(
    `UPDATE record_rollup SET counted_from = CASE WHEN rollup = ANY($2::text[]) THEN '-infinity' ELSE 'infinity' END::timestamptz
     WHERE entity = $1`,
    [model.name, shortest(model).map(({ id }) => id)],
    UNPREPARED,
  );
  await backfillRollups(db, model);
}

const shortest = (model: EntityModel): StoredRollup[] =>
  storedRollups(model).filter(({ finer }) => finer === undefined);

async function countMonth(
  db: Database,
  model: EntityModel,
  rollup: StoredRollup,
  month: number,
): Promise<void> {
  const parameters = new Parameters();
  const part = quoteIdentifier(partitionName(model, month));
  const parts = countingCtes(model, rollup, 0, part, parameters, { grains: false });
  await db.session(
    async (session) => {
      await session.exec(`SET work_mem = '256MB'; SET hash_mem_multiplier = 2`);
      await session.query(`WITH ${parts.join(', ')} SELECT 1`, parameters.values, UNPREPARED);
    },
    { longRunning: true },
  );
}
