import { childFields, walkFields } from '../../schemas/model/fields.ts';
import type { EntityModel, FieldModel, ReferenceModel } from '../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { eachRow, keepUp } from './upkeep.ts';

/** One reference that a record holds. */
export interface Link {
  reference: ReferenceModel;
  field: FieldModel;
  /** The record that it leads to. */
  id: string;
  /** JSON pointer of the id in the record. */
  pointer: string;
}

/**
 * The reference ledger: which record refers to which, written in the statement that writes the record. `path` is the
 * field's, without places in lists (`messages.*.template`).
 */
export const LEDGER_TABLES = [
  `CREATE TABLE IF NOT EXISTS record_reference (
     from_entity text NOT NULL, from_id uuid NOT NULL, path text NOT NULL, to_entity text NOT NULL, to_id uuid NOT NULL,
     PRIMARY KEY (from_id, from_entity, path, to_id))`,
  `CREATE INDEX IF NOT EXISTS record_reference_target ON record_reference (to_id, to_entity)`,
  `CREATE TABLE IF NOT EXISTS record_upkeep (entity text, what text, paths text NOT NULL, PRIMARY KEY (entity, what))`,
];

/** Every reference in a record, through objects, lists and variants. */
export function linksOf(fields: FieldModel[], record: Readonly<Record<string, unknown>>, base = ''): Link[] {
  return fields.flatMap((field) => linksIn(field, record[field.name], `${base}/${field.name}`));
}

function linksIn(field: FieldModel, value: unknown, pointer: string): Link[] {
  if (Array.isArray(value)) {
    const item = field.reference ? { ...field, type: 'reference' as const } : field.item;
    return item ? value.flatMap((entry: unknown, index) => linksIn(item, entry, `${pointer}/${index}`)) : [];
  }
  const { reference } = field;
  if (reference) return typeof value === 'string' ? [{ reference, field, id: value, pointer }] : [];
  if (value === null || typeof value !== 'object') return [];
  return linksOf(childFields(field, value), value as Record<string, unknown>, pointer);
}

/** Fields of the entity that refer to records, by path. */
export function referringFields(model: EntityModel): Map<string, FieldModel> {
  const found = new Map<string, FieldModel>();
  walkFields(model.fields, (field) => {
    if (field.reference) found.set(field.path, field);
  });
  return found;
}

/** The ledger's lines of a record as the statements take them: JSON of `[{path, entity, id}]`, each once. */
export function ledgerLines(model: EntityModel, record: Readonly<Record<string, unknown>>): string {
  const lines = new Map(
    linksOf(model.fields, record).map(({ field, reference, id }) => [
      `${field.path} ${id}`,
      { path: field.path, entity: reference.entity, id },
    ]),
  );
  return JSON.stringify([...lines.values()]);
}

/** What the entity's lines in the ledger follow from. */
export function ledgerPaths(model: EntityModel): string[] {
  return [...referringFields(model)].map(([path, field]) => `${path} ${field.reference?.entity}`).sort();
}

/**
 * Writes the lines of rows that are older than the ledger, or than a field's becoming a reference. Nothing is done
 * while the entity's referring fields stay what they were.
 */
export async function fillLedger(tx: Queryable, model: EntityModel): Promise<void> {
  await keepUp(tx, model, 'references', ledgerPaths(model), async () => {
    await tx.query('DELETE FROM record_reference WHERE from_entity = $1', [model.name]);
    await eachRow(tx, model, async (rows) => {
      const lines = rows.flatMap(({ id, data }) =>
        (JSON.parse(ledgerLines(model, data)) as object[]).map((line) => ({ ...line, from: id })),
      );
      await tx.query(
        `INSERT INTO record_reference (from_entity, from_id, path, to_entity, to_id)
         SELECT $1::text, line."from", line.path, line.entity, line.id
         FROM jsonb_to_recordset($2::jsonb) AS line("from" uuid, path text, entity text, id uuid)`,
        [model.name, JSON.stringify(lines)],
      );
    });
  });
}
