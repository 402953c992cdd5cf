import type { EntityModel, EntityRecord, FieldModel, Match } from '../../schemas/model/types.ts';
import { matchToSql, Parameters } from '../storage/matchSql.ts';
import { columnsOf, isListField, literal, tableOf } from '../storage/sql.ts';
import type { Catalog, Resource } from './catalog.ts';
import { COUNTED_AT_MOST } from './repository.ts';
import type { Caller } from './write/actor.ts';

/** Where answers carry what is counted. */
export const COUNTS = '_count';

/** The counted fields of an entity. */
export function computedFields({ fields }: Pick<EntityModel, 'fields'>): FieldModel[] {
  return fields.filter((field) => field.computed !== undefined);
}

/** What a record has in a field, counted or stored. */
export function valueOf(record: EntityRecord, { name, computed }: FieldModel): EntityRecord[string] {
  return computed ? (record[COUNTS] as Record<string, number> | undefined)?.[name] : record[name];
}

/**
 * Records with what is counted for them, all in one query: `_count: {links: 3}`, each up to 1000. What the person may
 * not see is not counted; where they may not read the entity at all, its count is absent.
 */
export async function withCounts<T extends EntityRecord>(
  catalog: Catalog,
  { model, repository }: Resource,
  caller: Caller,
  records: T[],
): Promise<T[]> {
  const fields = computedFields(model).filter(
    ({ computed, access }) =>
      caller.rights.may(computed?.count.entity ?? '', 'read') &&
      (!access.read || caller.rights.holds(access.read, 'read')),
  );
  if (computedFields(model).length === 0 || records.length === 0) return records;
  const counts = new Map<string, Record<string, number>>();
  if (fields.length > 0) {
    const parameters = new Parameters();
    const ids = parameters.add(records.map(({ id }) => id));
    const columns = fields.map(
      (field) => `${literal(field.name)}, ${countOf(catalog, field, parameters, caller)}`,
    );
    const rows = await repository.db.query<{ id: string; counts: Record<string, number> }>(
      `SELECT page.id, jsonb_build_object(${columns.join(', ')}) AS counts FROM unnest(${ids}::uuid[]) AS page(id)`,
      parameters.values,
    );
    for (const row of rows) counts.set(row.id, row.counts);
  }
  return records.map((record) => ({ ...record, [COUNTS]: counts.get(record.id) ?? {} }));
}

function countOf(catalog: Catalog, field: FieldModel, parameters: Parameters, { user }: Caller): string {
  const { entity = '', by = '', where } = field.computed?.count ?? {};
  const { model } = catalog.require(entity);
  const column = columnsOf(model).get(by);
  const conditions = [where, model.list.where, model.access.rows].filter(
    (one): one is Match => one !== undefined,
  );
  const same =
    column?.field && isListField(column.field)
      ? `${column.value} @> jsonb_build_array(page.id::text)`
      : `${column?.value} = page.id::text`;
  const all = [same, ...conditions.map((one) => matchToSql(model, one, parameters, { user }))].join(' AND ');
  return `(SELECT count(*)::int FROM (SELECT 1 FROM ${tableOf(model)} WHERE ${all} LIMIT ${COUNTED_AT_MOST}) AS counted)`;
}
