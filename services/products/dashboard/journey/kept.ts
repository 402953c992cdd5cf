import { createHash } from 'node:crypto';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Database, Queryable } from '../../../engine/storage/database.ts';
import { numbersTable } from '../../../engine/storage/events/packedTables.ts';
import { BUCKET, COUNT, rollupName } from '../../../engine/storage/events/rollupTables.ts';
import { identifier } from '../../../engine/storage/sql.ts';
import { followed } from './followed.ts';

/** Answers that were followed, in columns that are called like those of their events. */
export const ANSWERS = 'journey_answer';
/** Days and hours whose answers were followed, and months whose days all were, with what was counted then. */
export const SPANS = 'journey_span';
/** What the answers of a day or a month came to, for each template and channel. */
export const SUMS = 'journey_sum';
/** The field whose values are numbered, so that sets of people are sets of numbers. */
export const PERSON = 'profile';
/** One number for all processes: a span is followed by one at a time. */
export const LOCK = 7_230_155;
const PLAIN = { prepare: false };

/** All of it follows from the events, so none of it is kept over a crash or in a backup. */
const tables = (message: EntityModel): string[] => [
  // What an earlier version kept.
  'DROP TABLE IF EXISTS journey_step, journey_day',
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${SPANS} (begin_at timestamptz(3) NOT NULL, end_at timestamptz(3) NOT NULL,
     definition text NOT NULL, open_from timestamptz(3) NOT NULL, open_to timestamptz(3) NOT NULL, counted bigint NOT NULL,
     PRIMARY KEY (begin_at, end_at))`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${ANSWERS} (created_at timestamptz(3) NOT NULL, template uuid NOT NULL, channel uuid,
     profile uuid, before_kind text, before_id text COLLATE "C", after_id uuid, waited int, stage text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS ${ANSWERS}_of ON ${ANSWERS} (template, created_at)`,
  `CREATE INDEX IF NOT EXISTS ${ANSWERS}_at ON ${ANSWERS} (created_at)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS ${SUMS} (per text NOT NULL, bucket timestamptz(3) NOT NULL, template uuid NOT NULL,
     channel uuid, counts text NOT NULL, waited bytea NOT NULL, people bytea NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS ${SUMS}_of ON ${SUMS} (template, per, bucket)`,
  `CREATE INDEX IF NOT EXISTS ${SUMS}_at ON ${SUMS} (per, bucket)`,
  numbersTable(message, PERSON),
];

async function areThere(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('${SPANS}') IS NOT NULL AND to_regclass('${SUMS}') IS NOT NULL AS found`,
  );
  return row?.found ?? false;
}

/** Makes what journeys are kept in, by who fills it: a backup brings none of it back. */
export async function makeTables(db: Database, message: EntityModel): Promise<void> {
  if (await areThere(db)) return;
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], PLAIN);
    for (const statement of tables(message)) await tx.query(statement, [], PLAIN);
  });
}

/** Changes with the way in which answers are followed. */
export const definitionOf = (message: EntityModel): string =>
  createHash('sha256').update(followed(message)).digest('hex').slice(0, 32);

/** How many messages there are in the hours from `open_from` until `open_to`, which the span lies in. */
export function messagesAround({ name }: EntityModel, begin: string, end: string): string {
  const counts = (rollup: string, within: string): string =>
    `(SELECT coalesce(sum(${COUNT}), 0) FROM ${identifier(rollupName(name, rollup))} WHERE ${within})`;
  const hours = (from: string, to: string): string =>
    counts('messages', `${BUCKET} >= ${from} AND ${BUCKET} < ${to}`);
  const own = (rollup: string): string => counts(rollup, `${BUCKET} = ${begin}`);
  return `${hours('open_from', begin)} + ${hours(end, 'open_to')}
    + CASE ${end} - ${begin} WHEN interval '1 hour' THEN ${own('messages')}
      WHEN interval '24 hours' THEN ${own('messages.day')} ELSE ${own('messages.month')} END`;
}

/** The condition that a span is a month. */
export const isMonth = (span: string): string => `${span}.end_at > ${span}.begin_at + interval '24 hours'`;

/**
 * The condition that what is kept of a span is what following its answers now would give: events are only ever added,
 * so as many messages in the hours that make a difference are the same ones.
 */
export const holds = (message: EntityModel, definition: string): string =>
  `definition = ${definition} AND counted = ${messagesAround(message, 'begin_at', 'end_at')}`;

/** From a time until another, which does not belong to it. */
export type Range = readonly [from: Date, to: Date];

/** Where the answers of a time are read from. Together they are the whole time. */
export interface KeptJourneys {
  /** What has to be followed now. */
  live: Range[];
  /** What was followed before, answer by answer. */
  answers: Range[];
  /** Whole months and days that were summed up: their beginnings. */
  months: Date[];
  days: Date[];
}

/**
 * What of a time was followed before and still holds, and what has to be followed now.
 * @param summed whether whole days and months are read from their sums
 */
export async function keptJourneys(
  db: Queryable,
  message: EntityModel,
  { from, to }: { from: Date; to: Date },
  { summed }: { summed: boolean },
): Promise<KeptJourneys> {
  const found: KeptJourneys = { live: [], answers: [], months: [], days: [] };
  if (!(await areThere(db))) return { ...found, live: [[from, to]] };
  const spans = await spansWithin(db, message, { from, to });
  for (const span of spans) {
    const { begin, end } = span;
    const isWhole = summed && begin >= from && end <= to;
    if (isWhole && lengthOf(span) > DAY) found.months.push(begin);
    else if (isWhole && lengthOf(span) === DAY) found.days.push(begin);
    else found.answers.push([later(begin, from), sooner(end, to)]);
  }
  let at = from;
  for (const { begin, end } of spans) {
    if (begin > at) found.live.push([at, begin]);
    at = end;
  }
  if (at < to) found.live.push([at, to]);
  return { ...found, answers: joined(found.answers) };
}

const DAY = 24 * 3_600_000;
const later = (one: Date, other: Date): Date => (one > other ? one : other);
const sooner = (one: Date, other: Date): Date => (one < other ? one : other);

/** A month, a day or an hour. */
export type Span = { begin: Date; end: Date };

/** Milliseconds. */
export const lengthOf = ({ begin, end }: Span): number => end.getTime() - begin.getTime();

/**
 * Spans of a time that were followed and hold, in order, the longest that there are: months where the time has them
 * whole, then days, then hours.
 */
async function spansWithin(
  db: Queryable,
  message: EntityModel,
  { from, to }: { from: Date; to: Date },
): Promise<Span[]> {
  // What holds is asked of few: neither of days in a month that does, nor before it is known that it does.
  return db.query<Span>(
    `WITH month AS MATERIALIZED (SELECT begin_at, end_at FROM ${SPANS} AS span
       WHERE begin_at >= $1::timestamptz AND end_at <= $2::timestamptz AND ${isMonth('span')} AND ${holds(message, '$3')}),
     shorter AS MATERIALIZED (SELECT * FROM ${SPANS} AS span
       WHERE end_at > $1::timestamptz AND begin_at < $2::timestamptz AND NOT ${isMonth('span')}
         AND NOT EXISTS (SELECT 1 FROM month WHERE month.begin_at <= span.begin_at AND month.end_at >= span.end_at))
     SELECT begin_at AS begin, end_at AS end FROM (
       SELECT * FROM month UNION ALL SELECT begin_at, end_at FROM shorter WHERE ${holds(message, '$3')}) AS found
     ORDER BY begin_at`,
    [from.toISOString(), to.toISOString(), definitionOf(message)],
  );
}

/** Ranges in order, those that meet as one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: [Date, Date][] = [];
  for (const [from, to] of ranges) {
    const last = all.at(-1);
    if (last && last[1].getTime() === from.getTime()) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}
