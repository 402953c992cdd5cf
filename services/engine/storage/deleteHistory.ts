import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database, Queryable } from './database.ts';
import { FILE_TARGET, hasReferences } from './referenceIndex.ts';
import { quotedTableName } from './sql.ts';

/** Changes that one transaction removes where they may hold files, and where they hold none. */
const AT_ONCE = { files: 500, rest: 10_000 };

/**
 * Removes changes of records that were made more than so many days ago, with the rows of the reference index for files
 * that neither the record nor a younger change holds. A record that was deleted since can be restored all the same: the
 * change that deleted it has all of it.
 * @param models the entities of the product; changes of others go as well
 * @returns how many went, until there were no more or `signal` was aborted
 */
export async function deleteHistory(
  db: Database,
  models: readonly EntityModel[],
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const holding = models.filter((model) => model.features.history && hasReferences(model));
  let deleted = 0;
  for (const model of holding)
    deleted += await repeat(AT_ONCE.files, signal, () =>
      db.transaction(async (tx) => {
        const records = await deleteBatch(tx, 'AND entity = $2', [days, model.name], AT_ONCE.files);
        await releaseFiles(tx, model, [...new Set(records)]);
        return records.length;
      }),
    );
  const names = holding.map(({ name }) => name);
  deleted += await repeat(AT_ONCE.rest, signal, async () => {
    const records = await deleteBatch(db, 'AND entity <> ALL($2::text[])', [days, names], AT_ONCE.rest);
    return records.length;
  });
  return deleted;
}

async function repeat(
  batch: number,
  signal: AbortSignal | undefined,
  once: () => Promise<number>,
): Promise<number> {
  let all = 0;
  for (;;) {
    if (signal?.aborted) return all;
    const count = await once();
    all += count;
    if (count < batch) return all;
  }
}

/** @returns the records whose changes went, one for each change */
async function deleteBatch(
  db: Queryable,
  and: string,
  values: readonly unknown[],
  batch: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM record_history WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM record_history WHERE at < clock_timestamp() - $1::int * interval '1 day' ${and}
       ORDER BY at LIMIT ${batch} FOR UPDATE SKIP LOCKED)) RETURNING record_id::text AS id`,
    [...values],
  );
  return rows.map(({ id }) => id);
}

/** Whoever stores a record locks its files first, so what is held is judged while nobody changes it. */
async function releaseFiles(tx: Queryable, model: EntityModel, records: readonly string[]): Promise<void> {
  const fileReferences = `from_entity = $1 AND from_id = ANY($2::uuid[]) AND to_entity = $3`;
  const values = [model.name, records, FILE_TARGET];
  const files = await tx.query<{ id: string }>(
    `SELECT DISTINCT to_id::text AS id FROM record_reference WHERE ${fileReferences} ORDER BY 1`,
    values,
  );
  if (files.length === 0) return;
  await tx.query(`SELECT 1 FROM stored_file WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`, [
    files.map(({ id }) => id),
  ]);
  await tx.query(
    `DELETE FROM record_reference AS reference WHERE ${fileReferences}
       AND NOT EXISTS (SELECT 1 FROM ${quotedTableName(model)} AS record
         WHERE record.id = reference.from_id AND position(reference.to_id::text IN record.data::text) > 0)
       AND NOT EXISTS (SELECT 1 FROM record_history AS kept
         WHERE kept.record_id = reference.from_id AND kept.entity = reference.from_entity
           AND position(reference.to_id::text IN concat(kept.before, kept.after)) > 0)`,
    values,
  );
}
