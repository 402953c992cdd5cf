import type { EntityModel } from '../../../../schemas/model/types.ts';
import { identifier, tableOf } from '../sql.ts';
import {
  BITS_COLUMN,
  CHUNK_COLUMN,
  CHUNK_BITS,
  COUNTED_COLUMN,
  NUMBER_COLUMN,
  numbersName,
} from './packedTables.ts';
import type { RollupQueryBuilder } from './rollupQueryBuilder.ts';
import {
  BUCKET_COLUMN,
  bucketOf,
  distinctColumn,
  groupText,
  isPacked,
  packedName,
  rollupName,
  valuesName,
  WHO_COLUMN,
  whoValue,
} from './rollupTables.ts';

const AT_COLUMN = '"$at"';
const PACKED_COLUMN = '"$packed"';

/**
 * The statement that counts the different values of a field, `{$at, <groups>, $different}`. Sets that were packed are
 * put together bit by bit; to them come, each once, the values of other buckets and of events that are in none.
 */
export function distinctStatement(
  model: EntityModel,
  reading: RollupQueryBuilder,
  field: string,
  most: number,
): string {
  const { rollup, query } = reading;
  // Where each row is one bucket and one set of groups, their number was kept with it.
  if (reading.isWhole && query.per === rollup.per && query.by.length === rollup.by.length) {
    const parts = reading.storedRows(({ id }) => rollupName(model.name, id), [distinctColumn(field)]);
    return reading.total(parts, [`coalesce(sum(${distinctColumn(field)}), 0)::float8 AS "$different"`], most);
  }
  const lists = [...listedValues(model, reading, field), ...eventValues(model, reading, field)];
  if (!reading.levels.some((level) => isPacked(level.rollup)))
    return reading.total(lists, [`count(DISTINCT ${WHO_COLUMN})::float8 AS "$different"`], most);
  return packedStatement(model, reading, field, most, lists);
}

/** Values of levels that are never packed. */
function listedValues(model: EntityModel, reading: RollupQueryBuilder, field: string): string[] {
  const own = [BUCKET_COLUMN, ...reading.groups, WHO_COLUMN].join(', ');
  return reading.levels.flatMap((level) =>
    !isPacked(level.rollup)
      ? [
          `SELECT ${own} FROM ${identifier(valuesName(model.name, level.rollup.id, field))}
           WHERE ${reading.conditionOf(level)}`,
        ]
      : [],
  );
}

/** Values of events that no bucket stands for. */
function eventValues(model: EntityModel, reading: RollupQueryBuilder, field: string): string[] {
  const edges = reading.uncoveredCondition();
  if (edges === undefined) return [];
  const columns = [
    `${bucketOf(reading.rollup.per, 'created_at')} AS ${BUCKET_COLUMN}`,
    ...reading.query.by.map((one) => `${groupText(model, one)} AS ${identifier(one)}`),
    `${whoValue(model, field)} AS ${WHO_COLUMN}`,
  ];
  return [
    `SELECT ${columns.join(', ')} FROM ${tableOf(model)} WHERE ${edges} AND ${whoValue(model, field)} IS NOT NULL`,
  ];
}

function packedStatement(
  model: EntityModel,
  reading: RollupQueryBuilder,
  field: string,
  most: number,
  unpacked: readonly string[],
): string {
  const { groups, rangeStart } = reading;
  const by = [AT_COLUMN, ...groups];
  const numbers = identifier(numbersName(model.name, field));
  const sets: string[] = [];
  const bits: string[] = [];
  // The stretch is found once for each set, not for each of its values.
  const lists = unpacked.map(
    (part) =>
      `SELECT ${[`${rangeStart} AS ${AT_COLUMN}`, ...groups, WHO_COLUMN].join(', ')} FROM (${part}) AS part`,
  );
  reading.levels.forEach((level, index) => {
    const { rollup } = level;
    if (!isPacked(rollup)) return;
    const key = [BUCKET_COLUMN, ...rollup.by.map((name) => identifier(name))];
    const sameAs = (one: string, other: string): string =>
      key.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
    const packed = identifier(packedName(model.name, rollup.id, field));
    // Sets only grow: one of as many values as were packed is the same.
    sets.push(`sets_${index} AS MATERIALIZED (SELECT ${[`${rangeStart} AS ${AT_COLUMN}`, ...key].join(', ')}, EXISTS (SELECT 1 FROM ${packed} AS p
        WHERE ${sameAs('p', 'r')} AND p.${COUNTED_COLUMN} = r.${distinctColumn(field)}) AS ${PACKED_COLUMN}
      FROM ${identifier(rollupName(model.name, rollup.id))} AS r WHERE ${reading.conditionOf(level)})`);
    // Not to be joined in any other order: of the tables few rows are wanted, by their key.
    const of = (table: string, columns: string): string =>
      `FROM sets_${index} AS s CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} AS t WHERE ${sameAs('t', 's')} OFFSET 0) AS own`;
    const own = by.map((column) => `s.${column}`);
    bits.push(
      `SELECT ${[...own, CHUNK_COLUMN, BITS_COLUMN].join(', ')} ${of(packed, `${CHUNK_COLUMN}, ${BITS_COLUMN}`)} WHERE s.${PACKED_COLUMN}`,
    );
    lists.push(
      `SELECT ${[...own, WHO_COLUMN].join(', ')} ${of(identifier(valuesName(model.name, rollup.id, field)), WHO_COLUMN)}
       WHERE NOT s.${PACKED_COLUMN}`,
    );
  });
  const isOne = reading.query.per === 'all';
  const grouped = (isOne ? groups : by).join(', ');
  return `WITH ${sets.join(', ')},
    bits AS MATERIALIZED (SELECT ${[...by, CHUNK_COLUMN].join(', ')}, bit_or(${BITS_COLUMN}) AS ${BITS_COLUMN}
      FROM (${bits.join(' UNION ALL ')}) AS part GROUP BY ${columnPositions(by.length + 1)}),
    listed AS MATERIALIZED (SELECT DISTINCT ${[...by, WHO_COLUMN].join(', ')} FROM (${lists.join(' UNION ALL ')}) AS part)
    SELECT ${[isOne ? `NULL::timestamptz AS ${AT_COLUMN}` : AT_COLUMN, ...groups].join(', ')}, coalesce(sum(different), 0)::float8 AS "$different"
    FROM (SELECT ${by.join(', ')}, bit_count(${BITS_COLUMN}) AS different FROM bits
      UNION ALL SELECT ${by.map((one) => `l.${one}`).join(', ')}, count(*) FROM listed AS l
        LEFT JOIN LATERAL (SELECT ${NUMBER_COLUMN} FROM ${numbers} AS n
          WHERE (SELECT EXISTS (SELECT 1 FROM bits)) AND n.${WHO_COLUMN} = l.${WHO_COLUMN} OFFSET 0) AS n ON true
        LEFT JOIN bits AS b ON ${by.map((one) => `b.${one} = l.${one}`).join(' AND ')}
          AND b.${CHUNK_COLUMN} = n.${NUMBER_COLUMN} / ${CHUNK_BITS}
        WHERE b.${BITS_COLUMN} IS NULL OR get_bit(b.${BITS_COLUMN}, n.${NUMBER_COLUMN} % ${CHUNK_BITS}) = 0
        GROUP BY ${by.map((one) => `l.${one}`).join(', ')}) AS part
    ${grouped === '' ? '' : `GROUP BY ${grouped} ORDER BY ${grouped}`} LIMIT ${most}`;
}

const columnPositions = (count: number): string =>
  Array.from({ length: count }, (_, at) => at + 1).join(', ');
