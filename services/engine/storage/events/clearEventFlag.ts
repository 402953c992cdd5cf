import { matchPaths } from '../../../../schemas/model/match.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { BUCKET, COUNT, countedWhere, aggregateEventsSql, rollupTableName } from './rollupTables.ts';

/**
 * Clears a boolean field of events and subtracts them from the roll-ups whose condition names it, because it turned out
 * to belong to another event. All other fields of events are immutable.
 * @param selector the events: a field, its value and their time; few events match
 * @returns how many events had the flag
 * @throws Error if a roll-up whose condition names the flag has sums or distinct counts
 */
export async function clearEventFlag(
  tx: Queryable,
  model: EntityModel,
  flag: string,
  selector: { field: string; value: string; at: string },
): Promise<number> {
  const isFlagged = `${quoteIdentifier(flag)} AND created_at = $2::timestamptz`;
  const rows = await tx.query<{ id: string }>(
    `SELECT id::text FROM ${quotedTableName(model)} WHERE ${quoteIdentifier(selector.field)} = $1::uuid AND ${isFlagged} FOR UPDATE`,
    [selector.value, selector.at],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  for (const rollup of storedRollups(model)) {
    if (!matchPaths(rollup.where).includes(flag)) continue;
    if (rollup.distinct.length + rollup.sum.length > 0)
      throw new Error(`Roll-up "${rollup.id}" counts more than events flagged "${flag}"`);
    const parameters = new Parameters();
    const counted = countedWhere(model, rollup, parameters);
    const own = `created_at = ${parameters.add(selector.at)}::timestamptz AND id = ANY(${parameters.add(ids)}::uuid[])`;
    const key = [BUCKET, ...rollup.by.map((name) => quoteIdentifier(name))].join(', ');
    await tx.query(
      `INSERT INTO ${quoteIdentifier(rollupTableName(model.name, rollup.id))} AS stored (${key}, ${COUNT})
       SELECT ${key}, -${COUNT} FROM (${aggregateEventsSql(model, rollup, quotedTableName(model), `(${counted}) AND ${own}`)}) AS removed
       ORDER BY ${key} ON CONFLICT (${key}) DO UPDATE SET ${COUNT} = stored.${COUNT} + excluded.${COUNT}`,
      parameters.values,
    );
  }
  await tx.query(
    `UPDATE ${quotedTableName(model)} SET ${quoteIdentifier(flag)} = NULL WHERE created_at = $1::timestamptz AND id = ANY($2::uuid[])`,
    [selector.at, ids],
  );
  return ids.length;
}
