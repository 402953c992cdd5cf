import type { FieldModel } from '../../../schemas/model/types.ts';

/** What the values of a kind need, in pixels; a kind without one takes what the others leave. */
const WIDTHS: Record<string, number> = {
  avatar: 56,
  boolean: 112,
  date: 128,
  'date-time': 184,
  email: 264,
  enum: 144,
  image: 96,
  number: 112,
  phone: 144,
  reference: 176,
  'relative-time': 128,
  tags: 264,
};
/** The column that names a record, and the least that it can do with where no other column takes what is left. */
const NAME_PX = 248;
const MIN_NAME_PX = 176;
/** The least that a column which takes what is left can do with. */
const MIN_COLUMN_PX = 160;
/** What it needs to be read: the name gives of its own before that is cut. */
const TEXT_COLUMN_PX = 240;

/** What a row has beside its columns: the mark with its box, and the menu. */
export const FIXED_COLUMNS_PX = 58 + 52;

/** How wide a column is; undefined for one that takes what the others leave. */
const columnWidth = (field: FieldModel, isTitle: boolean): number | undefined =>
  (field.column && field.column.width) || (isTitle ? NAME_PX : WIDTHS[field.display]);

/** Whether every column has a width of its own, so that the name takes what is left. */
const areFixed = (columns: FieldModel[], title: FieldModel | undefined): boolean =>
  columns.every((field) => columnWidth(field, field === title) !== undefined);

const total = (columns: FieldModel[], title: FieldModel | undefined, rest = MIN_COLUMN_PX): number =>
  columns.reduce((sum, field) => sum + (columnWidth(field, field === title) ?? rest), 0);

const gives = (title: FieldModel | undefined): boolean =>
  title !== undefined && columnWidth(title, true) === NAME_PX;

/** Where every column has a width, tags take what is left, of which more are then to be seen; else what names the record does. */
const restColumn = (columns: FieldModel[], title: FieldModel | undefined): FieldModel | undefined =>
  columns.findLast(({ display, column }) => display === 'tags' && !(column && column.width)) ?? title;

/** What all columns together need at least, in pixels; the name gives of its own. */
export const minTableWidth = (columns: FieldModel[], title: FieldModel | undefined): number =>
  total(columns, title) - (gives(title) ? NAME_PX - MIN_NAME_PX : 0);

/** The first columns are always there; beside the name and what a list is read for, no other has to be. */
const MIN_COLUMNS = 3;
const MIN_COLUMNS_KEPT = 2;

interface Kept {
  /** Name of the column that the list is ordered by. */
  sortedBy?: string;
  /** Names of columns that say the same in each row: the first to go. */
  same: readonly string[];
}

/** What a row is turned on and off with, and what its schema says the list is read for. */
const isKept = ({ type, column }: FieldModel): boolean =>
  type === 'boolean' || Boolean(column && column.keepWhenNarrow);

/**
 * The columns that a width has room for; the rest would be cut, or out of sight, without a sign of it. Of others the
 * last go first, but never the name, what a row is turned on and off with, and what the list is ordered by.
 * @param width in pixels, of the whole table
 */
export const fittingColumns = (
  columns: FieldModel[],
  title: FieldModel | undefined,
  width: number,
  { sortedBy, same }: Kept,
): FieldModel[] => {
  const left = [...columns];
  const isReadFor = columns.some((field) => field !== title && isKept(field));
  const least = isReadFor ? MIN_COLUMNS_KEPT : MIN_COLUMNS;
  while (left.length > least && FIXED_COLUMNS_PX + minTableWidth(left, title) > width) {
    const others = left
      .slice(1)
      .filter((field) => field !== title && !isKept(field) && field.name !== sortedBy);
    const out = others.find(({ name }) => same.includes(name)) ?? others.at(-1);
    if (!out) break;
    left.splice(left.indexOf(out), 1);
  }
  return left.length === columns.length ? columns : left;
};

/** A column's width as CSS, undefined for the one that takes the rest. */
export const cssWidth = (
  field: FieldModel,
  columns: FieldModel[],
  title: FieldModel | undefined,
): number | string | undefined => {
  const width = columnWidth(field, field === title);
  if (areFixed(columns, title) && field === restColumn(columns, title)) return undefined;
  if (field !== title || !gives(title)) return width;
  // Less where the list is narrow.
  const others = total(columns, title, TEXT_COLUMN_PX) - NAME_PX + FIXED_COLUMNS_PX;
  return `clamp(${MIN_NAME_PX}px, calc(100cqw - ${others}px), ${NAME_PX}px)`;
};

/** Numbers and times stand at the right, where they can be compared. */
export const columnAlign = (field: FieldModel): string | undefined => {
  const align = field.column ? field.column.align : undefined;
  return align !== 'center' && ['number', 'relative-time', 'date', 'date-time'].includes(field.display)
    ? 'right'
    : align;
};
