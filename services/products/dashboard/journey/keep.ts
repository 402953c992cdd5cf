import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Database, Queryable } from '../../../engine/storage/database.ts';
import { BUCKET, rollupName } from '../../../engine/storage/events/rollupTables.ts';
import { Parameters } from '../../../engine/storage/matchSql.ts';
import { identifier, tableOf } from '../../../engine/storage/sql.ts';
import { followed, isStepOf } from './followed.ts';
import {
  ANSWERS,
  definitionOf,
  holds,
  lengthOf,
  LOCK,
  makeTables,
  messagesAround,
  type Span,
  SPANS,
  SUMS,
} from './kept.ts';
import { sumUpDay, sumUpMonth } from './sums.ts';

const PLAIN = { prepare: false };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long an hour or a day has been over before it is followed: few conversations last longer. */
const SETTLED = 2 * HOUR;

/**
 * Follows the answers of days that are over, and of the hours since, that were not followed since their last message
 * came, the newest first; then sums up months whose days were all followed. Nothing depends on it: what is not kept is
 * followed when it is asked for. Killed at any point it goes on the next time.
 * @returns how many days and hours were followed
 */
export async function keepJourneys(
  db: Database,
  message: EntityModel,
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<number> {
  await makeTables(db, message);
  // Events that are older are about to be dropped: nothing tells of their people then.
  const { keep } = message.events ?? {};
  const oldest = new Date(keep === undefined ? 0 : now - keep * DAY);
  await dropBefore(db, oldest);
  const due = await dueSpans(db, message, oldest, now);
  await db.session(
    async (session) => {
      for (const span of due) {
        if (signal?.aborted) return;
        await session.transaction((tx) => keepSpan(tx, message, span));
      }
      for (const month of await dueMonths(session, oldest, now)) {
        if (signal?.aborted) return;
        await session.transaction((tx) => keepMonth(tx, message, month));
      }
    },
    { patient: true },
  );
  return due.length;
}

async function dropBefore(db: Queryable, oldest: Date): Promise<void> {
  for (const [table, time] of [
    [ANSWERS, 'created_at'],
    [SPANS, 'begin_at'],
    [SUMS, 'bucket'],
  ] as const)
    await db.query(`DELETE FROM ${table} WHERE ${time} < $1::timestamptz`, [oldest.toISOString()], PLAIN);
}

/** Days from the first message on, also those without one: a month is summed up when all of it was followed. */
function dueSpans(db: Queryable, message: EntityModel, oldest: Date, now: number): Promise<Span[]> {
  const today = startOf('day', now - SETTLED);
  const hour = startOf('hour', now - SETTLED);
  const every = (unit: string, from: string, until: string): string =>
    `SELECT at AS begin_at, at + interval '${unit}' AS end_at
     FROM told, generate_series(${from}, ${until} - interval '${unit}', interval '${unit}') AS at`;
  return db.query<Span>(
    `WITH told AS (SELECT min(${BUCKET}) AS first FROM ${identifier(rollupName(message.name, 'messages.day'))}
       WHERE ${BUCKET} >= $1::timestamptz)
     SELECT begin_at AS begin, end_at AS end FROM (
       ${every('24 hours', 'first', '$2::timestamptz')}
       UNION ALL ${every('1 hour', 'greatest(first, $2::timestamptz)', '$3::timestamptz')}) AS span
     WHERE NOT EXISTS (SELECT 1 FROM ${SPANS} AS kept
       WHERE kept.begin_at = span.begin_at AND kept.end_at = span.end_at AND ${holds(message, '$4')})
     ORDER BY begin_at DESC`,
    [oldest, new Date(today), new Date(hour)].map((time) => time.toISOString()).concat(definitionOf(message)),
    PLAIN,
  );
}

async function keepSpan(tx: Queryable, message: EntityModel, span: Span): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], PLAIN);
  // The month that it lies in is to be summed up anew; hours are part of a day now, or of a day there are only hours,
  // where the clock was put back.
  const before = await tx.query<Span>(
    `DELETE FROM ${SPANS} WHERE end_at > $1::timestamptz AND begin_at < $2::timestamptz
     RETURNING begin_at AS begin, end_at AS end`,
    [span.begin.toISOString(), span.end.toISOString()],
    PLAIN,
  );
  for (const { begin, end } of [span, ...before.filter((one) => lengthOf(one) <= DAY)])
    await tx.query(
      `DELETE FROM ${ANSWERS} WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz`,
      [begin.toISOString(), end.toISOString()],
      PLAIN,
    );
  for (const per of ['day', 'month'] as const) {
    const bucket = new Date(startOf(per, span.begin.getTime())).toISOString();
    await tx.query(`DELETE FROM ${SUMS} WHERE per = $1 AND bucket = $2::timestamptz`, [per, bucket], PLAIN);
  }
  await follow(tx, message, span);
  if (lengthOf(span) === DAY) await sumUpDay(tx, message, span);
}

/** Follows the answers of a span and counts the messages that they depend on, in one statement: as of one moment. */
async function follow(tx: Queryable, message: EntityModel, span: Span): Promise<void> {
  const parameters = new Parameters();
  const begin = `${parameters.add(span.begin.toISOString())}::timestamptz`;
  const end = `${parameters.add(span.end.toISOString())}::timestamptz`;
  const definition = parameters.add(definitionOf(message));
  const names = 'template, channel, profile, before_kind, before_id, after_id, waited, stage';
  const text = `WITH unit AS MATERIALIZED (
      SELECT id, created_at AS at, template, profile AS person, channel, "chatAd"::text AS ad
      FROM ${tableOf(message)} WHERE created_at >= ${begin} AND created_at < ${end} AND ${isStepOf(message, parameters)}),
    seen AS MATERIALIZED (${followed(message)}),
    kept AS (INSERT INTO ${ANSWERS} (created_at, ${names})
      SELECT at, template, channel, person, before_kind, before_id, after_id, waited, stage
      FROM seen ORDER BY template, at),
    open AS (SELECT date_trunc('hour', least(min(open_from), ${begin}), 'UTC') AS open_from,
      greatest(date_trunc('hour', max(open_to), 'UTC') + interval '1 hour', ${end}) AS open_to FROM seen)
    INSERT INTO ${SPANS} (begin_at, end_at, definition, open_from, open_to, counted)
    SELECT ${begin}, ${end}, ${definition}::text, open_from, open_to, ${messagesAround(message, begin, end)} FROM open`;
  await tx.query(text, parameters.values, PLAIN);
}

/** Months that are over and not summed up, of which every day was followed. */
async function dueMonths(db: Queryable, oldest: Date, now: number): Promise<Span[]> {
  const spans = await db.query<Span>(
    `SELECT begin_at AS begin, end_at AS end FROM ${SPANS} AS span
     WHERE begin_at >= $1::timestamptz AND begin_at < $2::timestamptz AND end_at >= begin_at + interval '24 hours'`,
    [oldest.toISOString(), new Date(startOf('month', now - SETTLED)).toISOString()],
    PLAIN,
  );
  const days = new Map<number, number>();
  for (const span of spans) {
    const month = startOf('month', span.begin.getTime());
    days.set(month, (days.get(month) ?? 0) + (lengthOf(span) === DAY ? 1 : Number.NaN));
  }
  return [...days]
    .map(([month, many]) => ({ many, begin: new Date(month), end: new Date(endOf('month', month)) }))
    .filter(({ many, ...month }) => many * DAY === lengthOf(month));
}

/** Sums a month up, if all of its days hold: as of one moment that is asked, and the messages around it are counted. */
async function keepMonth(tx: Queryable, message: EntityModel, month: Span): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], PLAIN);
  const [begin, end] = ['$1::timestamptz', '$2::timestamptz'];
  const kept = await tx.query(
    `INSERT INTO ${SPANS} (begin_at, end_at, definition, open_from, open_to, counted)
     SELECT ${begin}, ${end}, $3, open_from, open_to, ${messagesAround(message, begin, end)}
     FROM (SELECT min(open_from) AS open_from, max(open_to) AS open_to, count(*) AS days FROM ${SPANS} AS span
       WHERE begin_at >= ${begin} AND end_at <= ${end} AND end_at = begin_at + interval '24 hours'
         AND ${holds(message, '$3')}) AS days
     WHERE days = $4::int
     ON CONFLICT DO NOTHING RETURNING begin_at`,
    [
      month.begin.toISOString(),
      month.end.toISOString(),
      definitionOf(message),
      Math.round(lengthOf(month) / DAY),
    ],
    PLAIN,
  );
  if (kept.length > 0) await sumUpMonth(tx, month);
}
