import { UNPREPARED } from '../../engine/storage/database.ts';
import { type Conditions, leavesOf, pathsOf } from '../../../schemas/segments/conditions.ts';
import type { Services } from '../../engine/resources/services.ts';
import { quotedLiveTableName, liveFields, recordSourceSql } from '../../engine/storage/liveFields.ts';
import { Parameters } from '../../engine/storage/matchSql.ts';
import { materializedColumns } from '../../engine/storage/materializedFields.ts';
import { columnsOf, tableName, quotedTableName, type SqlColumn } from '../../engine/storage/sql.ts';
import { conditionsSql } from './conditionsSql.ts';

type Store = Pick<Services, 'db' | 'catalog'>;

/** People from which they are estimated before they are counted, and how many are looked at for it. */
const MIN_PEOPLE_TO_ESTIMATE = 100_000;
const SAMPLED_PEOPLE = 20_000;
/** Fewer matches in the sample give no estimate: it would be too far off. */
const MIN_MATCHES = 200;
/** Milliseconds after which no further segment of a list is counted. */
const MAX_COUNTING_MS = 3_000;

/** Of fewer people the last seen are found sooner among them than among all who were seen. */
const MAX_PEOPLE_SORTED = 1_000;

/** What people are read from, and how its columns are seen. */
export interface Reading {
  from: string;
  columns: ReadonlyMap<string, SqlColumn>;
}

/**
 * The two places that people can be read from, with the same result: documents have an index for each condition, which
 * finds few people at once; the narrow rows beside them are a fifth of the bytes where many are met.
 */
export function readingsOf({ catalog }: Store, who: Conditions): Record<'documents' | 'rows', Reading> {
  const { model } = catalog.require('profile');
  const live = new Set(liveFields(model).map(({ name }) => name));
  const isJoined = leavesOf(who)
    .flatMap(pathsOf)
    .some((path) => live.has(path));
  return {
    documents: {
      from: isJoined ? recordSourceSql(model) : quotedTableName(model),
      columns: columnsOf(model),
    },
    rows: { from: quotedLiveTableName(model), columns: materializedColumns(model) },
  };
}

/** A query on people: its `FROM … WHERE …`, with parameters that stand for those that it has. */
export interface PeopleQuery {
  reading: Reading;
  /** SQL on the reading's rows. */
  where: string;
}

/** The people in any of these segments, read from where the database expects to find them sooner. */
export async function peopleQuery(
  services: Store,
  segments: readonly Conditions[],
  now = new Date(),
): Promise<(parameters: Parameters) => PeopleQuery> {
  const condition = ({ columns }: Reading, parameters: Parameters): string =>
    `(${segments.map((who) => conditionsSql(services, who, parameters, now, columns)).join(' OR ')})`;
  const { documents, rows } = readingsOf(services, {
    match: 'any',
    conditions: segments.flatMap(leavesOf),
  });
  const cost = async (reading: Reading): Promise<number> => {
    const parameters = new Parameters();
    const text = `EXPLAIN (FORMAT JSON) SELECT id FROM ${reading.from} WHERE ${condition(reading, parameters)}`;
    const [row] = await services.db.query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      text,
      parameters.values,
      UNPREPARED,
    );
    return row?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Infinity;
  };
  const [ofDocuments, ofRows] = [await cost(documents), await cost(rows)];
  const reading = ofDocuments < ofRows ? documents : rows;
  return (parameters) => ({ reading, where: condition(reading, parameters) });
}

/**
 * Ids of some people of a segment, the last seen first. @param skip how many of them are passed over
 * @param of how many there are, where that is known: few are found and then put in order, many are met on the way
 */
export async function sampleMembers(
  services: Store,
  who: Conditions,
  count: number,
  { now = new Date(), skip = 0, of = Infinity }: { now?: Date; skip?: number; of?: number } = {},
): Promise<string[]> {
  if (of <= skip) return [];
  const parameters = new Parameters();
  const { model } = services.catalog.require('profile');
  const { rows: reading } = readingsOf(services, who);
  const order = columnsOf(model).get('lastSeen')?.sort ?? 'made_at';
  const page = `DESC, id DESC OFFSET ${skip} LIMIT ${count}`;
  const isFew = of < MAX_PEOPLE_SORTED;
  const { reading: few, where } = isFew
    ? (await peopleQuery(services, [who], now))(parameters)
    : { reading, where: conditionsSql(services, who, parameters, now, reading.columns) };
  const ids = await services.db.query<{ id: string }>(
    isFew
      ? `WITH met AS MATERIALIZED (SELECT id FROM ${few.from} WHERE ${where})
         SELECT id FROM met JOIN ${quotedLiveTableName(model)} AS fact USING (id) ORDER BY ${order} ${page}`
      : `SELECT id FROM ${reading.from} WHERE ${where} ORDER BY ${order} ${page}`,
    parameters.values,
    UNPREPARED,
  );
  return ids.map(({ id }) => id);
}

/** How many people of a segment there are on each channel, by its id; the largest first. */
export async function countByChannel(
  services: Store,
  who: Conditions,
  now = new Date(),
): Promise<{ channel: string; count: number }[]> {
  const parameters = new Parameters();
  const { reading, where } = (await peopleQuery(services, [who], now))(parameters);
  const rows = await services.db.query<{ channel: string; count: string }>(
    `SELECT ${reading.columns.get('channel')?.value} AS channel, count(*) AS count
     FROM ${reading.from} WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
    parameters.values,
    UNPREPARED,
  );
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}

/** What estimates are made from, for tests. */
interface EstimateOptions {
  from?: number;
  least?: number;
  now?: Date;
}

/**
 * About how many people are in a segment, from pages of the audience picked at random: within some hundredths, in a time
 * that does not grow with the audience. @returns two figures and zeros; undefined where counting is as quick, or where
 * too few are met
 */
export async function estimateMembers(
  services: Store,
  who: Conditions,
  options?: EstimateOptions,
): Promise<number | undefined> {
  return (await estimateEach(services, [who], options))?.[0];
}

/** The same of several segments, from one sample; undefined where counting them is as quick. */
async function estimateEach(
  services: Store,
  segments: readonly Conditions[],
  { from = MIN_PEOPLE_TO_ESTIMATE, least = MIN_MATCHES, now = new Date() }: EstimateOptions = {},
): Promise<(number | undefined)[] | undefined> {
  const { model } = services.catalog.require('profile');
  const [table] = await services.db.query<{ rows: number }>(
    `SELECT reltuples::float8 AS rows FROM pg_class
     WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [tableName(model.name)],
  );
  const of = table?.rows ?? 0;
  if (of < from) return undefined;
  const parameters = new Parameters();
  const share = Math.min(100, (SAMPLED_PEOPLE / of) * 100);
  const sample = `TABLESAMPLE SYSTEM (${parameters.add(share)}::float4)`;
  const { of: seen, each } = await countMatches(services, segments, { parameters, sample, now });
  return each.map((found) => (found < least ? undefined : Number(((found / seen) * of).toPrecision(2))));
}

interface MatchOptions {
  parameters?: Parameters;
  /** What part of the people is looked at, as SQL; all of them without it. */
  sample?: string;
  now?: Date;
}

/** How many people match each of several conditions, and how many were looked at, in one reading of them. */
async function countMatches(
  services: Store,
  segments: readonly Conditions[],
  { parameters = new Parameters(), sample = '', now = new Date() }: MatchOptions = {},
): Promise<ConditionCounts> {
  const { rows: reading } = readingsOf(services, { match: 'any', conditions: segments.flatMap(leavesOf) });
  const counts = segments.map(
    (who, at) =>
      `count(*) FILTER (WHERE ${conditionsSql(services, who, parameters, now, reading.columns)}) AS "${at}"`,
  );
  const [row = {}] = await services.db.query<Record<string, string>>(
    `SELECT ${['count(*) AS "of"', ...counts].join(', ')} FROM ${reading.from} ${sample}`,
    parameters.values,
    UNPREPARED,
  );
  return { of: Number(row['of'] ?? 0), each: segments.map((_, at) => Number(row[String(at)] ?? 0)) };
}

/** Numbers of people by id; `about` names those that are estimated. */
export interface PeopleOfSegments {
  values: Record<string, number>;
  about: string[];
}

/**
 * How many people are in each of several segments: counted in one reading, or of many people estimated from one sample.
 * Those of few people, which a sample does not tell, are counted one after the other as long as there is time; others
 * are left out.
 */
export async function countSegments(
  services: Store,
  segments: readonly { id: string; who: Conditions }[],
  options: EstimateOptions & { timeMs?: number } = {},
): Promise<PeopleOfSegments> {
  const { now = new Date(), timeMs = MAX_COUNTING_MS } = options;
  if (segments.length === 0) return { values: {}, about: [] };
  const asked = segments.map(({ who }) => who);
  const estimates = await estimateEach(services, asked, { ...options, now });
  if (!estimates) {
    const { each } = await countMatches(services, asked, { now });
    return { values: Object.fromEntries(segments.map(({ id }, at) => [id, each[at] ?? 0])), about: [] };
  }
  const until = performance.now() + timeMs;
  const found: PeopleOfSegments = { values: {}, about: [] };
  for (const [at, { id, who }] of segments.entries()) {
    const about = estimates[at];
    if (about !== undefined) found.about.push(id);
    else if (performance.now() > until) continue;
    found.values[id] =
      about ?? (await countByChannel(services, who, now)).reduce((sum, { count }) => sum + count, 0);
  }
  return found;
}

interface ConditionCounts {
  /** People of the whole audience. */
  of: number;
  /** How many meet each condition alone, in the order in which they stand, groups left out. */
  each: number[];
}

/** Counts the audience, and each condition alone, in one reading. */
export async function countEachCondition(
  services: Store,
  who: Conditions,
  now = new Date(),
): Promise<ConditionCounts> {
  const alone = leavesOf(who).map((one): Conditions => ({ match: 'all', conditions: [one] }));
  return countMatches(services, alone, { now });
}
