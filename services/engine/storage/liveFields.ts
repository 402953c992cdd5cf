import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { quoteIdentifier, tableName, quotedTableName } from './sql.ts';

type Named = Pick<EntityModel, 'name' | 'fields'>;

const liveFieldsCache = new WeakMap<readonly FieldModel[], FieldModel[]>();

/** Fields that are stored beside the document (`x-field.live`). Cached, because it is called for every record. */
export function liveFields({ fields }: Pick<EntityModel, 'fields'>): readonly FieldModel[] {
  let found = liveFieldsCache.get(fields);
  if (!found) liveFieldsCache.set(fields, (found = fields.filter((field) => field.live)));
  return found;
}

/** The values of a record's live fields. */
export const liveValuesIn = (
  model: Pick<EntityModel, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    liveFields(model).flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );

/** A record's values without those of live fields. */
export function withoutLiveValues(
  model: Pick<EntityModel, 'fields'>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const live = liveFields(model);
  if (live.length === 0) return values;
  const liveNames = new Set(live.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !liveNames.has(name)));
}

/** Name of the table with an entity's live fields, unquoted. */
export const liveTableName = (entity: string): string => `${tableName(entity).slice(0, 57)}_facts`;

/** Name of the table with an entity's live fields, quoted for SQL. */
export const quotedLiveTableName = ({ name }: Pick<EntityModel, 'name'>): string =>
  quoteIdentifier(liveTableName(name));

/**
 * Creates the table with the live fields of each record as the document `facts`: an update writes a small row instead of
 * the record with all its indexes. `made_at` is the record's `created_at`, for indexes in the order of lists.
 */
export function createLiveTableSql(model: Named): string {
  return `CREATE TABLE IF NOT EXISTS ${quotedLiveTableName(model)} (
    id uuid PRIMARY KEY REFERENCES ${quotedTableName(model)} (id) ON DELETE CASCADE,
    made_at timestamptz(3) NOT NULL, facts jsonb NOT NULL DEFAULT '{}') WITH (fillfactor = 80)`;
}

/** Inserts the missing rows, with the values that documents contained before the fields became live. */
export function fillLiveTableSql(model: Named): string {
  const names = liveFields(model).map(({ name }) => `'${name.replaceAll("'", "''")}'`);
  return `INSERT INTO ${quotedLiveTableName(model)} (id, made_at, facts)
    SELECT id, created_at, (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(data)
      WHERE key IN (${names.join(', ')})) FROM ${quotedTableName(model)} ON CONFLICT (id) DO NOTHING`;
}

/** The FROM clause of an entity's records; `record` is the table of documents, `fact` that of live fields. */
export function recordSourceSql(model: Named): string {
  if (liveFields(model).length === 0) return quotedTableName(model);
  return `${quotedTableName(model)} AS record JOIN ${quotedLiveTableName(model)} AS fact USING (id)`;
}

/** Limits a row lock to the documents: live fields may be updated while a record is being changed. */
export const lockTargetSql = (model: Named): string => (liveFields(model).length === 0 ? '' : ' OF record');

/** Extends a statement that inserts records: also inserts their live fields, and returns these by id. */
export function withLiveValues(
  model: Named,
  from: string,
): { rows: string; insert: (facts: string) => string } {
  if (liveFields(model).length === 0) return { rows: from, insert: () => '' };
  return {
    rows: `${from} JOIN ${quotedLiveTableName(model)} AS fact USING (id)`,
    insert: (facts) => `, live AS (INSERT INTO ${quotedLiveTableName(model)} (id, made_at, facts)
      SELECT id, created_at, ${facts} FROM ${from} RETURNING id, facts)`,
  };
}

/** Updates live fields from a list of ids and a list of documents in the same order; ids that no longer exist are skipped. */
export function updateLiveFieldsSql(model: Named): string {
  return `UPDATE ${quotedLiveTableName(model)} AS fact SET facts = jsonb_strip_nulls(fact.facts || told.facts)
    FROM unnest($1::uuid[], $2::jsonb[]) AS told(id, facts) WHERE fact.id = told.id
      AND NOT fact.facts @> told.facts`;
}
