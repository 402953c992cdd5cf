import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { NIL_UUID, quotedTableName } from './sql.ts';

const BATCH_ROWS = 1000;

/**
 * Rebuilds data derived from an entity's rows when the fields that it is derived from have changed. Rows do not change
 * meanwhile.
 * @param what the kind of data: `references`, `secrets`
 * @param paths the fields that it is derived from
 */
export async function rebuildWhenOutdated(
  tx: Queryable,
  { name }: EntityModel,
  what: string,
  paths: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const expected = [...paths].sort().join('\n');
  const [stored] = await tx.query<{ paths: string }>(
    'SELECT paths FROM record_upkeep WHERE entity = $1 AND what = $2',
    [name, what],
  );
  if ((stored?.paths ?? '') === expected) return;
  await tx.query(`LOCK TABLE ${quotedTableName({ name })} IN SHARE ROW EXCLUSIVE MODE`, [], {
    prepare: false,
  });
  await work();
  await tx.query(
    `INSERT INTO record_upkeep (entity, what, paths) VALUES ($1, $2, $3)
     ON CONFLICT (entity, what) DO UPDATE SET paths = excluded.paths`,
    [name, what, expected],
  );
}

/** By entity, the fields from which the data was last derived: sorted, one per line. */
export async function readDerivedPaths(db: Queryable, what: string): Promise<Map<string, string>> {
  const rows = await db.query<{ entity: string; paths: string }>(
    'SELECT entity, paths FROM record_upkeep WHERE what = $1',
    [what],
  );
  return new Map(rows.map(({ entity, paths }) => [entity, paths]));
}

/** Calls `work` with all rows of an entity, a thousand at a time. */
export async function forEachBatch(
  tx: Queryable,
  model: EntityModel,
  work: (rows: { id: string; data: Record<string, unknown> }[]) => Promise<void>,
): Promise<void> {
  for (let after = NIL_UUID; ;) {
    const rows = await tx.query<{ id: string; data: Record<string, unknown> }>(
      `SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid ORDER BY id LIMIT ${BATCH_ROWS}`,
      [after],
    );
    if (rows.length > 0) await work(rows);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_ROWS) return;
  }
}
