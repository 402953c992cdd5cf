import type { EntityModel, Match } from '../../schemas/model/types.ts';
import { matchToSql, Parameters } from '../storage/matchSql.ts';
import { recordsOf } from '../storage/facts.ts';
import { identifier, tableOf } from '../storage/sql.ts';
import { followed, isStepOf } from './followed.ts';

/** What is asked about a journey. */
export interface JourneyQuery {
  /** The template that the journey goes through. */
  unit: string;
  from: Date;
  to: Date;
  channel?: Match;
  /** Only people of whom this holds: a condition on the records of profiles. */
  people?: (parameters: Parameters) => string;
  /** Days whose answers were followed before, from their beginnings on; others are followed now. */
  kept?: { table: string; days: readonly Date[]; live: readonly (readonly [from: Date, to: Date])[] };
}

/** One count of a journey: of what, of which kind and id. */
export type JourneyCount = {
  part: 'previous' | 'next' | 'stage' | 'channel' | 'people' | 'median' | 'since';
  kind: string | null;
  id: string | null;
  amount: number;
};

/** Occurrences that are followed at once: of a template that answers more often, the last ones. */
const MOST_OCCURRENCES = 10_000;

/**
 * The statement that counts what came before and after each answer from a template, conversation by conversation.
 * Where more than `most` answers would have to be followed now, only the last of all are counted, and `since` says from
 * when on (milliseconds since 1970).
 */
export function journeyStatement(
  message: EntityModel,
  profile: EntityModel,
  { unit, from, to, channel, people, kept }: JourneyQuery,
  most = MOST_OCCURRENCES,
): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const column = identifier;
  const condition = (match: Match): string => matchToSql(message, match, parameters);
  const time = (at: Date): string => `${parameters.add(at.toISOString())}::timestamptz`;
  const within = ([start, end]: readonly [Date, Date]): string =>
    `(created_at >= ${time(start)} AND created_at < ${time(end)})`;
  // They hold for an event and for an answer that was followed before.
  const asked = [
    condition({ template: unit }),
    within([from, to]),
    ...(channel ? [condition(channel)] : []),
    ...(people
      ? [`${column('profile')} IN (SELECT id FROM ${recordsOf(profile)} WHERE ${people(parameters)})`]
      : []),
  ].join(' AND ');
  const live = kept ? `(${kept.live.map(within).join(' OR ') || 'false'})` : 'true';
  const columns = 'person, place_of, before_kind, before_id, after_id, waited, stage';
  const before =
    kept && kept.days.length > 0
      ? `UNION ALL SELECT ${column('profile')}, ${column('channel')}, before_kind, before_id, after_id, waited, stage
         FROM ${kept.table} WHERE day = ANY(${parameters.add(kept.days.map((day) => day.toISOString()))}::timestamptz[])
           AND ${asked} AND created_at >= (SELECT coalesce(min(since), '-infinity') FROM cut)`
      : '';

  const text = `WITH found AS MATERIALIZED (
      SELECT id, created_at AS at, ${column('template')} AS template, ${column('profile')} AS person,
        ${column('channel')} AS place_of, ${column('chatAd')}::text AS ad
      FROM ${tableOf(message)} WHERE ${asked} AND ${live} AND ${isStepOf(message, parameters)}
      ORDER BY created_at DESC, id DESC LIMIT ${most + 1}),
    unit AS MATERIALIZED (SELECT * FROM found ORDER BY at DESC, id DESC LIMIT ${most}),
    cut AS MATERIALIZED (SELECT min(at) AS since FROM unit HAVING (SELECT count(*) FROM found) > ${most}),
    seen AS MATERIALIZED (SELECT ${columns} FROM (${followed(message)}) AS live ${before})
    SELECT 'previous' AS part, before_kind AS kind, before_id AS id, count(*)::float8 AS amount FROM seen GROUP BY 2, 3
    UNION ALL SELECT 'next', CASE WHEN after_id IS NULL THEN 'left' ELSE 'template' END, after_id::text, count(*)
      FROM seen GROUP BY after_id
    UNION ALL SELECT 'stage', stage, NULL, count(*) FROM seen GROUP BY 2
    UNION ALL SELECT 'channel', NULL, place_of::text, count(*) FROM seen GROUP BY place_of
    UNION ALL SELECT 'people', NULL, NULL, count(*) FROM (SELECT DISTINCT person FROM seen WHERE person IS NOT NULL) AS people
    UNION ALL SELECT 'median', NULL, NULL, percentile_cont(0.5) WITHIN GROUP (ORDER BY waited) / 1000
      FROM seen WHERE waited IS NOT NULL
    UNION ALL SELECT 'since', NULL, NULL, extract(epoch FROM since) * 1000 FROM cut`;
  return { text, values: parameters.values };
}
