import type { EntityModel, Match } from '../../schemas/model/types.ts';
import { matchToSql, Parameters } from '../storage/matchSql.ts';
import { recordsOf } from '../storage/facts.ts';
import { identifier, tableOf } from '../storage/sql.ts';

/** What is asked about a journey. */
export interface JourneyQuery {
  /** The template that the journey goes through. */
  unit: string;
  from: Date;
  to: Date;
  channel?: Match;
  /** Only people of whom this holds: a condition on the records of profiles. */
  people?: (parameters: Parameters) => string;
}

/** One count of a journey: of what, of which kind and id. */
export type JourneyCount = {
  part: 'previous' | 'next' | 'stage' | 'channel' | 'people' | 'median' | 'since';
  kind: string | null;
  id: string | null;
  amount: number;
};

/** Without a message for longer a conversation has ended. */
export const IDLE_MINUTES = 30;
/** Occurrences that are followed: of a template that answers more often, the last ones. */
const MOST_OCCURRENCES = 10_000;
/** Messages of a conversation that are looked at before and after each occurrence. */
const MOST_MESSAGES = 200;

/**
 * The statement that counts what came before and after each answer from a template, conversation by conversation.
 * Broadcasts keep none alive. Where there are more than `most` answers, only the last of them are followed, and `since`
 * says from when on (milliseconds since 1970).
 */
export function journeyStatement(
  message: EntityModel,
  profile: EntityModel,
  { unit, from, to, channel, people }: JourneyQuery,
  most = MOST_OCCURRENCES,
): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const table = tableOf(message);
  const column = identifier;
  const condition = (match: Match): string => matchToSql(message, match, parameters);
  const isStep = `(source = 'BOT' AND coalesce(place, 0) = 0 AND template IS NOT NULL)`;
  const read = ['source', 'type', 'place', 'template', 'handoff']
    .map((name) => `${column(name)} AS ${name}`)
    .concat(`${column('chatAd')}::text AS ad`)
    .join(', ');
  const conversation = `${column('kind')} = 'message' AND ${column('source')} <> 'BROADCAST'`;
  const idle = `interval '${IDLE_MINUTES} minutes'`;
  const longest = `interval '${IDLE_MINUTES * MOST_MESSAGES} minutes'`;

  const occurrences = [
    condition({ kind: 'message', source: 'BOT', template: unit }),
    `coalesce(${column('place')}, 0) = 0`,
    `created_at >= ${parameters.add(from.toISOString())}::timestamptz`,
    `created_at < ${parameters.add(to.toISOString())}::timestamptz`,
    ...(channel ? [condition(channel)] : []),
    ...(people
      ? [`${column('profile')} IN (SELECT id FROM ${recordsOf(profile)} WHERE ${people(parameters)})`]
      : []),
  ].join(' AND ');

  /** Messages of the conversation on one side of the occurrence, the nearest first as number 1. */
  const around = (side: 'before' | 'after'): string => {
    const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
    // No conversation of so many messages is longer: few partitions are looked into.
    const within =
      side === 'before'
        ? `created_at <= unit.at AND created_at >= unit.at - ${longest}`
        : `created_at >= unit.at AND created_at <= unit.at + ${longest}`;
    const gap = `lag(at, 1, unit.at) OVER (ORDER BY n) - at`;
    return `SELECT * FROM (
        SELECT *, bool_or(gap > ${idle} OR gap < -${idle}) OVER (ORDER BY n) AS apart FROM (
          SELECT *, ${gap} AS gap FROM (
            SELECT created_at AS at, row_number() OVER (ORDER BY created_at ${order}, id ${order}) AS n, ${read}
            FROM (SELECT * FROM ${table} WHERE ${column('profile')} = unit.person AND ${conversation}
              AND (created_at, id) ${sign} (unit.at, unit.id) AND ${within}
              ORDER BY created_at ${order}, id ${order} LIMIT ${MOST_MESSAGES}) AS near) AS numbered) AS spaced) AS joined
      WHERE NOT apart`;
  };

  const text = `WITH found AS MATERIALIZED (
      SELECT id, created_at AS at, ${column('profile')} AS person, ${column('channel')} AS place_of,
        ${column('chatAd')}::text AS ad
      FROM ${table} WHERE ${occurrences} ORDER BY created_at DESC, id DESC LIMIT ${most + 1}),
    unit AS MATERIALIZED (SELECT * FROM found ORDER BY at DESC, id DESC LIMIT ${most}),
    seen AS MATERIALIZED (
      SELECT unit.person, unit.place_of,
        coalesce(before.template, began.id) AS before_id,
        CASE WHEN before.template IS NOT NULL THEN 'template' ELSE began.kind END AS before_kind,
        after.template AS after_id, after.at - unit.at AS waited,
        CASE WHEN after.said IS NULL THEN 'nothing' WHEN after.handed THEN 'handoff'
          WHEN after.said = 'postback' THEN 'tapped' ELSE 'wrote' END AS stage
      FROM unit
      LEFT JOIN LATERAL (
        SELECT (array_agg(template::text ORDER BY n) FILTER (WHERE ${isStep}))[1] AS template,
          min(at) AS began_at, bool_or(source = 'BOT') AS answered,
          (array_agg(ad ORDER BY n DESC) FILTER (WHERE source = 'BOT'))[1] AS ad,
          (array_agg(source = 'USER' AND type = 'postback' AND template IS NULL ORDER BY n DESC))[1] AS tapped_menu
        FROM (${around('before')}) AS side) AS before ON true
      LEFT JOIN LATERAL (
        SELECT CASE WHEN before.tapped_menu THEN 'richmenu' WHEN first.ad IS NOT NULL THEN 'chatads'
            WHEN told.at IS NOT NULL THEN 'broadcast' ELSE 'message' END AS kind,
          CASE WHEN before.tapped_menu THEN NULL ELSE coalesce(first.ad, told.id) END AS id
        FROM (SELECT CASE WHEN before.answered THEN before.ad ELSE unit.ad END AS ad) AS first LEFT JOIN LATERAL (
          SELECT created_at AS at, ${column('campaign')} AS id FROM ${table}
          WHERE before.template IS NULL AND ${column('profile')} = unit.person AND ${column('kind')} = 'message'
            AND ${column('source')} = 'BROADCAST'
            AND created_at <= coalesce(before.began_at, unit.at)
            AND created_at >= coalesce(before.began_at, unit.at) - ${idle}
          ORDER BY created_at DESC, id DESC LIMIT 1) AS told ON true) AS began ON true
      LEFT JOIN LATERAL (
        SELECT (array_agg(template::text ORDER BY n) FILTER (WHERE ${isStep}))[1] AS template,
          min(at) FILTER (WHERE ${isStep}) AS at,
          (array_agg(type ORDER BY n) FILTER (WHERE source = 'USER'))[1] AS said,
          coalesce(bool_or(handoff AND n <= first_step), false) AS handed
        FROM (SELECT *, coalesce(min(n) FILTER (WHERE ${isStep}) OVER (), ${MOST_MESSAGES}) AS first_step
          FROM (${around('after')}) AS side) AS side) AS after ON true)
    SELECT 'previous' AS part, before_kind AS kind, before_id AS id, count(*)::float8 AS amount FROM seen GROUP BY 2, 3
    UNION ALL SELECT 'next', CASE WHEN after_id IS NULL THEN 'left' ELSE 'template' END, after_id, count(*)
      FROM seen GROUP BY 2, 3
    UNION ALL SELECT 'stage', stage, NULL, count(*) FROM seen GROUP BY 2
    UNION ALL SELECT 'channel', NULL, place_of::text, count(*) FROM seen GROUP BY 3
    UNION ALL SELECT 'people', NULL, NULL, count(DISTINCT person) FROM seen
    UNION ALL SELECT 'median', NULL, NULL,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY waited)) FROM seen WHERE waited IS NOT NULL
    UNION ALL SELECT 'since', NULL, NULL, extract(epoch FROM min(at)) * 1000 FROM unit
      HAVING (SELECT count(*) FROM found) > ${most}`;
  return { text, values: parameters.values };
}
