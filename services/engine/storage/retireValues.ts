import { storedAfterRetiring } from '../../../schemas/model/retired.ts';
import type { EntityModel, JsonObject, RetiredModel, RetiredStep } from '../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from './database.ts';
import { liveTableName } from './liveFields.ts';
import { FILE_TARGET } from './referenceIndex.ts';
import { droppedFields } from './retiring.ts';
import { NIL_UUID, quoteIdentifier, quotedTableName } from './sql.ts';

const BATCH_ROWS = 1000;

/**
 * Deletes the values of dropped fields, and replaces retired choices, in rows and in their history. The versions and
 * times of records stay. Idempotent.
 */
export async function retireValues(tx: Queryable, model: EntityModel): Promise<void> {
  const { retired } = model;
  if (!retired) return;
  const dropped = droppedFields(model);
  if (dropped.length > 0) await dropValues(tx, model, dropped);
  const nested: RetiredModel = {
    fields: retired.fields.filter(({ steps }) => steps.length > 1),
    choices: retired.choices,
  };
  if (nested.fields.length + nested.choices.length > 0) await rewriteAll(tx, model, nested);
  await releaseFiles(tx, model, retired);
}

async function rewriteAll(tx: Queryable, model: EntityModel, retired: RetiredModel): Promise<void> {
  const names = [...retired.fields, ...retired.choices].map(({ steps: [name] }) => name as string);
  await rewrite(tx, { table: quotedTableName(model), column: 'data', where: 'true' }, names, retired);
  const ofEntity = { table: 'record_history', where: 'entity = $3', values: [model.name] };
  for (const column of ['before', 'after']) await rewrite(tx, { ...ofEntity, column }, names, retired);
}

/** Deletes the file references of dropped values. Other references are rebuilt when a field is removed. */
async function releaseFiles(tx: Queryable, model: EntityModel, { fields }: RetiredModel): Promise<void> {
  const paths = fields.filter(({ values }) => values === 'drop').map(({ steps }) => pathOf(steps));
  if (paths.length === 0) return;
  await tx.query(
    `DELETE FROM record_reference WHERE from_entity = $1 AND to_entity = $2 AND EXISTS (
       SELECT 1 FROM unnest($3::text[]) AS dropped WHERE path = dropped OR starts_with(path, dropped || '.'))`,
    [model.name, FILE_TARGET, paths],
    UNPREPARED,
  );
}

/** In the format of `FieldModel.path`. */
const pathOf = (steps: readonly RetiredStep[]): string =>
  steps.map((step) => (typeof step === 'string' ? step : `<${step.variant}>`)).join('.');

async function dropValues(tx: Queryable, model: EntityModel, names: string[]): Promise<void> {
  await tx.query(
    `UPDATE ${quotedTableName(model)} SET data = data - $1::text[] WHERE data ?| $1::text[]`,
    [names],
    UNPREPARED,
  );
  for (const column of ['before', 'after'])
    await tx.query(
      `UPDATE record_history SET ${column} = ${column} - $1::text[] WHERE entity = $2 AND ${column} ?| $1::text[]`,
      [names, model.name],
      UNPREPARED,
    );
  const facts = quoteIdentifier(liveTableName(model.name));
  const [factsTable] = await tx.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [facts],
    UNPREPARED,
  );
  if (factsTable?.found)
    await tx.query(
      `UPDATE ${facts} SET facts = facts - $1::text[] WHERE facts ?| $1::text[]`,
      [names],
      UNPREPARED,
    );
}

/** Documents in a column of a table. */
interface Documents {
  table: string;
  column: string;
  /** Which rows; `$3` and on are `values`. */
  where: string;
  values?: unknown[];
}

/** Reads documents in batches, and updates those that change with one statement per batch. */
async function rewrite(
  tx: Queryable,
  { table, column, where, values = [] }: Documents,
  names: string[],
  retired: RetiredModel,
): Promise<void> {
  for (let after = NIL_UUID; ;) {
    const rows = await tx.query<{ id: string; data: JsonObject }>(
      `SELECT id, ${column} AS data FROM ${table} WHERE id > $1::uuid AND ${column} ?| $2::text[] AND ${where}
       ORDER BY id LIMIT ${BATCH_ROWS}`,
      [after, names, ...values],
      UNPREPARED,
    );
    const changed = rows.flatMap(({ id, data }) => {
      const next = storedAfterRetiring(retired, data);
      return next === data ? [] : [{ id, data: next }];
    });
    if (changed.length > 0)
      await tx.query(
        `UPDATE ${table} AS target SET ${column} = changed.data
         FROM jsonb_to_recordset($1::jsonb) AS changed(id uuid, data jsonb) WHERE target.id = changed.id`,
        [JSON.stringify(changed)],
        UNPREPARED,
      );
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_ROWS) return;
  }
}
