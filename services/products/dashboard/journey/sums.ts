import type { EntityModel, Match } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import { NUMBER, numbersName } from '../../../engine/storage/events/packedTables.ts';
import { numberValues } from '../../../engine/storage/events/packValues.ts';
import { WHO } from '../../../engine/storage/events/rollupTables.ts';
import { matchToSql, Parameters } from '../../../engine/storage/matchSql.ts';
import { identifier } from '../../../engine/storage/sql.ts';
import { counted } from './counted.ts';
import { ANSWERS, isMonth, type KeptJourneys, PERSON, type Span, SPANS, SUMS } from './kept.ts';
import { type CountedRow, type KeptTally, Tally } from './tally.ts';

const PLAIN = { prepare: false };

type Of = { template: string; channel: string | null };

/** Sums up the answers of a day, for each template and channel. They and all who were answered are known by then. */
export async function sumUpDay(tx: Queryable, message: EntityModel, day: Span): Promise<void> {
  const times = [day.begin.toISOString(), day.end.toISOString()];
  const answers = `${ANSWERS} WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz`;
  await numberValues(
    tx,
    message,
    PERSON,
    `SELECT DISTINCT profile AS ${WHO} FROM ${answers} AND profile IS NOT NULL`,
    times,
  );
  const rows = await tx.query<CountedRow & Of>(
    counted(
      [
        `seen AS MATERIALIZED (
           SELECT a.*, profile AS person, n.${NUMBER} AS number FROM (SELECT * FROM ${answers}) AS a
           LEFT JOIN ${identifier(numbersName(message.name, PERSON))} AS n ON n.${WHO} = profile)`,
      ],
      'seen',
      { by: ['template', 'channel'], numbered: true },
    ),
    times,
    PLAIN,
  );
  const tallies = new Tallies();
  for (const row of rows) tallies.of(row).take(row);
  await keep(tx, 'day', day.begin.toISOString(), tallies);
}

/** Sums up a month from the sums of its days. */
export async function sumUpMonth(tx: Queryable, month: Span): Promise<void> {
  const rows = await tx.query<KeptTally & Of>(
    `SELECT template, channel, counts, waited, people FROM ${SUMS}
     WHERE per = 'day' AND bucket >= $1::timestamptz AND bucket < $2::timestamptz`,
    [month.begin.toISOString(), month.end.toISOString()],
    PLAIN,
  );
  const tallies = new Tallies();
  for (const row of rows) tallies.of(row).addKept(row);
  await keep(tx, 'month', month.begin.toISOString(), tallies);
}

/** Sums by template and channel. */
class Tallies {
  readonly all = new Map<string, Of & { tally: Tally }>();

  of({ template, channel }: Of): Tally {
    const key = `${template} ${channel}`;
    let own = this.all.get(key);
    if (!own) this.all.set(key, (own = { template, channel, tally: new Tally() }));
    return own.tally;
  }
}

async function keep(tx: Queryable, per: 'day' | 'month', bucket: string, { all }: Tallies): Promise<void> {
  const rows = [...all.values()].map(({ template, channel, tally }) => {
    const { counts, waited, people } = tally.kept();
    const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
    return { template, channel, counts, waited: text(waited), people: text(people) };
  });
  await tx.query(
    `INSERT INTO ${SUMS} (per, bucket, template, channel, counts, waited, people)
     SELECT $1, $2::timestamptz, template, channel, counts, decode(waited, 'base64'), decode(people, 'base64')
     FROM json_to_recordset($3::json) AS rows (template uuid, channel uuid, counts text, waited text, people text)`,
    [per, bucket, JSON.stringify(rows)],
    PLAIN,
  );
}

/**
 * Adds what the answers of whole days and months came to.
 * @returns false where one of them is kept no longer, so that something is missing
 */
export async function addSums(
  db: Queryable,
  message: EntityModel,
  { unit, channel, months, days }: Pick<KeptJourneys, 'months' | 'days'> & { unit: string; channel?: Match },
  tally: Tally,
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
    `SELECT counts, waited, people FROM ${SUMS} WHERE per = '${per}' AND bucket = ${buckets} AND ${own.join(' AND ')}`;
  // One statement: as of one moment the sums are read, and whether they are still kept.
  const rows = await db.query<KeptTally & { there: number | null }>(
    `SELECT NULL::text AS counts, NULL::bytea AS waited, NULL::bytea AS people,
       (SELECT count(*) FROM ${SPANS} AS span WHERE begin_at = ${ofMonths} AND ${isMonth('span')}
         OR begin_at = ${ofDays} AND end_at = begin_at + interval '24 hours')::int AS there
     UNION ALL SELECT *, NULL FROM (${of('month', ofMonths)} UNION ALL ${of('day', ofDays)}) AS sums`,
    parameters.values,
    PLAIN,
  );
  for (const row of rows) {
    if (row.there === null) tally.addKept(row);
    else if (row.there < months.length + days.length) return false;
  }
  return true;
}
