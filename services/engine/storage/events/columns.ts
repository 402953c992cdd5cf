import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import type { EntityModel, FieldModel } from '../../../../schemas/model/types.ts';
import { quoteIdentifier, quoteLiteral, timeToTextSql } from '../sql.ts';

type StorageType = 'text' | 'double precision' | 'boolean' | 'uuid' | 'jsonb' | 'timestamp(3) with time zone';

/** A field of an event, as a column of its table. */
export interface EventColumn {
  field: FieldModel;
  /** Quoted. */
  name: string;
  /** As `format_type` spells it. */
  type: StorageType;
}

const TIME = 'timestamp(3) with time zone';

/** The column type of an event's field; lists and objects are JSON. */
export function storageType(field: FieldModel): StorageType {
  if (field.type === 'reference') return 'uuid';
  if (field.type === 'date-time') return TIME;
  const [choice] = field.choices ?? [];
  if (typeof choice?.value === 'number') return 'double precision';
  if (typeof choice?.value === 'boolean') return 'boolean';
  const { stored } = traitsOf(field);
  if (stored === 'number') return 'double precision';
  if (stored === 'boolean') return 'boolean';
  return stored === 'text' ? 'text' : 'jsonb';
}

/** The columns of an event entity besides `id`, `created_at` (when it happened) and `updated_at` (when it was stored). */
export function eventColumns({ fields, events }: Pick<EntityModel, 'fields' | 'events'>): EventColumn[] {
  return fields
    .filter(({ name }) => name !== events?.at)
    .map((field) => ({ field, name: quoteIdentifier(field.name), type: storageType(field) }));
}

/** A column's definition without its name. */
export const columnType = (type: StorageType): string => (type === 'text' ? 'text COLLATE "C"' : type);

/** A PostgreSQL function takes 100 arguments at most; each pair is two. */
const MAX_PAIRS_PER_CALL = 45;

/** Select list that gives an event the columns of other entities' rows: `data` as one document, and system columns. */
export function eventRowSql(model: Pick<EntityModel, 'fields' | 'events'>): string {
  const columns = eventColumns(model);
  const single = columns.filter(({ type }) => type !== 'jsonb');
  const pairs = [
    ...(model.events ? [`${quoteLiteral(model.events.at)}, ${timeToTextSql('created_at')}`] : []),
    ...single.map(
      ({ field, name, type }) => `${quoteLiteral(field.name)}, ${type === TIME ? timeToTextSql(name) : name}`,
    ),
  ];
  const parts: string[] = [];
  for (let from = 0; from < pairs.length; from += MAX_PAIRS_PER_CALL)
    parts.push(
      `jsonb_strip_nulls(jsonb_build_object(${pairs.slice(from, from + MAX_PAIRS_PER_CALL).join(', ')}))`,
    );
  // Added after stripping nulls, since nulls inside a document belong to it.
  for (const { field, name, type } of columns) {
    if (type === 'jsonb')
      parts.push(
        `CASE WHEN ${name} IS NULL THEN '{}' ELSE jsonb_build_object(${quoteLiteral(field.name)}, ${name}) END`,
      );
  }
  return `id, ${parts.join(' || ') || "'{}'::jsonb"} AS data, 1 AS version,
    (created_at AT TIME ZONE 'UTC')::text AS created, (updated_at AT TIME ZONE 'UTC')::text AS updated,
    NULL::text AS created_by, NULL::text AS updated_by`;
}
