import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { quotedTableName } from './sql.ts';

const ROWS_AT_ONCE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Brings something that is kept about an entity's rows up to date with the fields that it follows from, once for
 * each set of such fields; rows do not change meanwhile.
 * @param what names it: `references`, `secrets`
 * @param paths the fields that it follows from
 */
export async function refreshDerived(
  tx: Queryable,
  { name }: EntityModel,
  what: string,
  paths: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const wanted = [...paths].sort().join('\n');
  const [held] = await tx.query<{ paths: string }>(
    'SELECT paths FROM record_upkeep WHERE entity = $1 AND what = $2',
    [name, what],
  );
  if ((held?.paths ?? '') === wanted) return;
  await tx.query(`LOCK TABLE ${quotedTableName({ name })} IN SHARE ROW EXCLUSIVE MODE`, [], {
    prepare: false,
  });
  await work();
  await tx.query(
    `INSERT INTO record_upkeep (entity, what, paths) VALUES ($1, $2, $3)
     ON CONFLICT (entity, what) DO UPDATE SET paths = excluded.paths`,
    [name, what, wanted],
  );
}

/** For each entity the fields that something was last brought up to date with, sorted, one on a line. */
export async function derivedFrom(db: Queryable, what: string): Promise<Map<string, string>> {
  const rows = await db.query<{ entity: string; paths: string }>(
    'SELECT entity, paths FROM record_upkeep WHERE what = $1',
    [what],
  );
  return new Map(rows.map(({ entity, paths }) => [entity, paths]));
}

/** All rows of an entity, a thousand at a time. */
export async function eachRow(
  tx: Queryable,
  model: EntityModel,
  work: (rows: { id: string; data: Record<string, unknown> }[]) => Promise<void>,
): Promise<void> {
  for (let after = FIRST; ;) {
    const rows = await tx.query<{ id: string; data: Record<string, unknown> }>(
      `SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      [after],
    );
    if (rows.length > 0) await work(rows);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
