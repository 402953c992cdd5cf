import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Database, Queryable } from './database.ts';
import { FILE_TARGET, hasReferences } from './referenceIndex.ts';
import { quotedTableName } from './sql.ts';

/** Changes that one transaction deletes, of entities that may refer to files and of others. */
const BATCH_ROWS = { withFiles: 500, others: 10_000 };

/**
 * Deletes changes of records that are older than `days`, with the rows of the reference index for files that neither the
 * record nor a newer change refers to. A record that was deleted since can still be restored: the change that deleted it
 * contains all of it.
 * @param models the entities of the product; changes of removed entities are deleted as well
 * @returns the number of deleted changes, until none were left or `signal` was aborted
 */
export async function deleteHistory(
  db: Database,
  models: readonly EntityModel[],
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const withReferences = models.filter((model) => model.features.history && hasReferences(model));
  let deleted = 0;
  for (const model of withReferences)
    deleted += await repeatWhileFull(BATCH_ROWS.withFiles, signal, () =>
      db.transaction(async (tx) => {
        const records = await deleteBatch(tx, 'AND entity = $2', [days, model.name], BATCH_ROWS.withFiles);
        await deleteUnusedFileReferences(tx, model, [...new Set(records)]);
        return records.length;
      }),
    );
  const names = withReferences.map(({ name }) => name);
  deleted += await repeatWhileFull(BATCH_ROWS.others, signal, async () => {
    const records = await deleteBatch(db, 'AND entity <> ALL($2::text[])', [days, names], BATCH_ROWS.others);
    return records.length;
  });
  return deleted;
}

async function repeatWhileFull(
  batch: number,
  signal: AbortSignal | undefined,
  deleteOnce: () => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    if (signal?.aborted) return deleted;
    const count = await deleteOnce();
    deleted += count;
    if (count < batch) return deleted;
  }
}

/** @returns the record id of each deleted change */
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

/** Locks the files first, as every writer of a record does, so that no reference to them is added meanwhile. */
async function deleteUnusedFileReferences(
  tx: Queryable,
  model: EntityModel,
  records: readonly string[],
): Promise<void> {
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
