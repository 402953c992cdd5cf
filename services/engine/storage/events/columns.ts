import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import type { EntityModel, FieldModel } from '../../../../schemas/model/types.ts';
import { quoteIdentifier, quoteLiteral, timeToTextSql } from '../sql.ts';

type StorageType = 'text' | 'double precision' | 'boolean' | 'uuid' | 'jsonb' | 'timestamp(3) with time zone';

/** A field of an event, as a column of its table. */
export interface EventColumn {
  field: FieldModel;
  /** Quoted. */
  name: string;
  /** As PostgreSQL tells it. */
  type: StorageType;
}

const TIME = 'timestamp(3) with time zone';

/** What a field of an event is stored as; what holds no single value is JSON. */
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

/** The columns of an entity of events beside `id`, `created_at` (when it happened) and `updated_at` (when it was stored). */
export function eventColumns({ fields, events }: Pick<EntityModel, 'fields' | 'events'>): EventColumn[] {
  return fields
    .filter(({ name }) => name !== events?.at)
    .map((field) => ({ field, name: quoteIdentifier(field.name), type: storageType(field) }));
}

/** A column's definition without its name. */
export const columnType = (type: StorageType): string => (type === 'text' ? 'text COLLATE "C"' : type);

/** Arguments that a function of PostgreSQL takes, two for each value. */
const MOST_VALUES = 45;

/** An event as rows of other entities look: its fields as one document, and the bookkeeping ones. */
export function eventRow(model: Pick<EntityModel, 'fields' | 'events'>): string {
  const columns = eventColumns(model);
  const single = columns.filter(({ type }) => type !== 'jsonb');
  const pairs = [
    ...(model.events ? [`${quoteLiteral(model.events.at)}, ${timeToTextSql('created_at')}`] : []),
    ...single.map(
      ({ field, name, type }) => `${quoteLiteral(field.name)}, ${type === TIME ? timeToTextSql(name) : name}`,
    ),
  ];
  const parts: string[] = [];
  for (let from = 0; from < pairs.length; from += MOST_VALUES)
    parts.push(`jsonb_strip_nulls(jsonb_build_object(${pairs.slice(from, from + MOST_VALUES).join(', ')}))`);
  // Nulls inside of a document are its own.
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
