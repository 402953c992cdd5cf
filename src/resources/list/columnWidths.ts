import type { FieldModel } from '../../../schemas/model/types.ts';

/** What the values of a kind need, in pixels; a kind without one takes what the others leave. */
const WIDTHS: Record<string, number> = {
  avatar: 56,
  boolean: 112,
  date: 128,
  'date-time': 184,
  email: 232,
  enum: 144,
  image: 96,
  number: 112,
  phone: 144,
  reference: 176,
  references: 216,
  'relative-time': 128,
  tags: 264,
};
/** The column that names a record. */
const NAME = 248;
/** The least that a column which takes what is left can do with. */
const LEAST = 160;

/** How wide a column is; undefined for one that takes what the others leave. */
export const columnWidth = (field: FieldModel, isTitle: boolean): number | undefined =>
  (field.column && field.column.width) || (isTitle ? NAME : WIDTHS[field.display]);

/** What a column needs at least. */
export const leastWidth = (field: FieldModel, isTitle: boolean): number =>
  columnWidth(field, isTitle) ?? LEAST;

/** Numbers and times stand at the right, where they can be compared. */
export const columnAlign = (field: FieldModel): string | undefined => {
  const align = field.column ? field.column.align : undefined;
  return align !== 'center' && ['number', 'relative-time', 'date', 'date-time'].includes(field.display)
    ? 'right'
    : align;
};
