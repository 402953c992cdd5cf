import type { EntityModel, Match } from '../../../../schemas/model/types.ts';
import { ORDINAL, dictionaryName } from '../../../engine/storage/events/bitmapTables.ts';
import { DISTINCT_VALUE } from '../../../engine/storage/events/rollupTables.ts';
import { matchToSql, Parameters } from '../../../engine/storage/matchSql.ts';
import { quoteIdentifier, quotedTableName } from '../../../engine/storage/sql.ts';
import type { PeopleQuery } from '../../segments/index.ts';
import { countSql } from './countSql.ts';
import { neighboursSql, isAnswerSql } from './neighboursSql.ts';
import { ANSWERS, type JourneySources, PERSON_FIELD, type Range } from './spans.ts';
import type { CountRow } from './journeyRollup.ts';

/** A query for a journey. */
export interface JourneyQuery {
  /** The template that the journey goes through. */
  unit: string;
  from: Date;
  to: Date;
  channel?: Match;
  /** Restricts to these people. */
  people?: (parameters: Parameters) => PeopleQuery;
  /** Where the answers are read from; by default all are followed now. */
  sources?: JourneySources;
}

/** One row of a journey's counts; of `since` the amount is a time in milliseconds since 1970. */
export type JourneyRow = CountRow | { part: 'since'; amount: number };

/** Answers that are followed in one query; of more, the last ones. */
const MAX_LIVE_ANSWERS = 10_000;

/**
 * The statement that counts what came before and after each answer of a template, except for aggregated answers. When more
 * than `most` answers would have to be followed, only the last are counted, and `since` says from when on.
 */
export function journeyStatement(
  message: EntityModel,
  { unit, from, to, channel, people, sources: kept }: JourneyQuery,
  most = MAX_LIVE_ANSWERS,
): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const column = quoteIdentifier;
  const condition = (match: Match): string => matchToSql(message, match, parameters);
  const time = (at: Date): string => `${parameters.add(at.toISOString())}::timestamptz`;
  const within = ([start, end]: Range): string =>
    `(created_at >= ${time(start)} AND created_at < ${time(end)})`;
  const oneOf = (ranges: readonly Range[]): string => `(${ranges.map(within).join(' OR ') || 'false'})`;
  // These conditions apply to events and to followed answers alike.
  const asked = [
    condition({ template: unit }),
    ...(channel ? [condition(channel)] : []),
    ...(people ? [`${column('profile')} IN (${selectIdsSql(people(parameters))})`] : []),
  ].join(' AND ');
  const columns = 'person, channel, before_kind, before_id, after_id, waited, stage';
  // The planner would take one more bound of an unknown value beside the range for a two hundredth of the rows.
  const before =
    kept && kept.answers.length > 0
      ? `UNION ALL SELECT ${column('profile')}, ${column('channel')}, before_kind, before_id, after_id, waited, stage
         FROM ${ANSWERS} WHERE ${asked} AND ${oneOf(kept.answers)}
           AND coalesce(created_at >= (SELECT min(since) FROM cut), true)`
      : '';
  // People in aggregates are known by number, so the others need theirs to be counted once.
  const summed = kept !== undefined && kept.months.length + kept.days.length > 0;
  const numbered = `numbered AS MATERIALIZED (SELECT seen.*, n.${ORDINAL} AS number FROM seen
       LEFT JOIN ${quoteIdentifier(dictionaryName(message.name, PERSON_FIELD))} AS n ON n.${DISTINCT_VALUE} = person)`;

  const ctes = [
    `found AS MATERIALIZED (
      SELECT id, created_at AS at, ${column('template')} AS template, ${column('profile')} AS person,
        ${column('channel')} AS channel, ${column('chatAd')}::text AS ad
      FROM ${quotedTableName(message)} WHERE ${asked} AND ${kept ? oneOf(kept.live) : within([from, to])} AND ${isAnswerSql(message, parameters)}
      ORDER BY created_at DESC, id DESC LIMIT ${most + 1})`,
    `unit AS MATERIALIZED (SELECT * FROM found ORDER BY at DESC, id DESC LIMIT ${most})`,
    `cut AS MATERIALIZED (SELECT min(at) AS since FROM unit HAVING (SELECT count(*) FROM found) > ${most})`,
    `seen AS MATERIALIZED (SELECT ${columns} FROM (${neighboursSql(message)}) AS live ${before})`,
    ...(summed ? [numbered] : []),
  ];
  const text = `${countSql(ctes, summed ? 'numbered' : 'seen', { numbered: summed, others: true })}
    UNION ALL SELECT 'since', NULL, NULL, extract(epoch FROM since) * 1000 FROM cut`;
  return { text, values: parameters.values };
}

const selectIdsSql = ({ source: reading, where }: PeopleQuery): string =>
  `SELECT id FROM ${reading.from} WHERE ${where}`;
