import { startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, UNPREPARED } from '../database.ts';
import { identifier } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { BITS, CHUNK, CHUNK_BITS, COUNTED, NUMBER, numbersName } from './packedTables.ts';
import {
  BUCKET,
  distinctColumn,
  isPacked,
  packedName,
  rollupName,
  valuesName,
  DISTINCT_VALUE,
} from './rollupTables.ts';

/** One number for all processes: values are numbered by one at a time. */
const LOCK = 7_230_154;
/** Values from which a set is packed: of a smaller one the list itself is quick. */
const PACKED_FROM = 32;

/** A set that is to be packed: a bucket and its groups. */
type Set_ = { bucket: Date } & Record<string, unknown>;

export interface Packing {
  signal?: AbortSignal;
  /** Sets that lie behind are packed; milliseconds since 1970. */
  now?: number;
  /** Values from which a set is packed. */
  least?: number;
  onSet?: () => void;
}

/**
 * Packs sets of different values whose bucket is over, so that long times are read quickly. Nothing depends on it: what
 * is not packed, or has grown since, is read from its list. Killed at any point it goes on the next time.
 */
export async function packValues(db: Database, model: EntityModel, packing: Packing = {}): Promise<number> {
  let packed = 0;
  for (const rollup of storedRollups(model)) {
    if (!isPacked(rollup)) continue;
    for (const field of rollup.distinct) {
      for (const set of await unpacked(db, model, rollup, field, packing)) {
        if (packing.signal?.aborted) return packed;
        await db.transaction((tx) => pack(tx, model, rollup, field, set));
        packing.onSet?.();
        packed++;
      }
    }
  }
  return packed;
}

const groupsOf = ({ by }: RollupModel): string[] => by.map((name) => identifier(name));

function unpacked(
  db: Queryable,
  { name }: EntityModel,
  rollup: RollupModel,
  field: string,
  { now = Date.now(), least = PACKED_FROM }: Packing,
): Promise<Set_[]> {
  const groups = groupsOf(rollup);
  const same = [BUCKET, ...groups].map((column) => `p.${column} = r.${column}`).join(' AND ');
  return db.query<Set_>(
    `SELECT ${[`${BUCKET} AS bucket`, ...groups].join(', ')} FROM ${identifier(rollupName(name, rollup.id))} AS r
     WHERE ${distinctColumn(field)} >= $1 AND ${BUCKET} < $2::timestamptz AND NOT EXISTS (
       SELECT 1 FROM ${identifier(packedName(name, rollup.id, field))} AS p
       WHERE ${same} AND p.${COUNTED} = r.${distinctColumn(field)})
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
  const numbers = identifier(numbersName(model.name, field));
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK], UNPREPARED);
  await tx.query(
    `INSERT INTO ${numbers} (${DISTINCT_VALUE}, ${NUMBER})
     SELECT ${DISTINCT_VALUE}, last + row_number() OVER (ORDER BY ${DISTINCT_VALUE})
     FROM (SELECT ${DISTINCT_VALUE} FROM (${values}) AS v
         WHERE NOT EXISTS (SELECT 1 FROM ${numbers} AS n WHERE n.${DISTINCT_VALUE} = v.${DISTINCT_VALUE})) AS fresh,
       (SELECT coalesce(max(${NUMBER}), -1) AS last FROM ${numbers}) AS numbered`,
    parameters,
    UNPREPARED,
  );
}

async function pack(
  tx: Queryable,
  model: EntityModel,
  rollup: RollupModel,
  field: string,
  set: Set_,
): Promise<void> {
  const groups = groupsOf(rollup);
  const values = identifier(valuesName(model.name, rollup.id, field));
  const table = identifier(packedName(model.name, rollup.id, field));
  const numbers = identifier(numbersName(model.name, field));
  const own = [`${BUCKET} = $1::timestamptz`, ...groups.map((column, at) => `${column} = $${at + 2}`)].join(
    ' AND ',
  );
  const key = [set.bucket.toISOString(), ...rollup.by.map((group) => String(set[group]))];
  await numberValues(tx, model, field, `SELECT ${DISTINCT_VALUE} FROM ${values} WHERE ${own}`, key);
  await tx.query(`DELETE FROM ${table} WHERE ${own}`, key, UNPREPARED);
  // What came since has no number: the set has more values then than were counted here, and is packed again.
  await tx.query(
    `INSERT INTO ${table} (${[BUCKET, ...groups, CHUNK, COUNTED, BITS].join(', ')})
     SELECT ${[BUCKET, ...groups].join(', ')}, ${NUMBER} / ${CHUNK_BITS}, sum(count(*)) OVER (),
       bit_or(set_bit(B'0'::bit(${CHUNK_BITS}), ${NUMBER} % ${CHUNK_BITS}, 1))
     FROM ${values} JOIN ${numbers} USING (${DISTINCT_VALUE}) WHERE ${own}
     GROUP BY ${[BUCKET, ...groups].join(', ')}, ${NUMBER} / ${CHUNK_BITS}`,
    key,
    UNPREPARED,
  );
}
