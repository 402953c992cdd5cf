import type { EntityModel } from '../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { tableOf } from './sql.ts';
import type { StoredShape } from './storedShape.ts';

/** Fields whose values are stored under an earlier name, by the shape that was stored last. */
export function renamings(before: StoredShape, model: EntityModel): { from: string; to: string }[] {
  const stored = new Set(before.fields.map(({ name }) => name));
  return model.fields.flatMap(({ name, renamedFrom }) =>
    renamedFrom !== undefined && stored.has(renamedFrom) && !stored.has(name)
      ? [{ from: renamedFrom, to: name }]
      : [],
  );
}

/**
 * Stores what is under earlier names under the new ones, in rows and in their history. Versions and times stay: the
 * records are what they were. Done again before the new shape is noted, it finds nothing to do.
 * @returns the shape that is stored then
 */
export async function renameFields(
  tx: Queryable,
  before: StoredShape,
  model: EntityModel,
): Promise<StoredShape> {
  const renamed = renamings(before, model);
  for (const { from, to } of renamed) {
    await tx.query(
      `UPDATE ${tableOf(model)} SET data = (data - $1::text) || jsonb_build_object($2::text, data -> $1::text) WHERE data ? $1::text`,
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
