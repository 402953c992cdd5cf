import { startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { identifier } from '../sql.ts';
import { storedRollups } from './grains.ts';
import {
  BITS_COLUMN,
  CHUNK_COLUMN,
  CHUNK_BITS,
  COUNTED_COLUMN,
  NUMBER_COLUMN,
  numbersName,
} from './packedTables.ts';
import {
  BUCKET_COLUMN,
  distinctColumn,
  isPacked,
  packedName,
  rollupName,
  valuesName,
  WHO_COLUMN,
} from './rollupTables.ts';

const PLAIN = { prepare: false };
/** One number for all processes: values are numbered by one at a time. */
const ADVISORY_LOCK = 7_230_154;
/** Values from which a set is packed: of a smaller one the list itself is quick. */
export const MIN_PACKED_VALUES = 32;

/** A set that is to be packed: a bucket and its groups. */
type ValueSet = { bucket: Date } & Record<string, unknown>;

export interface PackOptions {
  signal?: AbortSignal;
  /** Sets that lie behind are packed; milliseconds since 1970. */
  now?: number;
  /** Values from which a set is packed. */
  minValues?: number;
  onSet?: () => void;
}

/**
 * Packs sets of different values whose bucket is over, so that long times are read quickly. Nothing depends on it: what
 * is not packed, or has grown since, is read from its list. Killed at any point it goes on the next time.
 */
export async function packValues(
  db: Database,
  model: EntityModel,
  packing: PackOptions = {},
): Promise<number> {
  let packed = 0;
  for (const rollup of storedRollups(model)) {
    if (!isPacked(rollup)) continue;
    for (const field of rollup.distinct) {
      for (const set of await findUnpacked(db, model, rollup, field, packing)) {
        if (packing.signal?.aborted) return packed;
        await db.transaction((tx) => packSet(tx, model, rollup, field, set));
        packing.onSet?.();
        packed++;
      }
    }
  }
  return packed;
}

const groupsOf = ({ by }: RollupModel): string[] => by.map((name) => identifier(name));

function findUnpacked(
  db: Queryable,
  { name }: EntityModel,
  rollup: RollupModel,
  field: string,
  { now = Date.now(), minValues = MIN_PACKED_VALUES }: PackOptions,
): Promise<ValueSet[]> {
  const groups = groupsOf(rollup);
  const same = [BUCKET_COLUMN, ...groups].map((column) => `p.${column} = r.${column}`).join(' AND ');
  return db.query<ValueSet>(
    `SELECT ${[`${BUCKET_COLUMN} AS bucket`, ...groups].join(', ')} FROM ${identifier(rollupName(name, rollup.id))} AS r
     WHERE ${distinctColumn(field)} >= $1 AND ${BUCKET_COLUMN} < $2::timestamptz AND NOT EXISTS (
       SELECT 1 FROM ${identifier(packedName(name, rollup.id, field))} AS p
       WHERE ${same} AND p.${COUNTED_COLUMN} = r.${distinctColumn(field)})
     ORDER BY ${BUCKET_COLUMN} DESC`,
    [minValues, new Date(startOf(rollup.per, now)).toISOString()],
    PLAIN,
  );
}

/**
 * Numbers those of a field's values that have no number yet, until the transaction ends alone.
 * @param values a SELECT of different values as `WHO`, with its parameters
 */
export async function numberValues(
  tx: Queryable,
  model: EntityModel,
  field: string,
  values: string,
  parameters: readonly unknown[],
): Promise<void> {
  const numbers = identifier(numbersName(model.name, field));
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK], PLAIN);
  await tx.query(
    `INSERT INTO ${numbers} (${WHO_COLUMN}, ${NUMBER_COLUMN})
     SELECT ${WHO_COLUMN}, last + row_number() OVER (ORDER BY ${WHO_COLUMN})
     FROM (SELECT ${WHO_COLUMN} FROM (${values}) AS v
         WHERE NOT EXISTS (SELECT 1 FROM ${numbers} AS n WHERE n.${WHO_COLUMN} = v.${WHO_COLUMN})) AS fresh,
       (SELECT coalesce(max(${NUMBER_COLUMN}), -1) AS last FROM ${numbers}) AS numbered`,
    parameters,
    PLAIN,
  );
}

async function packSet(
  tx: Queryable,
  model: EntityModel,
  rollup: RollupModel,
  field: string,
  set: ValueSet,
): Promise<void> {
  const groups = groupsOf(rollup);
  const values = identifier(valuesName(model.name, rollup.id, field));
  const table = identifier(packedName(model.name, rollup.id, field));
  const numbers = identifier(numbersName(model.name, field));
  const own = [
    `${BUCKET_COLUMN} = $1::timestamptz`,
    ...groups.map((column, at) => `${column} = $${at + 2}`),
  ].join(' AND ');
  const key = [set.bucket.toISOString(), ...rollup.by.map((group) => String(set[group]))];
  await numberValues(tx, model, field, `SELECT ${WHO_COLUMN} FROM ${values} WHERE ${own}`, key);
  await tx.query(`DELETE FROM ${table} WHERE ${own}`, key, PLAIN);
  // What came since has no number: the set has more values then than were counted here, and is packed again.
  await tx.query(
    `INSERT INTO ${table} (${[BUCKET_COLUMN, ...groups, CHUNK_COLUMN, COUNTED_COLUMN, BITS_COLUMN].join(', ')})
     SELECT ${[BUCKET_COLUMN, ...groups].join(', ')}, ${NUMBER_COLUMN} / ${CHUNK_BITS}, sum(count(*)) OVER (),
       bit_or(set_bit(B'0'::bit(${CHUNK_BITS}), ${NUMBER_COLUMN} % ${CHUNK_BITS}, 1))
     FROM ${values} JOIN ${numbers} USING (${WHO_COLUMN}) WHERE ${own}
     GROUP BY ${[BUCKET_COLUMN, ...groups].join(', ')}, ${NUMBER_COLUMN} / ${CHUNK_BITS}`,
    key,
    PLAIN,
  );
}
