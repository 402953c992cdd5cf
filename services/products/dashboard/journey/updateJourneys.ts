import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, UNPREPARED } from '../../../engine/storage/database.ts';
import { BUCKET, rollupTableName } from '../../../engine/storage/events/rollupTables.ts';
import { Parameters } from '../../../engine/storage/matchSql.ts';
import { quoteIdentifier, quotedTableName } from '../../../engine/storage/sql.ts';
import { neighboursSql, isAnswerSql } from './neighboursSql.ts';
import {
  ANSWERS,
  hashDefinition,
  isCurrentSql,
  spanLengthMs,
  LOCK_ID,
  createTables,
  messagesAroundSql,
  type Span,
  SPANS,
  AGGREGATES,
} from './spans.ts';
import { aggregateDay, aggregateMonth } from './aggregates.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After which the answers of an hour or a day are followed: few conversations last longer. */
const FOLLOW_DELAY_MS = 2 * HOUR_MS;

/**
 * Updates the roll-ups of journeys: follows the answers of finished days, and of the finished hours since, whose messages
 * changed, newest first, then aggregates finished months. Reading works without it, only slower. It may be interrupted at
 * any point.
 * @returns how many days and hours were followed
 */
export async function updateJourneys(
  db: Database,
  message: EntityModel,
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<number> {
  await createTables(db, message);
  // Older events are about to be deleted.
  const { keep } = message.events ?? {};
  const oldest = new Date(keep === undefined ? 0 : now - keep * DAY_MS);
  await deleteBefore(db, oldest);
  const due = await findDueSpans(db, message, oldest, now);
  await db.session(
    async (session) => {
      for (const span of due) {
        if (signal?.aborted) return;
        await session.transaction((tx) => updateSpan(tx, message, span));
      }
      for (const month of await findDueMonths(session, oldest, now)) {
        if (signal?.aborted) return;
        await session.transaction((tx) => updateMonth(tx, message, month));
      }
    },
    { longRunning: true },
  );
  return due.length;
}

async function deleteBefore(db: Queryable, oldest: Date): Promise<void> {
  for (const [table, time] of [
    [ANSWERS, 'created_at'],
    [SPANS, 'begin_at'],
    [AGGREGATES, 'bucket'],
  ] as const)
    await db.query(
      `DELETE FROM ${table} WHERE ${time} < $1::timestamptz`,
      [oldest.toISOString()],
      UNPREPARED,
    );
}

/** Due days from the first message on, also those without one: a month is aggregated when all its days were followed. */
function findDueSpans(db: Queryable, message: EntityModel, oldest: Date, now: number): Promise<Span[]> {
  const today = startOf('day', now - FOLLOW_DELAY_MS);
  const hour = startOf('hour', now - FOLLOW_DELAY_MS);
  const every = (unit: string, from: string, until: string): string =>
    `SELECT at AS begin_at, at + interval '${unit}' AS end_at
     FROM told, generate_series(${from}, ${until} - interval '${unit}', interval '${unit}') AS at`;
  return db.query<Span>(
    `WITH told AS (SELECT min(${BUCKET}) AS first FROM ${quoteIdentifier(rollupTableName(message.name, 'messages.day'))}
       WHERE ${BUCKET} >= $1::timestamptz)
     SELECT begin_at AS begin, end_at AS end FROM (
       ${every('24 hours', 'first', '$2::timestamptz')}
       UNION ALL ${every('1 hour', 'greatest(first, $2::timestamptz)', '$3::timestamptz')}) AS span
     WHERE NOT EXISTS (SELECT 1 FROM ${SPANS} AS kept
       WHERE kept.begin_at = span.begin_at AND kept.end_at = span.end_at AND ${isCurrentSql(message, '$4')})
     ORDER BY begin_at DESC`,
    [oldest, new Date(today), new Date(hour)]
      .map((time) => time.toISOString())
      .concat(hashDefinition(message)),
    UNPREPARED,
  );
}

async function updateSpan(tx: Queryable, message: EntityModel, span: Span): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK_ID], UNPREPARED);
  // The month has to be aggregated anew. Hours become part of a day; or a day is split into hours again, when the clock
  // was put back.
  const before = await tx.query<Span>(
    `DELETE FROM ${SPANS} WHERE end_at > $1::timestamptz AND begin_at < $2::timestamptz
     RETURNING begin_at AS begin, end_at AS end`,
    [span.begin.toISOString(), span.end.toISOString()],
    UNPREPARED,
  );
  for (const { begin, end } of [span, ...before.filter((one) => spanLengthMs(one) <= DAY_MS)])
    await tx.query(
      `DELETE FROM ${ANSWERS} WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz`,
      [begin.toISOString(), end.toISOString()],
      UNPREPARED,
    );
  for (const per of ['day', 'month'] as const) {
    const bucket = new Date(startOf(per, span.begin.getTime())).toISOString();
    await tx.query(
      `DELETE FROM ${AGGREGATES} WHERE per = $1 AND bucket = $2::timestamptz`,
      [per, bucket],
      UNPREPARED,
    );
  }
  await storeAnswers(tx, message, span);
  if (spanLengthMs(span) === DAY_MS) await aggregateDay(tx, message, span);
}

/** Stores the followed answers of a span and counts the messages that they depend on, in one statement and snapshot. */
async function storeAnswers(tx: Queryable, message: EntityModel, span: Span): Promise<void> {
  const parameters = new Parameters();
  const begin = `${parameters.add(span.begin.toISOString())}::timestamptz`;
  const end = `${parameters.add(span.end.toISOString())}::timestamptz`;
  const definition = parameters.add(hashDefinition(message));
  const names = 'template, channel, profile, before_kind, before_id, after_id, waited, stage';
  const text = `WITH unit AS MATERIALIZED (
      SELECT id, created_at AS at, template, profile AS person, channel, "chatAd"::text AS ad
      FROM ${quotedTableName(message)} WHERE created_at >= ${begin} AND created_at < ${end} AND ${isAnswerSql(message, parameters)}),
    seen AS MATERIALIZED (${neighboursSql(message)}),
    kept AS (INSERT INTO ${ANSWERS} (created_at, ${names})
      SELECT at, template, channel, person, before_kind, before_id, after_id, waited, stage
      FROM seen ORDER BY template, at),
    open AS (SELECT date_trunc('hour', least(min(open_from), ${begin}), 'UTC') AS open_from,
      greatest(date_trunc('hour', max(open_to), 'UTC') + interval '1 hour', ${end}) AS open_to FROM seen)
    INSERT INTO ${SPANS} (begin_at, end_at, definition, open_from, open_to, counted)
    SELECT ${begin}, ${end}, ${definition}::text, open_from, open_to, ${messagesAroundSql(message, begin, end)} FROM open`;
  await tx.query(text, parameters.values, UNPREPARED);
}

/** Finished months that are not aggregated yet and whose days were all followed. */
async function findDueMonths(db: Queryable, oldest: Date, now: number): Promise<Span[]> {
  const spans = await db.query<Span>(
    `SELECT begin_at AS begin, end_at AS end FROM ${SPANS} AS span
     WHERE begin_at >= $1::timestamptz AND begin_at < $2::timestamptz AND end_at >= begin_at + interval '24 hours'`,
    [oldest.toISOString(), new Date(startOf('month', now - FOLLOW_DELAY_MS)).toISOString()],
    UNPREPARED,
  );
  const days = new Map<number, number>();
  for (const span of spans) {
    const month = startOf('month', span.begin.getTime());
    days.set(month, (days.get(month) ?? 0) + (spanLengthMs(span) === DAY_MS ? 1 : Number.NaN));
  }
  return [...days]
    .map(([month, many]) => ({ many, begin: new Date(month), end: new Date(endOf('month', month)) }))
    .filter(({ many, ...month }) => many * DAY_MS === spanLengthMs(month));
}

/** Aggregates a month if all of its days are current; that is checked, and its messages counted, in one snapshot. */
async function updateMonth(tx: Queryable, message: EntityModel, month: Span): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK_ID], UNPREPARED);
  const [begin, end] = ['$1::timestamptz', '$2::timestamptz'];
  const kept = await tx.query(
    `INSERT INTO ${SPANS} (begin_at, end_at, definition, open_from, open_to, counted)
     SELECT ${begin}, ${end}, $3, open_from, open_to, ${messagesAroundSql(message, begin, end)}
     FROM (SELECT min(open_from) AS open_from, max(open_to) AS open_to, count(*) AS days FROM ${SPANS} AS span
       WHERE begin_at >= ${begin} AND end_at <= ${end} AND end_at = begin_at + interval '24 hours'
         AND ${isCurrentSql(message, '$3')}) AS days
     WHERE days = $4::int
     ON CONFLICT DO NOTHING RETURNING begin_at`,
    [
      month.begin.toISOString(),
      month.end.toISOString(),
      hashDefinition(message),
      Math.round(spanLengthMs(month) / DAY_MS),
    ],
    UNPREPARED,
  );
  if (kept.length > 0) await aggregateMonth(tx, month);
}
