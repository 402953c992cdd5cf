import type { EntityModel } from '../../../../schemas/model/types.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { BITS, CHUNK, CHUNK_BITS, SET_SIZE, ORDINAL, dictionaryName } from './bitmapTables.ts';
import type { Reading } from './reading.ts';
import {
  BUCKET,
  bucketStartSql,
  distinctColumn,
  groupText,
  hasBitmaps,
  bitmapTableName,
  rollupName,
  valuesName,
  DISTINCT_VALUE,
  distinctValueSql,
} from './rollupTables.ts';

const AT = '"$at"';
const HAS_BITMAP = '"$packed"';

/**
 * The statement that counts the different values of a field, `{$at, <groups>, $different}`. Sets that have bitmaps are
 * put together bit by bit; to them come, each once, the values of other buckets and of events that are in none.
 */
export function distinctText(model: EntityModel, reading: Reading, field: string, most: number): string {
  const { rollup, query } = reading;
  // Where each row is one bucket and one set of groups, their number was kept with it.
  if (reading.isWhole && query.per === rollup.per && query.by.length === rollup.by.length) {
    const parts = reading.kept(({ id }) => rollupName(model.name, id), [distinctColumn(field)]);
    return reading.total(parts, [`coalesce(sum(${distinctColumn(field)}), 0)::float8 AS "$different"`], most);
  }
  const lists = [...listsOf(model, reading, field), ...eventsOf(model, reading, field)];
  if (!reading.levels.some((level) => hasBitmaps(level.rollup)))
    return reading.total(lists, [`count(DISTINCT ${DISTINCT_VALUE})::float8 AS "$different"`], most);
  return bitmapText(model, reading, field, most, lists);
}

/** Values of levels that have no bitmaps. */
function listsOf(model: EntityModel, reading: Reading, field: string): string[] {
  const own = [BUCKET, ...reading.groups, DISTINCT_VALUE].join(', ');
  return reading.levels.flatMap((level) =>
    !hasBitmaps(level.rollup)
      ? [
          `SELECT ${own} FROM ${quoteIdentifier(valuesName(model.name, level.rollup.id, field))}
           WHERE ${reading.conditionOf(level)}`,
        ]
      : [],
  );
}

/** Values of events that no bucket stands for. */
function eventsOf(model: EntityModel, reading: Reading, field: string): string[] {
  const edges = reading.edges();
  if (edges === undefined) return [];
  const columns = [
    `${bucketStartSql(reading.rollup.per, 'created_at')} AS ${BUCKET}`,
    ...reading.query.by.map((one) => `${groupText(model, one)} AS ${quoteIdentifier(one)}`),
    `${distinctValueSql(model, field)} AS ${DISTINCT_VALUE}`,
  ];
  return [
    `SELECT ${columns.join(', ')} FROM ${quotedTableName(model)} WHERE ${edges} AND ${distinctValueSql(model, field)} IS NOT NULL`,
  ];
}

function bitmapText(
  model: EntityModel,
  reading: Reading,
  field: string,
  most: number,
  listed: readonly string[],
): string {
  const { groups, stretch } = reading;
  const by = [AT, ...groups];
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  const sets: string[] = [];
  const bits: string[] = [];
  // The stretch is found once for each set, not for each of its values.
  const lists = listed.map(
    (part) =>
      `SELECT ${[`${stretch} AS ${AT}`, ...groups, DISTINCT_VALUE].join(', ')} FROM (${part}) AS part`,
  );
  reading.levels.forEach((level, index) => {
    const { rollup } = level;
    if (!hasBitmaps(rollup)) return;
    const key = [BUCKET, ...rollup.by.map((name) => quoteIdentifier(name))];
    const sameAs = (one: string, other: string): string =>
      key.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
    const bitmaps = quoteIdentifier(bitmapTableName(model.name, rollup.id, field));
    // Sets only grow: one of as many values as its bitmap is the same.
    sets.push(`sets_${index} AS MATERIALIZED (SELECT ${[`${stretch} AS ${AT}`, ...key].join(', ')}, EXISTS (SELECT 1 FROM ${bitmaps} AS p
        WHERE ${sameAs('p', 'r')} AND p.${SET_SIZE} = r.${distinctColumn(field)}) AS ${HAS_BITMAP}
      FROM ${quoteIdentifier(rollupName(model.name, rollup.id))} AS r WHERE ${reading.conditionOf(level)})`);
    // Not to be joined in any other order: of the tables few rows are wanted, by their key.
    const of = (table: string, columns: string): string =>
      `FROM sets_${index} AS s CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} AS t WHERE ${sameAs('t', 's')} OFFSET 0) AS own`;
    const own = by.map((column) => `s.${column}`);
    bits.push(
      `SELECT ${[...own, CHUNK, BITS].join(', ')} ${of(bitmaps, `${CHUNK}, ${BITS}`)} WHERE s.${HAS_BITMAP}`,
    );
    lists.push(
      `SELECT ${[...own, DISTINCT_VALUE].join(', ')} ${of(quoteIdentifier(valuesName(model.name, rollup.id, field)), DISTINCT_VALUE)}
       WHERE NOT s.${HAS_BITMAP}`,
    );
  });
  const isOne = reading.query.per === 'all';
  const grouped = (isOne ? groups : by).join(', ');
  return `WITH ${sets.join(', ')},
    bits AS MATERIALIZED (SELECT ${[...by, CHUNK].join(', ')}, bit_or(${BITS}) AS ${BITS}
      FROM (${bits.join(' UNION ALL ')}) AS part GROUP BY ${places(by.length + 1)}),
    listed AS MATERIALIZED (SELECT DISTINCT ${[...by, DISTINCT_VALUE].join(', ')} FROM (${lists.join(' UNION ALL ')}) AS part)
    SELECT ${[isOne ? `NULL::timestamptz AS ${AT}` : AT, ...groups].join(', ')}, coalesce(sum(different), 0)::float8 AS "$different"
    FROM (SELECT ${by.join(', ')}, bit_count(${BITS}) AS different FROM bits
      UNION ALL SELECT ${by.map((one) => `l.${one}`).join(', ')}, count(*) FROM listed AS l
        LEFT JOIN LATERAL (SELECT ${ORDINAL} FROM ${dictionary} AS n
          WHERE (SELECT EXISTS (SELECT 1 FROM bits)) AND n.${DISTINCT_VALUE} = l.${DISTINCT_VALUE} OFFSET 0) AS n ON true
        LEFT JOIN bits AS b ON ${by.map((one) => `b.${one} = l.${one}`).join(' AND ')}
          AND b.${CHUNK} = n.${ORDINAL} / ${CHUNK_BITS}
        WHERE b.${BITS} IS NULL OR get_bit(b.${BITS}, n.${ORDINAL} % ${CHUNK_BITS}) = 0
        GROUP BY ${by.map((one) => `l.${one}`).join(', ')}) AS part
    ${grouped === '' ? '' : `GROUP BY ${grouped} ORDER BY ${grouped}`} LIMIT ${most}`;
}

const places = (count: number): string => Array.from({ length: count }, (_, at) => at + 1).join(', ');
