import { createHash } from 'node:crypto';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, UNPREPARED } from '../../../engine/storage/database.ts';
import { createDictionaryStatement } from '../../../engine/storage/events/bitmapTables.ts';
import { BUCKET, COUNT, rollupTableName } from '../../../engine/storage/events/rollupTables.ts';
import { quoteIdentifier } from '../../../engine/storage/sql.ts';
import { neighboursSql } from './neighboursSql.ts';

/** Followed answers; columns are named like those of their events. */
export const ANSWERS = 'journey_answer';
/** Days and hours whose answers were followed, and aggregated months, with the count of messages at that time. */
export const SPANS = 'journey_span';
/** Aggregates of a day or month for each template and channel. */
export const AGGREGATES = 'journey_sum';
/** The field whose values are numbered, so that sets of people are sets of numbers. */
export const PERSON_FIELD = 'profile';
/** The advisory lock under which one process at a time follows a span. */
export const LOCK_ID = 7_230_155;

/** Derived from the events, so it is neither logged nor backed up. */
const tables = (message: EntityModel): string[] => [
  // Tables of an earlier version.
  'DROP TABLE IF EXISTS journey_step, journey_day',
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${SPANS} (begin_at timestamptz(3) NOT NULL, end_at timestamptz(3) NOT NULL,
     definition text NOT NULL, open_from timestamptz(3) NOT NULL, open_to timestamptz(3) NOT NULL, counted bigint NOT NULL,
     PRIMARY KEY (begin_at, end_at))`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${ANSWERS} (created_at timestamptz(3) NOT NULL, template uuid NOT NULL, channel uuid,
     profile uuid, before_kind text, before_id text COLLATE "C", after_id uuid, waited int, stage text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS ${ANSWERS}_of ON ${ANSWERS} (template, created_at)`,
  `CREATE INDEX IF NOT EXISTS ${ANSWERS}_at ON ${ANSWERS} (created_at)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${AGGREGATES} (per text NOT NULL, bucket timestamptz(3) NOT NULL, template uuid NOT NULL,
     channel uuid, counts text NOT NULL, waited bytea NOT NULL, people bytea NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS ${AGGREGATES}_of ON ${AGGREGATES} (template, per, bucket)`,
  `CREATE INDEX IF NOT EXISTS ${AGGREGATES}_at ON ${AGGREGATES} (per, bucket)`,
  createDictionaryStatement(message, PERSON_FIELD),
];

async function tablesExist(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('${SPANS}') IS NOT NULL AND to_regclass('${AGGREGATES}') IS NOT NULL AS found`,
  );
  return row?.found ?? false;
}

/** Creates the tables where they are missing, as after restoring a backup. */
export async function createTables(db: Database, message: EntityModel): Promise<void> {
  if (await tablesExist(db)) return;
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK_ID], UNPREPARED);
    for (const statement of tables(message)) await tx.query(statement, [], UNPREPARED);
  });
}

/** A hash that changes with the way in which answers are followed. */
export const hashDefinition = (message: EntityModel): string =>
  createHash('sha256').update(neighboursSql(message)).digest('hex').slice(0, 32);

/** SQL: the number of messages in the hours from `open_from` until `open_to` around a span. */
export function messagesAroundSql({ name }: EntityModel, begin: string, end: string): string {
  const counts = (rollup: string, within: string): string =>
    `(SELECT coalesce(sum(${COUNT}), 0) FROM ${quoteIdentifier(rollupTableName(name, rollup))} WHERE ${within})`;
  const hours = (from: string, to: string): string =>
    counts('messages', `${BUCKET} >= ${from} AND ${BUCKET} < ${to}`);
  const own = (rollup: string): string => counts(rollup, `${BUCKET} = ${begin}`);
  return `${hours('open_from', begin)} + ${hours(end, 'open_to')}
    + CASE ${end} - ${begin} WHEN interval '1 hour' THEN ${own('messages')}
      WHEN interval '24 hours' THEN ${own('messages.day')} ELSE ${own('messages.month')} END`;
}

/** SQL: whether a span is a month. */
export const isMonthSql = (span: string): string => `${span}.end_at > ${span}.begin_at + interval '24 hours'`;

/** SQL: whether a span is current. Events are only added, so an equal count in the hours that matter means equal messages. */
export const isCurrentSql = (message: EntityModel, definition: string): string =>
  `definition = ${definition} AND counted = ${messagesAroundSql(message, 'begin_at', 'end_at')}`;

/** A range of time without its end. */
export type Range = readonly [from: Date, to: Date];

/** Where the answers of a range are read from; together they cover the range. */
export interface JourneySources {
  /** Ranges whose answers have to be followed now. */
  live: Range[];
  /** Ranges read from followed answers. */
  answers: Range[];
  /** Beginnings of the months and days read from aggregates. */
  months: Date[];
  days: Date[];
}

/**
 * Finds the sources that cover a range.
 * @param summed whether whole days and months are read from aggregates
 */
export async function findSources(
  db: Queryable,
  message: EntityModel,
  { from, to }: { from: Date; to: Date },
  { summed }: { summed: boolean },
): Promise<JourneySources> {
  const found: JourneySources = { live: [], answers: [], months: [], days: [] };
  if (!(await tablesExist(db))) return { ...found, live: [[from, to]] };
  const spans = await findSpans(db, message, { from, to });
  for (const span of spans) {
    const { begin, end } = span;
    const isWhole = summed && begin >= from && end <= to;
    if (isWhole && spanLengthMs(span) > DAY_MS) found.months.push(begin);
    else if (isWhole && spanLengthMs(span) === DAY_MS) found.days.push(begin);
    else found.answers.push([later(begin, from), earlier(end, to)]);
  }
  let at = from;
  for (const { begin, end } of spans) {
    if (begin > at) found.live.push([at, begin]);
    at = end;
  }
  if (at < to) found.live.push([at, to]);
  return { ...found, answers: mergeRanges(found.answers) };
}

const DAY_MS = 24 * 3_600_000;
const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** A month, a day or an hour. */
export type Span = { begin: Date; end: Date };

/** Length in milliseconds. */
export const spanLengthMs = ({ begin, end }: Span): number => end.getTime() - begin.getTime();

/** The current spans in a range, in order: months that lie in it whole, then days, then hours. */
async function findSpans(
  db: Queryable,
  message: EntityModel,
  { from, to }: { from: Date; to: Date },
): Promise<Span[]> {
  // Few spans are checked: no days in a current month, and days only after their month.
  return db.query<Span>(
    `WITH month AS MATERIALIZED (SELECT begin_at, end_at FROM ${SPANS} AS span
       WHERE begin_at >= $1::timestamptz AND end_at <= $2::timestamptz AND ${isMonthSql('span')} AND ${isCurrentSql(message, '$3')}),
     shorter AS MATERIALIZED (SELECT * FROM ${SPANS} AS span
       WHERE end_at > $1::timestamptz AND begin_at < $2::timestamptz AND NOT ${isMonthSql('span')}
         AND NOT EXISTS (SELECT 1 FROM month WHERE month.begin_at <= span.begin_at AND month.end_at >= span.end_at))
     SELECT begin_at AS begin, end_at AS end FROM (
       SELECT * FROM month UNION ALL SELECT begin_at, end_at FROM shorter WHERE ${isCurrentSql(message, '$3')}) AS found
     ORDER BY begin_at`,
    [from.toISOString(), to.toISOString(), hashDefinition(message)],
  );
}

/** Merges adjacent ranges. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const all: [Date, Date][] = [];
  for (const [from, to] of ranges) {
    const last = all.at(-1);
    if (last && last[1].getTime() === from.getTime()) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}
