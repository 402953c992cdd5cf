import { createHash } from 'node:crypto';
import { endOf, startOf } from '../../schemas/model/spans.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
import { BUCKET, COUNT, rollupName } from '../storage/events/rollupTables.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { Parameters } from '../storage/matchSql.ts';
import { identifier, tableOf } from '../storage/sql.ts';
import { followed, isStepOf } from './followed.ts';
import type { JourneyQuery } from './journeySql.ts';

/** Answers that were followed, in columns that are called like those of their events. */
const STEPS = 'journey_step';
/** Days whose answers were followed, with what was counted then. */
const DAYS = 'journey_day';
const PLAIN = { prepare: false };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a day has been over before it is followed: few conversations last longer. */
const SETTLED = 2 * HOUR;
/** One number for all processes: a day is followed by one at a time. */
const LOCK = 7_230_155;

/**
 * All of it follows from the events, so none of it is kept over a crash or in a backup. A day holds while the messages
 * in the hours that make a difference are as many as they were: events are only ever added.
 */
const TABLES = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${DAYS} (day timestamptz(3) PRIMARY KEY, definition text NOT NULL,
     open_from timestamptz(3) NOT NULL, open_to timestamptz(3) NOT NULL, counted bigint NOT NULL)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${STEPS} (day timestamptz(3) NOT NULL, created_at timestamptz(3) NOT NULL,
     template uuid NOT NULL, channel uuid, profile uuid, before_kind text, before_id text COLLATE "C", after_id uuid,
     waited int, stage text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS ${STEPS}_of ON ${STEPS} (day, template)`,
];

async function isThere(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('${DAYS}') IS NOT NULL AND to_regclass('${STEPS}') IS NOT NULL AS found`,
  );
  return row?.found ?? false;
}

/** Made by who fills them: a backup brings none of them back. */
async function makeTables(db: Database): Promise<void> {
  if (await isThere(db)) return;
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], PLAIN);
    for (const statement of TABLES) await tx.query(statement, [], PLAIN);
  });
}

/** Changes with the way in which answers are followed. */
const definitionOf = (message: EntityModel): string =>
  createHash('sha256').update(followed(message)).digest('hex').slice(0, 32);

/** How many messages there are in the hours from `open_from` until `open_to`, which the day lies in. */
function messagesAround({ name }: EntityModel, day: string, from: string, to: string): string {
  const counts = (rollup: string, within: string): string =>
    `(SELECT coalesce(sum(${COUNT}), 0) FROM ${identifier(rollupName(name, rollup))} WHERE ${within})`;
  return [
    counts('messages', `${BUCKET} >= ${from} AND ${BUCKET} < ${day}`),
    counts('messages.day', `${BUCKET} = ${day}`),
    counts('messages', `${BUCKET} >= ${day} + interval '24 hours' AND ${BUCKET} < ${to}`),
  ].join(' + ');
}

/** The condition that what is kept of a day is what following its answers now would give. */
const holds = (message: EntityModel, definition: string): string =>
  `definition = ${definition} AND counted = ${messagesAround(message, 'day', 'open_from', 'open_to')}`;

/** What of a time was followed before and still holds, and what has to be followed now. */
export async function keptJourneys(
  db: Queryable,
  message: EntityModel,
  { from, to }: { from: Date; to: Date },
): Promise<NonNullable<JourneyQuery['kept']>> {
  if (!(await isThere(db))) return { table: STEPS, days: [], live: [[from, to]] };
  const first = startOf('day', from.getTime());
  const rows = await db.query<{ day: Date }>(
    `SELECT day FROM ${DAYS} WHERE day >= $1::timestamptz AND day < $2::timestamptz AND ${holds(message, '$3')} ORDER BY day`,
    [new Date(first).toISOString(), to.toISOString(), definitionOf(message)],
  );
  const live: [Date, Date][] = [];
  let at = from.getTime();
  for (const { day } of rows) {
    if (day.getTime() > at) live.push([new Date(at), day]);
    at = endOf('day', day.getTime());
  }
  if (at < to.getTime()) live.push([new Date(at), to]);
  return { table: STEPS, days: rows.map(({ day }) => day), live };
}

/**
 * Follows the answers of days that are over and were not followed since their last message came, the newest first.
 * Nothing depends on it: what is not kept is followed when it is asked for. Killed at any point it goes on the next time.
 * @returns how many days were followed
 */
export async function keepJourneys(
  db: Database,
  message: EntityModel,
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<number> {
  // Events that are older are about to be dropped: nothing tells of their people then.
  await makeTables(db);
  const { keep } = message.events ?? {};
  const oldest = new Date(keep === undefined ? 0 : now - keep * DAY).toISOString();
  for (const table of [STEPS, DAYS])
    await db.query(`DELETE FROM ${table} WHERE day < $1::timestamptz`, [oldest], PLAIN);
  const due = await db.query<{ day: Date }>(
    `SELECT DISTINCT ${BUCKET} AS day FROM ${identifier(rollupName(message.name, 'messages.day'))} AS told
     WHERE ${BUCKET} >= $1::timestamptz AND ${BUCKET} <= $2::timestamptz AND NOT EXISTS (
       SELECT 1 FROM ${DAYS} WHERE day = told.${BUCKET} AND ${holds(message, '$3')})
     ORDER BY day DESC`,
    [oldest, new Date(now - SETTLED - DAY).toISOString(), definitionOf(message)],
    PLAIN,
  );
  await db.session(
    async (session) => {
      for (const { day } of due) {
        if (signal?.aborted) return;
        await session.transaction((tx) => keepDay(tx, message, day));
      }
    },
    { patient: true },
  );
  return due.length;
}

async function keepDay(tx: Queryable, message: EntityModel, day: Date): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], PLAIN);
  for (const table of [STEPS, DAYS])
    await tx.query(`DELETE FROM ${table} WHERE day = $1::timestamptz`, [day.toISOString()], PLAIN);
  const parameters = new Parameters();
  const begin = `${parameters.add(day.toISOString())}::timestamptz`;
  const end = `${parameters.add(new Date(endOf('day', day.getTime())).toISOString())}::timestamptz`;
  const definition = parameters.add(definitionOf(message));
  const names = 'template, channel, profile, before_kind, before_id, after_id, waited, stage';
  // One statement: answers are followed, and messages counted, as of one moment.
  const text = `WITH unit AS MATERIALIZED (
      SELECT id, created_at AS at, template, profile AS person, channel AS place_of, "chatAd"::text AS ad
      FROM ${tableOf(message)} WHERE created_at >= ${begin} AND created_at < ${end} AND ${isStepOf(message, parameters)}),
    seen AS MATERIALIZED (${followed(message)}),
    kept AS (INSERT INTO ${STEPS} (day, created_at, ${names})
      SELECT ${begin}, at, template, place_of, person, before_kind, before_id, after_id, waited, stage
      FROM seen ORDER BY template, at),
    open AS (SELECT date_trunc('hour', least(min(open_from), ${begin}), 'UTC') AS open_from,
      greatest(date_trunc('hour', max(open_to), 'UTC') + interval '1 hour', ${end}) AS open_to FROM seen)
    INSERT INTO ${DAYS} (day, definition, open_from, open_to, counted)
    SELECT ${begin}, ${definition}::text, open_from, open_to, ${messagesAround(message, begin, 'open_from', 'open_to')} FROM open`;
  await tx.query(text, parameters.values, PLAIN);
}
