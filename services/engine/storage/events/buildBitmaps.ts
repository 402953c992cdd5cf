import { startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, UNPREPARED } from '../database.ts';
import { quoteIdentifier } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { BITS, CHUNK, CHUNK_BITS, SET_SIZE, ORDINAL, dictionaryName } from './bitmapTables.ts';
import {
  BUCKET,
  distinctColumn,
  hasBitmaps,
  bitmapTableName,
  rollupTableName,
  valuesTableName,
  DISTINCT_VALUE,
} from './rollupTables.ts';

/** Advisory lock, the same for all processes: one transaction assigns ordinals at a time. */
const ORDINALS_LOCK_ID = 7_230_154;
/** Smaller sets get no bitmap: reading their values is fast enough. */
const MIN_SET_SIZE = 32;

/** Identifies a set of distinct values: its bucket and its groups. */
type SetKey = { bucket: Date } & Record<string, unknown>;

export interface BitmapOptions {
  signal?: AbortSignal;
  /** Sets of buckets that ended before get a bitmap; milliseconds since 1970. */
  now?: number;
  /** Smaller sets get no bitmap. */
  minSetSize?: number;
  onBitmap?: () => void;
}

/**
 * Packs the sets of distinct values of finished buckets into bitmaps, so that long time ranges are read fast. Optional:
 * a set without a bitmap, or one that has grown since, is read from its values. An interrupted run resumes.
 */
export async function buildBitmaps(
  db: Database,
  model: EntityModel,
  options: BitmapOptions = {},
): Promise<number> {
  let built = 0;
  for (const rollup of storedRollups(model)) {
    if (!hasBitmaps(rollup)) continue;
    for (const field of rollup.distinct) {
      for (const set of await findSetsWithoutBitmap(db, model, rollup, field, options)) {
        if (options.signal?.aborted) return built;
        await db.transaction((tx) => buildBitmap(tx, model, rollup, field, set));
        options.onBitmap?.();
        built++;
      }
    }
  }
  return built;
}

const quotedGroups = ({ by }: RollupModel): string[] => by.map((name) => quoteIdentifier(name));

function findSetsWithoutBitmap(
  db: Queryable,
  { name }: EntityModel,
  rollup: RollupModel,
  field: string,
  { now = Date.now(), minSetSize: least = MIN_SET_SIZE }: BitmapOptions,
): Promise<SetKey[]> {
  const groups = quotedGroups(rollup);
  const same = [BUCKET, ...groups].map((column) => `p.${column} = r.${column}`).join(' AND ');
  return db.query<SetKey>(
    `SELECT ${[`${BUCKET} AS bucket`, ...groups].join(', ')} FROM ${quoteIdentifier(rollupTableName(name, rollup.id))} AS r
     WHERE ${distinctColumn(field)} >= $1 AND ${BUCKET} < $2::timestamptz AND NOT EXISTS (
       SELECT 1 FROM ${quoteIdentifier(bitmapTableName(name, rollup.id, field))} AS p
       WHERE ${same} AND p.${SET_SIZE} = r.${distinctColumn(field)})
     ORDER BY ${BUCKET} DESC`,
    [least, new Date(startOf(rollup.per, now)).toISOString()],
    UNPREPARED,
  );
}

/**
 * Assigns ordinals to values of a field that have none. Other transactions that do so wait until this one ends.
 * @param values a SELECT of distinct values as `DISTINCT_VALUE`, with its parameters
 */
export async function assignOrdinals(
  tx: Queryable,
  model: EntityModel,
  field: string,
  values: string,
  parameters: readonly unknown[],
): Promise<void> {
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ORDINALS_LOCK_ID], UNPREPARED);
  await tx.query(
    `INSERT INTO ${dictionary} (${DISTINCT_VALUE}, ${ORDINAL})
     SELECT ${DISTINCT_VALUE}, last + row_number() OVER (ORDER BY ${DISTINCT_VALUE})
     FROM (SELECT ${DISTINCT_VALUE} FROM (${values}) AS v
         WHERE NOT EXISTS (SELECT 1 FROM ${dictionary} AS n WHERE n.${DISTINCT_VALUE} = v.${DISTINCT_VALUE})) AS fresh,
       (SELECT coalesce(max(${ORDINAL}), -1) AS last FROM ${dictionary}) AS numbered`,
    parameters,
    UNPREPARED,
  );
}

async function buildBitmap(
  tx: Queryable,
  model: EntityModel,
  rollup: RollupModel,
  field: string,
  set: SetKey,
): Promise<void> {
  const groups = quotedGroups(rollup);
  const values = quoteIdentifier(valuesTableName(model.name, rollup.id, field));
  const table = quoteIdentifier(bitmapTableName(model.name, rollup.id, field));
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  const own = [`${BUCKET} = $1::timestamptz`, ...groups.map((column, at) => `${column} = $${at + 2}`)].join(
    ' AND ',
  );
  const key = [set.bucket.toISOString(), ...rollup.by.map((group) => String(set[group]))];
  await assignOrdinals(tx, model, field, `SELECT ${DISTINCT_VALUE} FROM ${values} WHERE ${own}`, key);
  await tx.query(`DELETE FROM ${table} WHERE ${own}`, key, UNPREPARED);
  // Values added meanwhile have no ordinal: the set is then larger than its bitmap, which is rebuilt the next time.
  await tx.query(
    `INSERT INTO ${table} (${[BUCKET, ...groups, CHUNK, SET_SIZE, BITS].join(', ')})
     SELECT ${[BUCKET, ...groups].join(', ')}, ${ORDINAL} / ${CHUNK_BITS}, sum(count(*)) OVER (),
       bit_or(set_bit(B'0'::bit(${CHUNK_BITS}), ${ORDINAL} % ${CHUNK_BITS}, 1))
     FROM ${values} JOIN ${dictionary} USING (${DISTINCT_VALUE}) WHERE ${own}
     GROUP BY ${[BUCKET, ...groups].join(', ')}, ${ORDINAL} / ${CHUNK_BITS}`,
    key,
    UNPREPARED,
  );
}
