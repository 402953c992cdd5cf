import type { EntityModel, Match } from '../../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from '../../../engine/storage/database.ts';
import { ORDINAL, dictionaryName } from '../../../engine/storage/events/bitmapTables.ts';
import { assignOrdinals } from '../../../engine/storage/events/buildBitmaps.ts';
import { DISTINCT_VALUE } from '../../../engine/storage/events/rollupTables.ts';
import { matchToSql, Parameters } from '../../../engine/storage/matchSql.ts';
import { quoteIdentifier } from '../../../engine/storage/sql.ts';
import { countSql } from './countSql.ts';
import {
  ANSWERS,
  isMonthSql,
  type JourneySources,
  PERSON_FIELD,
  type Span,
  SPANS,
  AGGREGATES,
} from './spans.ts';
import { type CountRow, type StoredRollup, JourneyRollup } from './journeyRollup.ts';

type RollupKey = { template: string; channel: string | null };

/** Aggregates the followed answers of a day for each template and channel. */
export async function aggregateDay(tx: Queryable, message: EntityModel, day: Span): Promise<void> {
  const times = [day.begin.toISOString(), day.end.toISOString()];
  const answers = `${ANSWERS} WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz`;
  await assignOrdinals(
    tx,
    message,
    PERSON_FIELD,
    `SELECT DISTINCT profile AS ${DISTINCT_VALUE} FROM ${answers} AND profile IS NOT NULL`,
    times,
  );
  const rows = await tx.query<CountRow & RollupKey>(
    countSql(
      [
        `seen AS MATERIALIZED (
           SELECT a.*, profile AS person, n.${ORDINAL} AS number FROM (SELECT * FROM ${answers}) AS a
           LEFT JOIN ${quoteIdentifier(dictionaryName(message.name, PERSON_FIELD))} AS n ON n.${DISTINCT_VALUE} = profile)`,
      ],
      'seen',
      { by: ['template', 'channel'], numbered: true },
    ),
    times,
    UNPREPARED,
  );
  const rollups = new JourneyRollups();
  for (const row of rows) rollups.of(row).addRow(row);
  await storeAggregates(tx, 'day', day.begin.toISOString(), rollups);
}

/** Aggregates a month from its days. */
export async function aggregateMonth(tx: Queryable, month: Span): Promise<void> {
  const rows = await tx.query<StoredRollup & RollupKey>(
    `SELECT template, channel, counts, waited, people FROM ${AGGREGATES}
     WHERE per = 'day' AND bucket >= $1::timestamptz AND bucket < $2::timestamptz`,
    [month.begin.toISOString(), month.end.toISOString()],
    UNPREPARED,
  );
  const rollups = new JourneyRollups();
  for (const row of rows) rollups.of(row).addStored(row);
  await storeAggregates(tx, 'month', month.begin.toISOString(), rollups);
}

/** Roll-ups by template and channel. */
class JourneyRollups {
  readonly all = new Map<string, RollupKey & { rollup: JourneyRollup }>();

  of({ template, channel }: RollupKey): JourneyRollup {
    const key = `${template} ${channel}`;
    let own = this.all.get(key);
    if (!own) this.all.set(key, (own = { template, channel, rollup: new JourneyRollup() }));
    return own.rollup;
  }
}

async function storeAggregates(
  tx: Queryable,
  per: 'day' | 'month',
  bucket: string,
  { all }: JourneyRollups,
): Promise<void> {
  const rows = [...all.values()].map(({ template, channel, rollup }) => {
    const { counts, waited, people } = rollup.toStored();
    const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
    return { template, channel, counts, waited: text(waited), people: text(people) };
  });
  await tx.query(
    `INSERT INTO ${AGGREGATES} (per, bucket, template, channel, counts, waited, people)
     SELECT $1, $2::timestamptz, template, channel, counts, decode(waited, 'base64'), decode(people, 'base64')
     FROM json_to_recordset($3::json) AS rows (template uuid, channel uuid, counts text, waited text, people text)`,
    [per, bucket, JSON.stringify(rows)],
    UNPREPARED,
  );
}

/** Adds the aggregates of whole days and months. @returns false when one of them was deleted meanwhile */
export async function addAggregates(
  db: Queryable,
  message: EntityModel,
  {
    unit,
    channel,
    months,
    days,
  }: Pick<JourneySources, 'months' | 'days'> & { unit: string; channel?: Match },
  rollup: JourneyRollup,
): Promise<boolean> {
  if (months.length + days.length === 0) return true;
  const parameters = new Parameters();
  const times = (all: readonly Date[]): string =>
    `ANY(${parameters.add(all.map((one) => one.toISOString()))}::timestamptz[])`;
  const [ofMonths, ofDays] = [times(months), times(days)];
  const own = [
    `template = ${parameters.add(unit)}::uuid`,
    ...(channel ? [matchToSql(message, channel, parameters)] : []),
  ];
  const of = (per: string, buckets: string): string =>
    `SELECT counts, waited, people FROM ${AGGREGATES} WHERE per = '${per}' AND bucket = ${buckets} AND ${own.join(' AND ')}`;
  // One statement, so that the aggregates and their spans are read in one snapshot.
  const rows = await db.query<StoredRollup & { there: number | null }>(
    `SELECT NULL::text AS counts, NULL::bytea AS waited, NULL::bytea AS people,
       (SELECT count(*) FROM ${SPANS} AS span WHERE begin_at = ${ofMonths} AND ${isMonthSql('span')}
         OR begin_at = ${ofDays} AND end_at = begin_at + interval '24 hours')::int AS there
     UNION ALL SELECT *, NULL FROM (${of('month', ofMonths)} UNION ALL ${of('day', ofDays)}) AS sums`,
    parameters.values,
    UNPREPARED,
  );
  for (const row of rows) {
    if (row.there === null) rollup.addStored(row);
    else if (row.there < months.length + days.length) return false;
  }
  return true;
}
