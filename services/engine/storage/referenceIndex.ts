import { createHash } from 'node:crypto';
import { comparedValues } from '../../../schemas/model/listRules.ts';
import { fileIdOfValue } from '../../../schemas/model/files.ts';
import { childFields, walkFields, walkValues } from '../../../schemas/model/fields.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import type { EntityModel, FieldModel, ReferenceModel } from '../../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import { retiredStoredFields } from './retiring.ts';
import { quoteLiteral } from './sql.ts';
import { forEachBatch, rebuildWhenOutdated } from './derivedData.ts';

/** `to_entity` of a reference to a stored file; no entity has such a name. */
export const FILE_TARGET = '#file';

/** `to_entity` of a reference to a variable that a text names as `{{name}}`; `to_id` is a hash of the name. */
const VARIABLE = '#variable';

/** `to_entity` of a generated id inside a record; `to_id` is a hash of it. */
const INNER_ID = '#inner-id';

/** `to_entity` of an item that may occur in one record only; `to_id` is a hash of its compared value. */
const UNIQUE_ITEM = '#unique-item';

/** A hash in the form of a UUID, as `to_id` of targets without an id. */
const hashToUuid = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The targets of references to a record: its id, and for a variable also its name, which texts refer to. */
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

/** Paths of the fields whose texts may contain variables. */
export function placeholderPaths(model: EntityModel): string[] {
  const found: string[] = [];
  walkFields(model.fields, (field) => {
    if (field.variables) found.push(field.path);
  });
  return found;
}

/** One reference of a record. */
export interface RecordReference {
  reference: ReferenceModel;
  field: FieldModel;
  /** Id of the record that it refers to. */
  id: string;
  /** JSON pointer of the id in the record. */
  pointer: string;
}

/**
 * The reference index: which record refers to which, written in the statement that writes the record. `path` is that of
 * the field, without list indexes (`messages.*.template`). There are also rows for variables in texts, for generated ids
 * inside a record (`"generated": "id"`), by which the record is found, for files (`FILE_TARGET`), and for items that may
 * occur in one record only (`"uniqueAcrossRecords"`). For an entity with history the rows of files stay, because an old
 * state may be restored. `record_upkeep` contains the fields from which the rows were derived.
 */
export const REFERENCE_INDEX_TABLES = [
  `CREATE TABLE IF NOT EXISTS record_reference (
     from_entity text NOT NULL, from_id uuid NOT NULL, path text NOT NULL, to_entity text NOT NULL, to_id uuid NOT NULL,
     PRIMARY KEY (from_id, from_entity, path, to_id))`,
  `CREATE INDEX IF NOT EXISTS record_reference_target ON record_reference (to_id, to_entity)`,
  `CREATE TABLE IF NOT EXISTS record_upkeep (entity text, what text, paths text NOT NULL, PRIMARY KEY (entity, what))`,
];

/** Finds every reference in a record, through objects, lists and variants. */
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

/** The fields that refer to records, by path. */
export function referringFields(model: EntityModel): Map<string, FieldModel> {
  const found = new Map<string, FieldModel>();
  walkFields(model.fields, (field) => {
    if (field.reference) found.set(field.path, field);
  });
  return found;
}

/** The fields that contain files, or addresses of them. */
function fileFields(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  const found: FieldModel[] = [];
  walkFields(model.fields, (field) => {
    if (field.file) found.push(field);
  });
  return found;
}

/** Paths of the fields with generated ids. */
function innerIdPaths(model: EntityModel): string[] {
  const found: string[] = [];
  walkFields(model.fields, (field) => {
    if (field.generated === 'id') found.push(field.path);
  });
  return found;
}

/** The lists whose items may occur in one record only. */
export function uniqueItemLists(model: Pick<EntityModel, 'fields'>): FieldModel[] {
  const found: FieldModel[] = [];
  walkFields(model.fields, (field) => {
    if (field.rules?.uniqueAcrossRecords) found.push(field);
  });
  return found;
}

/** An item that may occur in one record only. */
export interface UniqueItem {
  field: FieldModel;
  /** `to_id` of the compared value. */
  id: string;
  /** JSON pointer of the item in the record. */
  pointer: string;
}

/** Finds the items of a record that may occur in one record only. */
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

/** Finds which unique items another record of the entity already has. @param ids of `UniqueItem`s */
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

/** Whether records of the entity have rows in the reference index. Cached, because it is called for every change. */
export function hasReferences(model: EntityModel): boolean {
  let has = hasReferencesCache.get(model);
  if (has === undefined) {
    has =
      referencePaths(model).length > 0 || fileFields({ fields: [...retiredStoredFields(model)] }).length > 0;
    hasReferencesCache.set(model, has);
  }
  return has;
}

/** A record's distinct rows of the reference index, as JSON of `[{path, entity, id}]` for the statements that write it. */
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

/** The fields and targets from which the entity's rows in the reference index are derived. */
export function referencePaths(model: EntityModel): string[] {
  const references = [...referringFields(model)].map(([path, field]) => `${path} ${field.reference?.entity}`);
  const files = fileFields(model).map(({ path }) => `${path} ${FILE_TARGET}`);
  const names = placeholderPaths(model).map((path) => `${path} ${VARIABLE}`);
  const ids = innerIdPaths(model).map((path) => `${path} ${INNER_ID}`);
  const items = uniqueItemLists(model).map(({ path }) => `${path} ${UNIQUE_ITEM}`);
  return [...references, ...files, ...names, ...ids, ...items].sort();
}

/**
 * Finds the record that contains each of these generated ids.
 * @param entities to search; when several contain an id, the first one wins
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

/** Rebuilds the reference index of an entity when its referring fields have changed. */
export async function rebuildReferenceIndex(tx: Queryable, model: EntityModel): Promise<void> {
  await rebuildWhenOutdated(tx, model, 'references', referencePaths(model), async () => {
    await tx.query('DELETE FROM record_reference WHERE from_entity = $1 AND to_entity <> $2', [
      model.name,
      FILE_TARGET,
    ]);
    await forEachBatch(tx, model, async (records) => {
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
      for (const field of fileFields(model)) await fillFromHistory(tx, model.name, field);
  });
}

/** Adds the files of earlier states, which may be restored. */
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

/** An SQL/JSON path to a field's values. Lax mode unwraps lists, so list indexes and variants are left out. */
function jsonPathOf({ path }: FieldModel): string {
  const names = path.split('.').filter((part) => part !== '*' && !part.startsWith('<'));
  return ['$', ...names.map((name) => `.${JSON.stringify(name)}`)].join('');
}
