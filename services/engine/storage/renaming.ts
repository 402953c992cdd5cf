import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { indexesOf, isPlanned } from './indexes.ts';
import { quoteIdentifier, quotedTableName } from './sql.ts';
import type { StoredShape } from './storedShape.ts';

/** Fields whose values are still stored under an earlier name. */
export function findRenamedFields(before: StoredShape, model: EntityModel): { from: string; to: string }[] {
  const stored = new Set(before.fields.map(({ name }) => name));
  // Values that a rollback left behind are outdated.
  for (const { name, left } of before.fields) if (left) stored.delete(name);
  return model.fields.flatMap(({ name, renamedFrom }) =>
    renamedFrom !== undefined && stored.has(renamedFrom) && !stored.has(name)
      ? [{ from: renamedFrom, to: name }]
      : [],
  );
}

/**
 * Drops unique indexes on fields of an earlier name: while rows are renamed they lack the old field, and would clash.
 * The table is locked meanwhile.
 */
async function dropOutdatedUniqueIndexes(tx: Queryable, model: EntityModel): Promise<void> {
  const wanted = new Set(indexesOf(model).map(({ name }) => name));
  const unique = await tx.query<{ name: string }>(
    `SELECT index.relname AS name FROM pg_index JOIN pg_class index ON index.oid = indexrelid
     WHERE indrelid = $1::regclass AND indisunique AND NOT indisprimary AND indnkeyatts > 1`,
    [quotedTableName(model)],
    { prepare: false },
  );
  for (const { name } of unique)
    if (isPlanned(model.name, name) && !wanted.has(name))
      await tx.query(`DROP INDEX ${quoteIdentifier(name)}`, [], { prepare: false });
}

/**
 * Moves values from earlier field names to the new ones, in rows and in their history. The versions and times of records
 * stay. Idempotent.
 * @returns the shape of the rows afterwards
 */
export async function renameFields(
  tx: Queryable,
  before: StoredShape,
  model: EntityModel,
): Promise<StoredShape> {
  const renamed = findRenamedFields(before, model);
  if (renamed.length > 0) await dropOutdatedUniqueIndexes(tx, model);
  for (const { from, to } of renamed) {
    await tx.query(
      `UPDATE ${quotedTableName(model)} SET data = (data - $1::text) || jsonb_build_object($2::text, data -> $1::text) WHERE data ? $1::text`,
      [from, to],
      { prepare: false },
    );
    for (const column of ['before', 'after']) {
      await tx.query(
        `UPDATE record_history SET ${column} = (${column} - $1::text) || jsonb_build_object($2::text, ${column} -> $1::text)
         WHERE entity = $3 AND ${column} ? $1::text`,
        [from, to, model.name],
        { prepare: false },
      );
    }
  }
  const nameOf = (name: string): string => renamed.find((one) => one.from === name)?.to ?? name;
  return {
    ...before,
    fields: before.fields.map((field) => ({ ...field, name: nameOf(field.name) })),
    unique: before.unique.map((set) => set.map(nameOf)),
  };
}
