import { MAX_SEARCH_UNITS } from '../../../../schemas/model/listCalls.ts';
import type { EntityModel, Json } from '../../../../schemas/model/types.ts';
import { DEFAULT_TAKE, filterFields, isRanged, MAX_SKIP, MAX_TAKE } from '../listQuery.ts';
import { parameterSchema } from './components.ts';
import { query } from './operation.ts';

/** The search of a list. */
export const KEYWORD = query(
  'keyword',
  { type: 'string', maxLength: MAX_SEARCH_UNITS },
  'Contained in one of the searched fields, case-insensitively.',
);
/** The page of a list. */
export const PAGE: Json[] = [
  query('take', { type: 'integer', minimum: 1, maximum: MAX_TAKE, default: DEFAULT_TAKE }),
  query('cursorId', { type: 'string' }, 'The page starts at this row.'),
  query(
    'skip',
    { type: 'integer', minimum: 0, maximum: MAX_SKIP, default: 0 },
    'Rows to skip from the start of the page.',
  ),
];

/** The filters of an entity's list, with ranges for ordered fields. */
export function filterParameters(model: EntityModel): Json[] {
  return filterFields(model).flatMap((field) => [
    {
      ...query(field.name, { type: 'array', items: parameterSchema(field) }, 'Repeated: one of.'),
      style: 'form',
      explode: true,
    },
    ...(isRanged(field)
      ? ['gte', 'lte', 'gt', 'lt'].map((range) => query(`${field.name}.${range}`, parameterSchema(field)))
      : []),
  ]);
}
