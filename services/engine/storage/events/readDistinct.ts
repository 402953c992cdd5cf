import type { EntityModel } from '../../../../schemas/model/types.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { BITS, CHUNK, CHUNK_BITS, SET_SIZE, ORDINAL, dictionaryName } from './bitmapTables.ts';
import type { RollupQueryBuilder } from './rollupQueryBuilder.ts';
import {
  BUCKET,
  bucketStartSql,
  distinctColumn,
  groupTextSql,
  hasBitmaps,
  bitmapTableName,
  rollupTableName,
  valuesTableName,
  DISTINCT_VALUE,
  distinctValueSql,
} from './rollupTables.ts';

const AT = '"$at"';
const HAS_BITMAP = '"$packed"';

/**
 * The statement that counts the distinct values of a field, `{$at, <groups>, $different}`. Sets with bitmaps are combined
 * by OR; distinct values of other buckets and of events outside of buckets are added if no bitmap contains them.
 */
export function distinctSql(
  model: EntityModel,
  reading: RollupQueryBuilder,
  field: string,
  limit: number,
): string {
  const { rollup, query } = reading;
  // Each row is one bucket with all its groups: the distinct count is stored with it.
  if (reading.coversWholeBuckets && query.per === rollup.per && query.by.length === rollup.by.length) {
    const parts = reading.rollupSelects(({ id }) => rollupTableName(model.name, id), [distinctColumn(field)]);
    return reading.aggregateSql(
      parts,
      [`coalesce(sum(${distinctColumn(field)}), 0)::float8 AS "$different"`],
      limit,
    );
  }
  const lists = [...valueListSelects(model, reading, field), ...uncoveredEventSelects(model, reading, field)];
  if (!reading.levels.some((level) => hasBitmaps(level.rollup)))
    return reading.aggregateSql(lists, [`count(DISTINCT ${DISTINCT_VALUE})::float8 AS "$different"`], limit);
  return bitmapSql(model, reading, field, limit, lists);
}

/** SELECTs of the values of levels without bitmaps. */
function valueListSelects(model: EntityModel, reading: RollupQueryBuilder, field: string): string[] {
  const own = [BUCKET, ...reading.groups, DISTINCT_VALUE].join(', ');
  return reading.levels.flatMap((level) =>
    !hasBitmaps(level.rollup)
      ? [
          `SELECT ${own} FROM ${quoteIdentifier(valuesTableName(model.name, level.rollup.id, field))}
           WHERE ${reading.levelCondition(level)}`,
        ]
      : [],
  );
}

/** SELECT of the values of events that no bucket covers. */
function uncoveredEventSelects(model: EntityModel, reading: RollupQueryBuilder, field: string): string[] {
  const edges = reading.uncoveredCondition();
  if (edges === undefined) return [];
  const columns = [
    `${bucketStartSql(reading.rollup.per, 'created_at')} AS ${BUCKET}`,
    ...reading.query.by.map((one) => `${groupTextSql(model, one)} AS ${quoteIdentifier(one)}`),
    `${distinctValueSql(model, field)} AS ${DISTINCT_VALUE}`,
  ];
  return [
    `SELECT ${columns.join(', ')} FROM ${quotedTableName(model)} WHERE ${edges} AND ${distinctValueSql(model, field)} IS NOT NULL`,
  ];
}

function bitmapSql(
  model: EntityModel,
  reading: RollupQueryBuilder,
  field: string,
  limit: number,
  listed: readonly string[],
): string {
  const { groups, rowStartSql: stretch } = reading;
  const by = [AT, ...groups];
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  const sets: string[] = [];
  const bits: string[] = [];
  // A row's start is computed once per set, not once per value.
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
    // Sets only grow: a bitmap of the same size is up to date.
    sets.push(`sets_${index} AS MATERIALIZED (SELECT ${[`${stretch} AS ${AT}`, ...key].join(', ')}, EXISTS (SELECT 1 FROM ${bitmaps} AS p
        WHERE ${sameAs('p', 'r')} AND p.${SET_SIZE} = r.${distinctColumn(field)}) AS ${HAS_BITMAP}
      FROM ${quoteIdentifier(rollupTableName(model.name, rollup.id))} AS r WHERE ${reading.levelCondition(level)})`);
    // LATERAL with OFFSET 0 fixes the join order: few rows of the tables are needed, each looked up by its key.
    const joinSets = (table: string, columns: string): string =>
      `FROM sets_${index} AS s CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} AS t WHERE ${sameAs('t', 's')} OFFSET 0) AS own`;
    const own = by.map((column) => `s.${column}`);
    bits.push(
      `SELECT ${[...own, CHUNK, BITS].join(', ')} ${joinSets(bitmaps, `${CHUNK}, ${BITS}`)} WHERE s.${HAS_BITMAP}`,
    );
    lists.push(
      `SELECT ${[...own, DISTINCT_VALUE].join(', ')} ${joinSets(quoteIdentifier(valuesTableName(model.name, rollup.id, field)), DISTINCT_VALUE)}
       WHERE NOT s.${HAS_BITMAP}`,
    );
  });
  const isSingleRange = reading.query.per === 'all';
  const grouped = (isSingleRange ? groups : by).join(', ');
  return `WITH ${sets.join(', ')},
    bits AS MATERIALIZED (SELECT ${[...by, CHUNK].join(', ')}, bit_or(${BITS}) AS ${BITS}
      FROM (${bits.join(' UNION ALL ')}) AS part GROUP BY ${positions(by.length + 1)}),
    listed AS MATERIALIZED (SELECT DISTINCT ${[...by, DISTINCT_VALUE].join(', ')} FROM (${lists.join(' UNION ALL ')}) AS part)
    SELECT ${[isSingleRange ? `NULL::timestamptz AS ${AT}` : AT, ...groups].join(', ')}, coalesce(sum(different), 0)::float8 AS "$different"
    FROM (SELECT ${by.join(', ')}, bit_count(${BITS}) AS different FROM bits
      UNION ALL SELECT ${by.map((one) => `l.${one}`).join(', ')}, count(*) FROM listed AS l
        LEFT JOIN LATERAL (SELECT ${ORDINAL} FROM ${dictionary} AS n
          WHERE (SELECT EXISTS (SELECT 1 FROM bits)) AND n.${DISTINCT_VALUE} = l.${DISTINCT_VALUE} OFFSET 0) AS n ON true
        LEFT JOIN bits AS b ON ${by.map((one) => `b.${one} = l.${one}`).join(' AND ')}
          AND b.${CHUNK} = n.${ORDINAL} / ${CHUNK_BITS}
        WHERE b.${BITS} IS NULL OR get_bit(b.${BITS}, n.${ORDINAL} % ${CHUNK_BITS}) = 0
        GROUP BY ${by.map((one) => `l.${one}`).join(', ')}) AS part
    ${grouped === '' ? '' : `GROUP BY ${grouped} ORDER BY ${grouped}`} LIMIT ${limit}`;
}

const positions = (count: number): string => Array.from({ length: count }, (_, at) => at + 1).join(', ');
