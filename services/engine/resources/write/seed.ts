import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';
import { liveValuesIn, liveTableName, liveFields } from '../../storage/liveFields.ts';
import { referenceRows } from '../../storage/referenceIndex.ts';
import { quoteIdentifier, quotedTableName } from '../../storage/sql.ts';
import { toData } from '../recordShape.ts';

const ROWS_PER_STATEMENT = 1000;

/** A record of a new workspace or demo; `createdAt` is ISO 8601. */
interface Seed {
  id: string;
  createdAt: string;
  values: Record<string, unknown>;
}

/**
 * Fills an empty table with records that the server generates, with their references: neither validated nor recorded in the
 * history.
 */
export async function seedRecords(tx: Queryable, model: EntityModel, seeds: readonly Seed[]): Promise<void> {
  const hasLiveFields = liveFields(model).length > 0;
  const insertLiveValues = hasLiveFields
    ? `, live AS (INSERT INTO ${quoteIdentifier(liveTableName(model.name))} (id, made_at, facts)
        SELECT id, at, facts FROM unnest($1::uuid[], $6::jsonb[], $3::timestamptz[]) AS row(id, facts, at))`
    : '';
  for (let start = 0; start < seeds.length; start += ROWS_PER_STATEMENT) {
    const batch = seeds.slice(start, start + ROWS_PER_STATEMENT);
    await tx.query(
      `WITH created AS (
         INSERT INTO ${quotedTableName(model)} (id, data, created_at, updated_at)
         SELECT id, data, at, at FROM unnest($1::uuid[], $2::jsonb[], $3::timestamptz[]) AS row(id, data, at)
         RETURNING id, created_at)${insertLiveValues}
       INSERT INTO record_reference (from_entity, from_id, path, to_entity, to_id)
       SELECT $5::text, row.id, reference.path, reference.entity, reference.id
       FROM unnest($1::uuid[], $4::jsonb[]) AS row(id, reference_rows),
         jsonb_to_recordset(row.reference_rows) AS reference(path text, entity text, id uuid)`,
      [
        batch.map(({ id }) => id),
        batch.map(({ values }) => toData(model, values)),
        batch.map(({ createdAt }) => createdAt),
        batch.map(({ values }) => referenceRows(model, values)),
        model.name,
        ...(hasLiveFields ? [batch.map(({ values }) => JSON.stringify(liveValuesIn(model, values)))] : []),
      ],
      { prepare: false },
    );
  }
}
