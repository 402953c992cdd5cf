import type { EntityModel, EntityRecord, FieldModel, Match } from '../../../schemas/model/types.ts';
import { matches } from '../../../schemas/model/match.ts';
import { matchToSql, Parameters } from '../storage/matchSql.ts';
import { columnsOf, isListField, quoteLiteral, quotedTableName } from '../storage/sql.ts';
import type { Catalog, Resource } from './catalog.ts';
import { MAX_TAB_COUNT } from './repository.ts';
import type { Caller } from './write/actor.ts';
import { PLACEHOLDER } from '../../../schemas/model/placeholders.ts';
import { textOf } from '../../../schemas/model/text.ts';

/** Keys of computed counts and texts in responses. */
export const COUNTS_KEY = '_count';
export const TEXTS_KEY = '_text';

const fieldsCache = new WeakMap<readonly FieldModel[], FieldModel[]>();

/** The computed fields of an entity; cached, as every read needs them. */
export function computedFields({ fields }: Pick<EntityModel, 'fields'>): readonly FieldModel[] {
  let found = fieldsCache.get(fields);
  if (!found) fieldsCache.set(fields, (found = fields.filter((field) => field.computed !== undefined)));
  return found;
}

/** A record's value of a field, stored or computed. */
export function valueOf(record: EntityRecord, { name, computed }: FieldModel): EntityRecord[string] {
  if (!computed) return record[name];
  const computedValues = record[computed.count ? COUNTS_KEY : TEXTS_KEY] as
    Record<string, number | string> | undefined;
  return computedValues?.[name];
}

/**
 * Adds computed values to records: `_count: {links: 3}`, each up to 1000, and `_text`. Only records that the caller may see
 * are counted; counts of an entity that they may not read are absent.
 */
export async function withComputed<T extends EntityRecord>(
  catalog: Catalog,
  resource: Resource,
  caller: Caller,
  records: T[],
): Promise<T[]> {
  if (computedFields(resource.model).length === 0) return records;
  return withTexts(resource, caller, await withCounts(catalog, resource, caller, records));
}

/** A value as part of an address: choices in lower case. */
const toAddressPart = (
  record: EntityRecord,
  { fields }: Pick<EntityModel, 'fields'>,
  name: string,
): string => {
  const value = textOf(record[name] ?? '');
  return fields.find((field) => field.name === name)?.choices ? value.toLowerCase() : value;
};

function withTexts<T extends EntityRecord>({ model }: Resource, caller: Caller, records: T[]): T[] {
  const fields = computedFields(model).filter(
    ({ access }) => !access.read || caller.rights.holds(access.read, 'read'),
  );
  const texts = fields.flatMap(({ name, computed, visibleWhen }) =>
    computed?.text === undefined ? [] : [{ name, text: computed.text, visibleWhen }],
  );
  if (texts.length === 0) return records;
  return records.map((record) => {
    const visibleTexts = texts.filter(({ visibleWhen }) =>
      matches(visibleWhen, record, { user: caller.user }),
    );
    const filledTexts = visibleTexts.map(({ name, text }) => [
      name,
      text.replaceAll(PLACEHOLDER, (_, placeholder: string) => {
        const path = placeholder.trim();
        return path === '$origin' ? (caller.origin?.() ?? '') : toAddressPart(record, model, path);
      }),
    ]);
    return { ...record, [TEXTS_KEY]: Object.fromEntries(filledTexts) as Record<string, string> };
  });
}

/** Adds the counts of all records with one query. */
async function withCounts<T extends EntityRecord>(
  catalog: Catalog,
  { model, repository }: Resource,
  caller: Caller,
  records: T[],
): Promise<T[]> {
  const fields = computedFields(model).filter(
    ({ computed, access }) =>
      computed?.count !== undefined &&
      caller.rights.may(computed.count.entity, 'read') &&
      (!access.read || caller.rights.holds(access.read, 'read')),
  );
  if (records.length === 0 || !computedFields(model).some(({ computed }) => computed?.count)) return records;
  const counts = new Map<string, Record<string, number>>();
  if (fields.length > 0) {
    const parameters = new Parameters();
    const ids = parameters.add(records.map(({ id }) => id));
    const columns = fields.map(
      (field) => `${quoteLiteral(field.name)}, ${countSql(catalog, field, parameters, caller)}`,
    );
    const rows = await repository.db.query<{ id: string; counts: Record<string, number> }>(
      `SELECT page.id, jsonb_build_object(${columns.join(', ')}) AS counts FROM unnest(${ids}::uuid[]) AS page(id)`,
      parameters.values,
    );
    for (const row of rows) counts.set(row.id, row.counts);
  }
  return records.map((record) => ({ ...record, [COUNTS_KEY]: counts.get(record.id) ?? {} }));
}

function countSql(catalog: Catalog, field: FieldModel, parameters: Parameters, { user }: Caller): string {
  const { entity = '', by = '', where } = field.computed?.count ?? {};
  const { model } = catalog.require(entity);
  const column = columnsOf(model).get(by);
  const conditions = [where, model.list.where, model.access.rows].filter(
    (condition): condition is Match => condition !== undefined,
  );
  const refersToRecord =
    column?.field && isListField(column.field)
      ? `${column.value} @> jsonb_build_array(page.id::text)`
      : `${column?.value} = page.id::text`;
  const conditionSql = [
    refersToRecord,
    ...conditions.map((condition) => matchToSql(model, condition, parameters, { user })),
  ].join(' AND ');
  return `(SELECT count(*)::int FROM (SELECT 1 FROM ${quotedTableName(model)} WHERE ${conditionSql} LIMIT ${MAX_TAB_COUNT}) AS counted)`;
}
