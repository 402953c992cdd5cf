import { matchPaths } from '../../../../schemas/model/match.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { BUCKET, COUNT, countedWhere, aggregateEventsSql, rollupName } from './rollupTables.ts';

/**
 * Takes a mark, a boolean field, off events and out of the roll-ups that ask for it: it turned out to belong to another
 * event. What else is known of events never changes.
 * @param of which events, by a field and its value, of which there are few at one time
 * @returns how many had the mark
 * @throws Error for a mark that a roll-up with sums or different values asks for
 */
export async function removeMark(
  tx: Queryable,
  model: EntityModel,
  mark: string,
  of: { field: string; value: string; at: string },
): Promise<number> {
  const isMarked = `${quoteIdentifier(mark)} AND created_at = $2::timestamptz`;
  const rows = await tx.query<{ id: string }>(
    `SELECT id::text FROM ${quotedTableName(model)} WHERE ${quoteIdentifier(of.field)} = $1::uuid AND ${isMarked} FOR UPDATE`,
    [of.value, of.at],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  for (const rollup of storedRollups(model)) {
    if (!matchPaths(rollup.where).includes(mark)) continue;
    if (rollup.distinct.length + rollup.sum.length > 0)
      throw new Error(`Roll-up "${rollup.id}" counts more than events marked "${mark}"`);
    const parameters = new Parameters();
    const counted = countedWhere(model, rollup, parameters);
    const own = `created_at = ${parameters.add(of.at)}::timestamptz AND id = ANY(${parameters.add(ids)}::uuid[])`;
    const key = [BUCKET, ...rollup.by.map((name) => quoteIdentifier(name))].join(', ');
    await tx.query(
      `INSERT INTO ${quoteIdentifier(rollupName(model.name, rollup.id))} AS kept (${key}, ${COUNT})
       SELECT ${key}, -${COUNT} FROM (${aggregateEventsSql(model, rollup, quotedTableName(model), `(${counted}) AND ${own}`)}) AS gone
       ORDER BY ${key} ON CONFLICT (${key}) DO UPDATE SET ${COUNT} = kept.${COUNT} + excluded.${COUNT}`,
      parameters.values,
    );
  }
  await tx.query(
    `UPDATE ${quotedTableName(model)} SET ${quoteIdentifier(mark)} = NULL WHERE created_at = $1::timestamptz AND id = ANY($2::uuid[])`,
    [of.at, ids],
  );
  return ids.length;
}
