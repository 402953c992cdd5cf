import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { quoteIdentifier, tableName, quotedTableName } from './sql.ts';

type Named = Pick<EntityModel, 'name' | 'fields'>;

const live = new WeakMap<readonly FieldModel[], FieldModel[]>();

/** Fields that the services keep beside the document (`x-field.live`); asked for at every record. */
export function liveFields({ fields }: Pick<EntityModel, 'fields'>): readonly FieldModel[] {
  let found = live.get(fields);
  if (!found) live.set(fields, (found = fields.filter((field) => field.live)));
  return found;
}

/** Those of a record's values that are kept beside it. */
export const liveValuesIn = (
  model: Pick<EntityModel, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    liveFields(model).flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );

/** The values that are the document's. */
export function withoutLiveValues(
  model: Pick<EntityModel, 'fields'>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const kept = liveFields(model);
  if (kept.length === 0) return values;
  const beside = new Set(kept.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !beside.has(name)));
}

/** Name of the table of an entity's kept facts, unquoted. */
export const liveTableName = (entity: string): string => `${tableName(entity).slice(0, 57)}_facts`;

/** The same, as statements name it. */
export const factsOf = ({ name }: Pick<EntityModel, 'name'>): string => quoteIdentifier(liveTableName(name));

/**
 * One row of facts for each record: few columns and few indexes, so that a fact costs a small row and not the record
 * with all its indexes. `made_at` is the record's `created_at`, for indexes in the order of lists.
 */
export function liveTable(model: Named): string {
  return `CREATE TABLE IF NOT EXISTS ${factsOf(model)} (
    id uuid PRIMARY KEY REFERENCES ${quotedTableName(model)} (id) ON DELETE CASCADE,
    made_at timestamptz(3) NOT NULL, facts jsonb NOT NULL DEFAULT '{}') WITH (fillfactor = 80)`;
}

/** Records that have no row of facts yet, with what their documents held of them. */
export function fillLiveTable(model: Named): string {
  const names = liveFields(model).map(({ name }) => `'${name.replaceAll("'", "''")}'`);
  return `INSERT INTO ${factsOf(model)} (id, made_at, facts)
    SELECT id, created_at, (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(data)
      WHERE key IN (${names.join(', ')})) FROM ${quotedTableName(model)} ON CONFLICT (id) DO NOTHING`;
}

/** What a query reads an entity's records from; `record` is the document's side. */
export function recordSource(model: Named): string {
  if (liveFields(model).length === 0) return quotedTableName(model);
  return `${quotedTableName(model)} AS record JOIN ${factsOf(model)} AS fact USING (id)`;
}

/** Which rows a lock is about: facts are kept on while a record is being changed. */
export const lockedRows = (model: Named): string => (liveFields(model).length === 0 ? '' : ' OF record');

/** Adds a row of facts to what a statement makes, and the facts to what it answers, by id. */
export function withLiveValues(
  model: Named,
  from: string,
): { rows: string; insert: (facts: string) => string } {
  if (liveFields(model).length === 0) return { rows: from, insert: () => '' };
  return {
    rows: `${from} JOIN ${factsOf(model)} AS fact USING (id)`,
    insert: (facts) => `, kept AS (INSERT INTO ${factsOf(model)} (id, made_at, facts)
      SELECT id, created_at, ${facts} FROM ${from} RETURNING id, facts)`,
  };
}

/** Upserts facts by id, from lists of ids and of documents in the order of the ids; what is gone is passed over. */
export function upsertLiveStatement(model: Named): string {
  return `UPDATE ${factsOf(model)} AS fact SET facts = jsonb_strip_nulls(fact.facts || told.facts)
    FROM unnest($1::uuid[], $2::jsonb[]) AS told(id, facts) WHERE fact.id = told.id
      AND NOT fact.facts @> told.facts`;
}
