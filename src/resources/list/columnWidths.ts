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
/** The column that names a record, and the least that it can do with where no other column takes what is left. */
const NAME = 248;
const LEAST_NAME = 176;
/** The least that a column which takes what is left can do with. */
const LEAST = 160;

/** How wide a column is; undefined for one that takes what the others leave. */
export const columnWidth = (field: FieldModel, isTitle: boolean): number | undefined =>
  (field.column && field.column.width) || (isTitle ? NAME : WIDTHS[field.display]);

/** Whether every column has a width of its own, so that the name takes what is left. */
export const areFixed = (columns: FieldModel[], title: FieldModel | undefined): boolean =>
  columns.every((field) => columnWidth(field, field === title) !== undefined);

/** What all columns together need at least. */
export function leastWidth(columns: FieldModel[], title: FieldModel | undefined): number {
  const needs = columns.reduce((sum, field) => sum + (columnWidth(field, field === title) ?? LEAST), 0);
  const gives = title && !(title.column && title.column.width) && areFixed(columns, title);
  return gives ? needs - NAME + LEAST_NAME : needs;
}

/** Numbers and times stand at the right, where they can be compared. */
export const columnAlign = (field: FieldModel): string | undefined => {
  const align = field.column ? field.column.align : undefined;
  return align !== 'center' && ['number', 'relative-time', 'date', 'date-time'].includes(field.display)
    ? 'right'
    : align;
};
