import type { EntityModel } from '../../../../schemas/model/types.ts';
import { matchToSql, type Parameters } from '../../../engine/storage/matchSql.ts';
import { quoteIdentifier, quotedTableName } from '../../../engine/storage/sql.ts';

/** A conversation ends when there is no message for longer. */
const IDLE_MINUTES = 30;
const MAX_MESSAGES_PER_SIDE = 200;

const column = quoteIdentifier;

/** SQL: whether a message is the first of a bot's answer from a template. */
export const isAnswerSql = (message: EntityModel, parameters: Parameters): string =>
  `${matchToSql(message, { kind: 'message', source: 'BOT' }, parameters)}
    AND coalesce(${column('place')}, 0) = 0 AND ${column('template')} IS NOT NULL`;

/**
 * A SELECT that follows each answer in `unit` (id, at, template, person, channel, ad): the answers before and after it, or
 * what began the conversation, the milliseconds until the next answer, and the period in which further messages would
 * change that. Broadcasts do not prolong a conversation.
 */
export function neighboursSql(message: EntityModel): string {
  const table = quotedTableName(message);
  const isStep = `(source = 'BOT' AND coalesce(place, 0) = 0 AND template IS NOT NULL)`;
  const read = ['source', 'type', 'place', 'template', 'handoff']
    .map((name) => `${column(name)} AS ${name}`)
    .concat(`${column('chatAd')}::text AS ad`)
    .join(', ');
  const conversation = `${column('kind')} = 'message' AND ${column('source')} <> 'BROADCAST'`;
  const idle = `interval '${IDLE_MINUTES} minutes'`;
  const longest = `interval '${IDLE_MINUTES * MAX_MESSAGES_PER_SIDE} minutes'`;

  /** Messages of the conversation on one side of the answer, the nearest as number 1. */
  const around = (side: 'before' | 'after'): string => {
    const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
    // So many messages span no more time; the bound limits the partitions that are read.
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
              ORDER BY created_at ${order}, id ${order} LIMIT ${MAX_MESSAGES_PER_SIDE}) AS near) AS numbered) AS spaced) AS joined
      WHERE NOT apart`;
  };

  return `SELECT unit.at, unit.template, unit.person, unit.channel,
      coalesce(before.template::text, began.id) AS before_id,
      CASE WHEN before.template IS NOT NULL THEN 'template' ELSE began.kind END AS before_kind,
      after.template AS after_id, (extract(epoch FROM after.at - unit.at) * 1000)::int AS waited,
      CASE WHEN after.said IS NULL THEN 'nothing' WHEN after.handed THEN 'handoff'
        WHEN after.said = 'postback' THEN 'tapped' ELSE 'wrote' END AS stage,
      coalesce(before.began_at, unit.at) - ${idle} AS open_from,
      coalesce(after.ended_at, unit.at) + ${idle} AS open_to
    FROM unit
    LEFT JOIN LATERAL (
      SELECT (array_agg(template ORDER BY n) FILTER (WHERE ${isStep}))[1] AS template,
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
      SELECT (array_agg(template ORDER BY n) FILTER (WHERE ${isStep}))[1] AS template,
        min(at) FILTER (WHERE ${isStep}) AS at, max(at) AS ended_at,
        (array_agg(type ORDER BY n) FILTER (WHERE source = 'USER'))[1] AS said,
        coalesce(bool_or(handoff AND n <= first_step), false) AS handed
      FROM (SELECT *, coalesce(min(n) FILTER (WHERE ${isStep}) OVER (), ${MAX_MESSAGES_PER_SIDE}) AS first_step
        FROM (${around('after')}) AS side) AS side) AS after ON true`;
}
