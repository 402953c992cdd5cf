import { UNPREPARED } from '../../engine/storage/database.ts';
import {
  type Conditions,
  flattenConditions,
  listProfileFields,
} from '../../../schemas/segments/conditions.ts';
import type { Services } from '../../engine/resources/services.ts';
import { quotedLiveTableName, liveFields, recordSourceSql } from '../../engine/storage/liveFields.ts';
import { Parameters } from '../../engine/storage/matchSql.ts';
import { materializedColumns } from '../../engine/storage/materializedFields.ts';
import { columnsOf, tableName, quotedTableName, type SqlColumn } from '../../engine/storage/sql.ts';
import { conditionsSql } from './conditionsSql.ts';

type SegmentServices = Pick<Services, 'db' | 'catalog'>;

/** Audiences of this size are estimated from a sample before they are counted. */
const MIN_PEOPLE_TO_ESTIMATE = 100_000;
const SAMPLE_SIZE = 20_000;
/** Fewer matches in the sample are too inaccurate for an estimate. */
const MIN_SAMPLE_MATCHES = 200;
/** After this time no further segment of a list is counted. */
const MAX_COUNTING_MS = 3_000;

/** Segments with fewer people are selected first and then sorted by time; larger ones are read in the order of time. */
const MAX_PEOPLE_TO_SORT = 1_000;

/** A FROM clause with people, and its columns for conditions. */
export interface PeopleSource {
  from: string;
  columns: ReadonlyMap<string, SqlColumn>;
}

/**
 * The two sources of people, with the same result: documents have indexes for selective conditions; the narrow rows of the
 * live table are a fifth of the bytes for scans.
 */
export function peopleSources(
  { catalog }: SegmentServices,
  who: Conditions,
): Record<'documents' | 'rows', PeopleSource> {
  const { model } = catalog.require('profile');
  const live = new Set(liveFields(model).map(({ name }) => name));
  const isJoined = flattenConditions(who)
    .flatMap(listProfileFields)
    .some((path) => live.has(path));
  return {
    documents: {
      from: isJoined ? recordSourceSql(model) : quotedTableName(model),
      columns: columnsOf(model),
    },
    rows: { from: quotedLiveTableName(model), columns: materializedColumns(model) },
  };
}

/** The `FROM … WHERE …` of a query on people. */
export interface PeopleQuery {
  source: PeopleSource;
  /** SQL condition on the source's rows. */
  where: string;
}

/** The people in any of these segments, from the source with the lower cost by EXPLAIN. */
export async function peopleQuery(
  services: SegmentServices,
  segments: readonly Conditions[],
  now = new Date(),
): Promise<(parameters: Parameters) => PeopleQuery> {
  const condition = ({ columns }: PeopleSource, parameters: Parameters): string =>
    `(${segments.map((who) => conditionsSql(services, who, parameters, now, columns)).join(' OR ')})`;
  const { documents, rows } = peopleSources(services, {
    match: 'any',
    conditions: segments.flatMap(flattenConditions),
  });
  const cost = async (source: PeopleSource): Promise<number> => {
    const parameters = new Parameters();
    const text = `EXPLAIN (FORMAT JSON) SELECT id FROM ${source.from} WHERE ${condition(source, parameters)}`;
    const [row] = await services.db.query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      text,
      parameters.values,
      UNPREPARED,
    );
    return row?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Infinity;
  };
  const [ofDocuments, ofRows] = [await cost(documents), await cost(rows)];
  const source = ofDocuments < ofRows ? documents : rows;
  return (parameters) => ({ source, where: condition(source, parameters) });
}

/**
 * Ids of some people of a segment, the last seen first.
 * @param options.skip number of people to skip
 * @param options.of size of the segment if known, to choose the faster query
 */
export async function sampleMembers(
  services: SegmentServices,
  who: Conditions,
  count: number,
  { now = new Date(), skip = 0, of = Infinity }: { now?: Date; skip?: number; of?: number } = {},
): Promise<string[]> {
  if (of <= skip) return [];
  const parameters = new Parameters();
  const { model } = services.catalog.require('profile');
  const { rows: liveRows } = peopleSources(services, who);
  const order = columnsOf(model).get('lastSeen')?.sort ?? 'made_at';
  const page = `DESC, id DESC OFFSET ${skip} LIMIT ${count}`;
  const isFew = of < MAX_PEOPLE_TO_SORT;
  const { source, where } = isFew
    ? (await peopleQuery(services, [who], now))(parameters)
    : { source: liveRows, where: conditionsSql(services, who, parameters, now, liveRows.columns) };
  const ids = await services.db.query<{ id: string }>(
    isFew
      ? `WITH matched AS MATERIALIZED (SELECT id FROM ${source.from} WHERE ${where})
         SELECT id FROM matched JOIN ${quotedLiveTableName(model)} AS fact USING (id) ORDER BY ${order} ${page}`
      : `SELECT id FROM ${source.from} WHERE ${where} ORDER BY ${order} ${page}`,
    parameters.values,
    UNPREPARED,
  );
  return ids.map(({ id }) => id);
}

/** Counts the people of a segment per channel, the largest first. */
export async function countByChannel(
  services: SegmentServices,
  who: Conditions,
  now = new Date(),
): Promise<{ channel: string; count: number }[]> {
  const parameters = new Parameters();
  const { source, where } = (await peopleQuery(services, [who], now))(parameters);
  const rows = await services.db.query<{ channel: string; count: string }>(
    `SELECT ${source.columns.get('channel')?.value} AS channel, count(*) AS count
     FROM ${source.from} WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
    parameters.values,
    UNPREPARED,
  );
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}

/** Limits of estimates; set by tests only. */
interface EstimateOptions {
  minPeople?: number;
  minMatches?: number;
  now?: Date;
}

/**
 * Estimates the size of a segment from random pages of the audience, with an error of a few percent, in constant time.
 * @returns rounded to two digits; undefined if counting is as fast, or too few people of the sample match
 */
export async function estimateMembers(
  services: SegmentServices,
  who: Conditions,
  options?: EstimateOptions,
): Promise<number | undefined> {
  return (await estimateSegments(services, [who], options))?.[0];
}

/** Estimates several segments from one sample; undefined if counting is as fast. */
async function estimateSegments(
  services: SegmentServices,
  segments: readonly Conditions[],
  {
    minPeople: from = MIN_PEOPLE_TO_ESTIMATE,
    minMatches: least = MIN_SAMPLE_MATCHES,
    now = new Date(),
  }: EstimateOptions = {},
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
  const share = Math.min(100, (SAMPLE_SIZE / of) * 100);
  const sample = `TABLESAMPLE SYSTEM (${parameters.add(share)}::float4)`;
  const { of: seen, each } = await countMatches(services, segments, { parameters, sample, now });
  return each.map((found) => (found < least ? undefined : Number(((found / seen) * of).toPrecision(2))));
}

interface MatchOptions {
  parameters?: Parameters;
  /** TABLESAMPLE clause; default: all people. */
  sample?: string;
  now?: Date;
}

/** Counts the matches of each segment, and the examined people, in one scan. */
async function countMatches(
  services: SegmentServices,
  segments: readonly Conditions[],
  { parameters = new Parameters(), sample = '', now = new Date() }: MatchOptions = {},
): Promise<ConditionCounts> {
  const { rows: source } = peopleSources(services, {
    match: 'any',
    conditions: segments.flatMap(flattenConditions),
  });
  const counts = segments.map(
    (who, at) =>
      `count(*) FILTER (WHERE ${conditionsSql(services, who, parameters, now, source.columns)}) AS "${at}"`,
  );
  const [row = {}] = await services.db.query<Record<string, string>>(
    `SELECT ${['count(*) AS "of"', ...counts].join(', ')} FROM ${source.from} ${sample}`,
    parameters.values,
    UNPREPARED,
  );
  return { of: Number(row['of'] ?? 0), each: segments.map((_, at) => Number(row[String(at)] ?? 0)) };
}

/** Numbers of people by segment id; `about` lists ids with an estimate. */
export interface SegmentCounts {
  values: Record<string, number>;
  about: string[];
}

/**
 * Counts several segments in one scan, or estimates them from one sample of a large audience. Segments too small for an
 * estimate are counted one by one while there is time; the remaining ones are left out.
 */
export async function countSegments(
  services: SegmentServices,
  segments: readonly { id: string; who: Conditions }[],
  options: EstimateOptions & { timeMs?: number } = {},
): Promise<SegmentCounts> {
  const { now = new Date(), timeMs = MAX_COUNTING_MS } = options;
  if (segments.length === 0) return { values: {}, about: [] };
  const asked = segments.map(({ who }) => who);
  const estimates = await estimateSegments(services, asked, { ...options, now });
  if (!estimates) {
    const { each } = await countMatches(services, asked, { now });
    return { values: Object.fromEntries(segments.map(({ id }, at) => [id, each[at] ?? 0])), about: [] };
  }
  const until = performance.now() + timeMs;
  const found: SegmentCounts = { values: {}, about: [] };
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
  /** Matches of each condition alone, in order, groups flattened. */
  each: number[];
}

/** Counts the audience, and the matches of each condition alone, in one scan. */
export async function countEachCondition(
  services: SegmentServices,
  who: Conditions,
  now = new Date(),
): Promise<ConditionCounts> {
  const alone = flattenConditions(who).map((one): Conditions => ({ match: 'all', conditions: [one] }));
  return countMatches(services, alone, { now });
}
