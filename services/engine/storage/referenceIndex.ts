import { createHash } from 'node:crypto';
import { comparedValues } from '../../../schemas/model/listRules.ts';
import { fileIdOfValue } from '../../../schemas/model/files.ts';
import { childFields, walkFields, walkValues } from '../../../schemas/model/fields.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import type { EntityModel, FieldModel, ReferenceModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { retiredStoredFields } from './retiring.ts';
import { quoteLiteral } from './sql.ts';
import { eachRow, refreshDerived } from './derivedData.ts';

/** `to_entity` of a reference to a stored file; no entity has such a name. */
export const FILE_TARGET = '#file';

/** `to_entity` of a reference to a variable that a text names as `{{name}}`; `to_id` is a hash of the name. */
const VARIABLE = '#variable';

/** `to_entity` of an id that the system generated inside of a record; `to_id` is a hash of it. */
const INNER_ID = '#inner-id';

/** `to_entity` of an item that may stand in one record only; `to_id` is a hash of what is compared. */
const UNIQUE_ITEM = '#unique-item';

/** `to_id` of what has no id of its own: a hash in the shape of a UUID. */
const hashToUuid = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Under what the reference index finds a record: its id; a placeholder under its name too, which is how texts name it. */
export function referenceTargets(
  { name: entity, provides }: Pick<EntityModel, 'name' | 'provides'>,
  id: string,
  name: unknown,
): { entity: string; id: string }[] {
  const own = { entity, id };
  return provides === 'placeholders' && typeof name === 'string'
    ? [own, { entity: VARIABLE, id: hashToUuid(name) }]
    : [own];
}

/** Paths of the entity's fields whose texts may name variables. */
export function placeholderPaths(model: EntityModel): string[] {
  const found: string[] = [];
  walkFields(model.fields, (field) => {
    if (field.variables) found.push(field.path);
  });
  return found;
}

/** One reference that a record holds. */
export interface RecordReference {
  reference: ReferenceModel;
  field: FieldModel;
  /** The record that it leads to. */
  id: string;
  /** JSON pointer of the id in the record. */
  pointer: string;
}

/**
 * The reference index: which record refers to which, written in the statement that writes the record. `path` is the
 * field's, without places in lists (`messages.*.template`). There are rows too for variables that texts name, for ids that
 * the system generates inside of a record (`"generated": "id"`), by which its holder is found, for files that a record
 * holds (`FILE_TARGET`), and for items that may stand in one record only (`"uniqueAcrossRecords"`). Where the entity has a history
 * the rows of files stay, for an old state may be restored. `record_upkeep` holds what the rows were derived from.
 */
export const REFERENCE_INDEX_TABLES = [
  `CREATE TABLE IF NOT EXISTS record_reference (
     from_entity text NOT NULL, from_id uuid NOT NULL, path text NOT NULL, to_entity text NOT NULL, to_id uuid NOT NULL,
     PRIMARY KEY (from_id, from_entity, path, to_id))`,
  `CREATE INDEX IF NOT EXISTS record_reference_target ON record_reference (to_id, to_entity)`,
  `CREATE TABLE IF NOT EXISTS record_upkeep (entity text, what text, paths text NOT NULL, PRIMARY KEY (entity, what))`,
];

/** Every reference in a record, through objects, lists and variants. */
export function findReferences(
  fields: FieldModel[],
  record: Readonly<Record<string, unknown>>,
  base = '',
): RecordReference[] {
  return fields.flatMap((field) => linksIn(field, record[field.name], `${base}/${field.name}`));
}

function linksIn(field: FieldModel, value: unknown, pointer: string): RecordReference[] {
  if (Array.isArray(value)) {
    const item = field.reference ? { ...field, type: 'reference' as const } : field.item;
    return item ? value.flatMap((entry: unknown, index) => linksIn(item, entry, `${pointer}/${index}`)) : [];
  }
  const { reference } = field;
  if (reference) return typeof value === 'string' ? [{ reference, field, id: value, pointer }] : [];
  if (value === null || typeof value !== 'object') return [];
  return findReferences(childFields(field, value), value as Record<string, unknown>, pointer);
}

/** Fields of the entity that refer to records, by path. */
export function referringFields(model: EntityModel): Map<string, FieldModel> {
  const found = new Map<string, FieldModel>();
  walkFields(model.fields, (field) => {
    if (field.reference) found.set(field.path, field);
  });
  return found;
}

/** The entity's fields that hold files, or addresses of them. */
function filePaths(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  const found: FieldModel[] = [];
  walkFields(model.fields, (field) => {
    if (field.file) found.push(field);
  });
  return found;
}

/** Paths of the entity's fields that hold ids which the system generates. */
function innerIdPaths(model: EntityModel): string[] {
  const found: string[] = [];
  walkFields(model.fields, (field) => {
    if (field.generated === 'id') found.push(field.path);
  });
  return found;
}

/** The entity's lists whose items may stand in one record only. */
export function uniqueItemLists(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  const found: FieldModel[] = [];
  walkFields(model.fields, (field) => {
    if (field.rules?.uniqueAcrossRecords) found.push(field);
  });
  return found;
}

/** An item that may stand in one record only. */
export interface UniqueItem {
  field: FieldModel;
  /** `to_id` of what is compared. */
  id: string;
  /** JSON pointer of the item in the record. */
  pointer: string;
}

/** Every item of a record that may stand in one record only. */
export function findUniqueItems(
  fields: FieldModel[],
  record: Readonly<Record<string, unknown>>,
): UniqueItem[] {
  const found: UniqueItem[] = [];
  walkValues(fields, record, (field, value, pointer) => {
    const { uniqueAcrossRecords, uniqueBy = [] } = field.rules ?? {};
    if (!uniqueAcrossRecords || !Array.isArray(value)) return;
    for (const name of uniqueBy)
      for (const { key, at } of comparedValues(value, name, pointer))
        found.push({ field, id: hashToUuid(`${name} ${key}`), pointer: at });
  });
  return found;
}

/** Those of some items' ids that another record of the entity holds. */
export async function findTakenItems(
  db: Queryable,
  entity: string,
  { path }: FieldModel,
  ids: readonly string[],
  self: string,
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `SELECT DISTINCT to_id AS id FROM record_reference
     WHERE to_entity = $1 AND to_id = ANY($2::uuid[]) AND from_entity = $3 AND path = $4 AND from_id <> $5`,
    [UNIQUE_ITEM, [...new Set(ids)], entity, path, self],
  );
  return new Set(rows.map(({ id }) => id));
}

const hasReferencesCache = new WeakMap<EntityModel, boolean>();

/** Whether records of the entity have rows in the reference index; asked for at every change, so it is cached. */
export function hasReferences(model: EntityModel): boolean {
  let has = hasReferencesCache.get(model);
  if (has === undefined) {
    has =
      referencePaths(model).length > 0 || filePaths({ fields: [...retiredStoredFields(model)] }).length > 0;
    hasReferencesCache.set(model, has);
  }
  return has;
}

/** A record's rows of the reference index as the statements take them: JSON of `[{path, entity, id}]`, each once. */
export function referenceRows(model: EntityModel, record: Readonly<Record<string, unknown>>): string {
  if (!hasReferences(model)) return '[]';
  const rows = new Map(
    findReferences(model.fields, record).map(({ field, reference, id }) => [
      `${field.path} ${id}`,
      { path: field.path, entity: reference.entity, id },
    ]),
  );
  walkValues(model.fields, record, (field, value) => {
    const id = field.file && typeof value === 'string' ? fileIdOfValue(field, value) : undefined;
    const { path } = field;
    if (field.generated === 'id' && typeof value === 'string')
      rows.set(`${path} ${hashToUuid(value)}`, { path, entity: INNER_ID, id: hashToUuid(value) });
    if (id !== undefined && UUID.test(id)) rows.set(`${path} ${id}`, { path, entity: FILE_TARGET, id });
    if (!field.variables || typeof value !== 'string' || !value.includes('{{')) return;
    for (const name of variableNames(value))
      rows.set(`${path} ${hashToUuid(name)}`, { path, entity: VARIABLE, id: hashToUuid(name) });
  });
  for (const { field, id } of findUniqueItems(model.fields, record))
    rows.set(`${field.path} ${id}`, { path: field.path, entity: UNIQUE_ITEM, id });
  return JSON.stringify([...rows.values()]);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the entity's rows in the reference index are derived from. */
export function referencePaths(model: EntityModel): string[] {
  const references = [...referringFields(model)].map(([path, field]) => `${path} ${field.reference?.entity}`);
  const files = filePaths(model).map(({ path }) => `${path} ${FILE_TARGET}`);
  const names = placeholderPaths(model).map((path) => `${path} ${VARIABLE}`);
  const ids = innerIdPaths(model).map((path) => `${path} ${INNER_ID}`);
  const items = uniqueItemLists(model).map(({ path }) => `${path} ${UNIQUE_ITEM}`);
  return [...references, ...files, ...names, ...ids, ...items].sort();
}

/**
 * The record that holds each of some ids which the system generated inside of records.
 * @param entities whose records are looked for; of several that hold an id the one of the first of them counts
 */
export async function findHolders(
  db: Queryable,
  entities: readonly string[],
  ids: readonly string[],
): Promise<{ entity: string; record: string }[]> {
  return db.query(
    `SELECT DISTINCT ON (to_id) from_entity AS entity, from_id AS record FROM record_reference
     WHERE to_entity = $1 AND to_id = ANY($2::uuid[]) AND from_entity = ANY($3::text[])
     ORDER BY to_id, array_position($3::text[], from_entity), from_id`,
    [INNER_ID, [...new Set(ids)].map(hashToUuid), [...entities]],
  );
}

/**
 * Indexes the references of records that are older than the index, or than a field's becoming a reference. Nothing is
 * done while the entity's referring fields stay what they were.
 */
export async function rebuildReferenceIndex(tx: Queryable, model: EntityModel): Promise<void> {
  await refreshDerived(tx, model, 'references', referencePaths(model), async () => {
    await tx.query('DELETE FROM record_reference WHERE from_entity = $1 AND to_entity <> $2', [
      model.name,
      FILE_TARGET,
    ]);
    await eachRow(tx, model, async (records) => {
      const rows = records.flatMap(({ id, data }) =>
        (JSON.parse(referenceRows(model, data)) as object[]).map((row) => ({ ...row, from: id })),
      );
      await tx.query(
        `INSERT INTO record_reference (from_entity, from_id, path, to_entity, to_id)
         SELECT $1::text, reference."from", reference.path, reference.entity, reference.id
         FROM jsonb_to_recordset($2::jsonb) AS reference("from" uuid, path text, entity text, id uuid)
         ON CONFLICT DO NOTHING`,
        [model.name, JSON.stringify(rows)],
      );
    });
    if (model.features.history)
      for (const field of filePaths(model)) await fillFromHistory(tx, model.name, field);
  });
}

/** Files of states that may be restored. */
async function fillFromHistory(tx: Queryable, entity: string, field: FieldModel): Promise<void> {
  const path = quoteLiteral(jsonPathOf(field));
  await tx.query(
    `INSERT INTO record_reference (from_entity, from_id, path, to_entity, to_id)
     SELECT $1::text, held.record_id, $2::text, $3::text, held.id::uuid FROM (
       SELECT record_id, regexp_replace(jsonb_path_query(state, ${path}) #>> '{}', '^/files/([^/]*)/.*$', '\\1') AS id
       FROM record_history, unnest(ARRAY[before, after]) AS state WHERE entity = $1::text) AS held
     WHERE held.id ~ '${UUID.source}' ON CONFLICT DO NOTHING`,
    [entity, field.path, FILE_TARGET],
  );
}

/** Where a field's values lie in a stored document, as an SQL/JSON path in lax mode: lists and variants open by themselves. */
function jsonPathOf({ path }: FieldModel): string {
  const names = path.split('.').filter((part) => part !== '*' && !part.startsWith('<'));
  return ['$', ...names.map((name) => `.${JSON.stringify(name)}`)].join('');
}
