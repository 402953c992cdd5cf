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
  rollupName,
  valuesName,
  DISTINCT_VALUE,
} from './rollupTables.ts';

/** One number for all processes: values are numbered by one at a time. */
const LOCK = 7_230_154;
/** Values from which a set gets a bitmap: of a smaller one the list itself is quick. */
const MIN_SET_SIZE = 32;

/** A set that is to get a bitmap: its bucket and its groups. */
type SetKey = { bucket: Date } & Record<string, unknown>;

export interface BitmapOptions {
  signal?: AbortSignal;
  /** Sets that lie behind get a bitmap; milliseconds since 1970. */
  now?: number;
  /** Values from which a set gets a bitmap. */
  least?: number;
  onSet?: () => void;
}

/**
 * Packs sets of different values whose bucket is over as bitmaps, so that long times are read quickly. Nothing depends on
 * it: what has no bitmap, or has grown since, is read from its list. Killed at any point it goes on the next time.
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
        options.onSet?.();
        built++;
      }
    }
  }
  return built;
}

const groupsOf = ({ by }: RollupModel): string[] => by.map((name) => quoteIdentifier(name));

function findSetsWithoutBitmap(
  db: Queryable,
  { name }: EntityModel,
  rollup: RollupModel,
  field: string,
  { now = Date.now(), least = MIN_SET_SIZE }: BitmapOptions,
): Promise<SetKey[]> {
  const groups = groupsOf(rollup);
  const same = [BUCKET, ...groups].map((column) => `p.${column} = r.${column}`).join(' AND ');
  return db.query<SetKey>(
    `SELECT ${[`${BUCKET} AS bucket`, ...groups].join(', ')} FROM ${quoteIdentifier(rollupName(name, rollup.id))} AS r
     WHERE ${distinctColumn(field)} >= $1 AND ${BUCKET} < $2::timestamptz AND NOT EXISTS (
       SELECT 1 FROM ${quoteIdentifier(bitmapTableName(name, rollup.id, field))} AS p
       WHERE ${same} AND p.${SET_SIZE} = r.${distinctColumn(field)})
     ORDER BY ${BUCKET} DESC`,
    [least, new Date(startOf(rollup.per, now)).toISOString()],
    UNPREPARED,
  );
}

/**
 * Numbers those of a field's values that have no number yet, until the transaction ends alone.
 * @param values a SELECT of different values as `DISTINCT_VALUE`, with its parameters
 */
export async function numberValues(
  tx: Queryable,
  model: EntityModel,
  field: string,
  values: string,
  parameters: readonly unknown[],
): Promise<void> {
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], UNPREPARED);
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
  const groups = groupsOf(rollup);
  const values = quoteIdentifier(valuesName(model.name, rollup.id, field));
  const table = quoteIdentifier(bitmapTableName(model.name, rollup.id, field));
  const dictionary = quoteIdentifier(dictionaryName(model.name, field));
  const own = [`${BUCKET} = $1::timestamptz`, ...groups.map((column, at) => `${column} = $${at + 2}`)].join(
    ' AND ',
  );
  const key = [set.bucket.toISOString(), ...rollup.by.map((group) => String(set[group]))];
  await numberValues(tx, model, field, `SELECT ${DISTINCT_VALUE} FROM ${values} WHERE ${own}`, key);
  await tx.query(`DELETE FROM ${table} WHERE ${own}`, key, UNPREPARED);
  // What came since has no number: the set has more values then than its bitmap, which is built again.
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
