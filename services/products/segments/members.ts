import { matchPaths } from '../../../schemas/model/match.ts';
import type { Match } from '../../../schemas/model/types.ts';
import { type Conditions, leavesOf, pathsOf } from '../../../schemas/segments/conditions.ts';
import type { Services } from '../../engine/resources/services.ts';
import { factsOf, liveFields, recordSource, sampledRecordSource } from '../../engine/storage/liveFields.ts';
import { matchToSql, Parameters } from '../../engine/storage/matchSql.ts';
import { columnsOf, tableName, tableOf } from '../../engine/storage/sql.ts';
import { conditionsSql } from './conditionsSql.ts';

type Store = Pick<Services, 'db' | 'catalog'>;

/** Whom a question is about. */
export interface Scope {
  /** Id of the channel; all channels by default. */
  channel?: string;
  /** A further condition on the profile, such as `{followState: {ne: 'blocked'}}`. */
  where?: Match;
  /** Relative times roll back from it: the same for all pages of one sending. By default now. */
  now?: Date;
}

/** Somebody in a segment, as senders need it. */
export interface Member {
  /** Id of the profile. */
  id: string;
  channel: string;
  /** The person's id on the channel. */
  externalId: string;
}

/** People from which they are estimated before they are counted, and how many are looked at for it. */
const MIN_PEOPLE_TO_ESTIMATE = 100_000;
const SAMPLED_PEOPLE = 20_000;
/** Fewer matches in the sample give no estimate: it would be too far off. */
const MIN_MATCHES = 200;

/** Of fewer people the last seen are found sooner among them than among all who were seen. */
const MAX_PEOPLE_SORTED = 1_000;

const UNPREPARED = { prepare: false };
/** People that one page has at most. */
const MAX_MEMBERS_PER_PAGE = 10_000;

function whereSql(
  services: Store,
  who: Conditions,
  { channel, where, now = new Date() }: Scope,
  parameters: Parameters,
): string {
  const { model } = services.catalog.require('profile');
  const besides: Match[] = [...(channel === undefined ? [] : [{ channel }]), ...(where ? [where] : [])];
  const parts = besides.map((match) => matchToSql(model, match, parameters));
  return [conditionsSql(services, who, parameters, now), ...parts].join(' AND ');
}

/** Whether conditions read live fields of profiles. */
function usesLiveFields({ catalog }: Store, who: Conditions, { where }: Scope = {}): boolean {
  const live = new Set(liveFields(catalog.require('profile').model).map(({ name }) => name));
  return [...leavesOf(who).flatMap(pathsOf), ...matchPaths(where)].some((path) => live.has(path));
}

/** The source that people are read from: without their live fields where no condition reads one. */
function sourceFor(services: Store, who: Conditions, scope?: Scope): string {
  const { model } = services.catalog.require('profile');
  return usesLiveFields(services, who, scope) ? recordSource(model) : tableOf(model);
}

/**
 * The people in a segment as a query `SELECT id, channel, external_id`, for `INSERT … SELECT`; everyone is
 * `{match: 'all', conditions: []}`. @param parameters of the statement that it becomes a part of
 */
export function membersSql(
  services: Store,
  who: Conditions,
  parameters: Parameters,
  scope: Scope = {},
): string {
  const { model } = services.catalog.require('profile');
  const columns = columnsOf(model);
  return `SELECT id, ${columns.get('channel')?.value} AS channel, ${columns.get('externalId')?.value} AS external_id
    FROM ${sourceFor(services, who, scope)} WHERE ${whereSql(services, who, scope, parameters)}`;
}

/** How many people are in a segment, exactly. */
export async function countMembers(services: Store, who: Conditions, scope: Scope = {}): Promise<number> {
  const parameters = new Parameters();
  const [row] = await services.db.query<{ count: string }>(
    `SELECT count(*) AS count FROM ${sourceFor(services, who, scope)} WHERE ${whereSql(services, who, scope, parameters)}`,
    parameters.values,
    UNPREPARED,
  );
  return Number(row?.count ?? 0);
}

/**
 * The next people of a segment in the order of their ids, which stays the same while people come and go.
 * @param after id of the last one of the page before; none for the first page
 * @param limit at most 10,000
 */
export async function membersAfter(
  services: Store,
  who: Conditions,
  scope: Scope,
  after: string | undefined,
  limit: number,
): Promise<Member[]> {
  const parameters = new Parameters();
  const members = membersSql(services, who, parameters, scope);
  const beyond = after === undefined ? '' : ` AND id > ${parameters.add(after)}::uuid`;
  const rows = await services.db.query<{ id: string; channel: string; external_id: string }>(
    `${members}${beyond} ORDER BY id LIMIT ${Math.min(Math.max(1, Math.trunc(limit)), MAX_MEMBERS_PER_PAGE)}`,
    parameters.values,
    UNPREPARED,
  );
  return rows.map(({ id, channel, external_id: externalId }) => ({ id, channel, externalId }));
}

/**
 * Ids of some people of a segment, the last seen first. @param skip how many of them are passed over
 * @param of how many there are, where that is known: few are found and then put in order, many are met on the way
 */
export async function sampleMembers(
  services: Store,
  who: Conditions,
  count: number,
  scope: Scope & { skip?: number; of?: number } = {},
): Promise<string[]> {
  const { skip = 0, of = Infinity } = scope;
  if (of <= skip) return [];
  const parameters = new Parameters();
  const { model } = services.catalog.require('profile');
  const order = columnsOf(model).get('lastSeen')?.sort ?? 'created_at';
  const met = `SELECT id, ${order} AS seen FROM ${recordSource(model)} WHERE ${whereSql(services, who, scope, parameters)}`;
  const page = `DESC, id DESC OFFSET ${skip} LIMIT ${count}`;
  const rows = await services.db.query<{ id: string }>(
    of < MAX_PEOPLE_SORTED
      ? `WITH met AS MATERIALIZED (${met}) SELECT id FROM met ORDER BY seen ${page}`
      : `${met} ORDER BY ${order} ${page}`,
    parameters.values,
    UNPREPARED,
  );
  return rows.map(({ id }) => id);
}

/** How many people of a segment there are on each channel, by its id; the largest first. */
export async function countByChannel(
  services: Store,
  who: Conditions,
  scope: Scope = {},
): Promise<{ channel: string; count: number }[]> {
  const parameters = new Parameters();
  const { model } = services.catalog.require('profile');
  const rows = await services.db.query<{ channel: string; count: string }>(
    `SELECT ${columnsOf(model).get('channel')?.value} AS channel, count(*) AS count
     FROM ${sourceFor(services, who, scope)} WHERE ${whereSql(services, who, scope, parameters)}
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    parameters.values,
    UNPREPARED,
  );
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }));
}

/**
 * About how many people are in a segment, from pages of the audience picked at random: within some hundredths, in a time
 * that does not grow with the audience. @returns two figures and zeros; undefined where counting is as quick, or where
 * too few are met
 */
export async function estimateMembers(
  services: Store,
  who: Conditions,
  { from = MIN_PEOPLE_TO_ESTIMATE, least = MIN_MATCHES, now = new Date() } = {},
): Promise<number | undefined> {
  const { model } = services.catalog.require('profile');
  const [table] = await services.db.query<{ rows: number }>(
    `SELECT reltuples::float8 AS rows FROM pg_class
     WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [tableName(model.name)],
  );
  const of = table?.rows ?? 0;
  if (of < from) return undefined;
  const parameters = new Parameters();
  const percent = `${parameters.add(Math.min(100, (SAMPLED_PEOPLE / of) * 100))}::float4`;
  // The same pages twice: so people whom the profile alone rules out are not looked up beside it.
  const sample = `SYSTEM (${percent}) REPEATABLE (${parameters.add(Math.random())}::float8)`;
  const all = `${tableOf(model)} AS record TABLESAMPLE ${sample}`;
  const people = usesLiveFields(services, who) ? sampledRecordSource(model, sample) : all;
  const filter = conditionsSql(services, who, parameters, now);
  const [row] = await services.db.query<{ seen: number; met: number }>(
    `SELECT (SELECT count(*)::int FROM ${all}) AS seen, count(*)::int AS met FROM ${people} WHERE ${filter}`,
    parameters.values,
    UNPREPARED,
  );
  const { seen = 0, met = 0 } = row ?? {};
  return met < least ? undefined : Number(((met / seen) * of).toPrecision(2));
}

export interface ConditionCounts {
  /** People of the whole audience. */
  of: number;
  /** How many meet each condition alone, in the order in which they stand, groups left out. */
  each: number[];
}

/**
 * Counts the audience, and each condition alone: profiles are read once, and what is kept beside them once, for those
 * who are about that alone. To put the two together for every person costs as much as all the rest.
 */
export async function countEachCondition(
  services: Store,
  who: Conditions,
  now = new Date(),
): Promise<ConditionCounts> {
  const { model } = services.catalog.require('profile');
  const leaves = leavesOf(who);
  const [beside, own] = [true, false].map((isBeside) =>
    leaves.flatMap((one, at) => (usesLiveFields(services, onlyCondition(one)) === isBeside ? [at] : [])),
  );
  const count = async (from: string, which: readonly number[] = []): Promise<Record<string, string>> => {
    const parameters = new Parameters();
    const counts = which.map(
      (at) =>
        `count(*) FILTER (WHERE ${conditionsSql(services, onlyCondition(leaves[at]), parameters, now)}) AS "${at}"`,
    );
    const [row = {}] = await services.db.query<Record<string, string>>(
      `SELECT ${['count(*) AS "of"', ...counts].join(', ')} FROM ${from}`,
      parameters.values,
      UNPREPARED,
    );
    return row;
  };
  const [people, facts] = await Promise.all([
    count(tableOf(model), own),
    beside && beside.length > 0 ? count(factsOf(model), beside) : {},
  ]);
  const found: Record<string, string> = { ...facts, ...people };
  return { of: Number(found['of'] ?? 0), each: leaves.map((_, at) => Number(found[String(at)] ?? 0)) };
}

const onlyCondition = (one: ReturnType<typeof leavesOf>[number] | undefined): Conditions => ({
  match: 'all',
  conditions: one ? [one] : [],
});
