import type { FieldModel } from '../../../schemas/model/types.ts';

/** Column width by display type; types without one share the remaining width. */
const WIDTHS_PX: Record<string, number> = {
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
/** Default and minimum width of the title column. */
const TITLE_WIDTH_PX = 248;
const MIN_TITLE_WIDTH_PX = 176;
/** Minimum width of a flexible column. */
const MIN_COLUMN_WIDTH_PX = 160;
/** Readable width of a flexible column; the title column shrinks first. */
const READABLE_COLUMN_WIDTH_PX = 240;

/** Width of a row besides its columns: mark with checkbox, and menu. */
export const FIXED_COLUMNS_WIDTH_PX = 58 + 52;

/** A column's width; undefined for flexible columns. */
const columnWidth = (field: FieldModel, isTitle: boolean): number | undefined =>
  (field.column && field.column.width) || (isTitle ? TITLE_WIDTH_PX : WIDTHS_PX[field.display]);

/** Whether no column is flexible, so that one of them has to grow. */
const haveFixedWidths = (columns: FieldModel[], title: FieldModel | undefined): boolean =>
  columns.every((field) => columnWidth(field, field === title) !== undefined);

const sumWidths = (
  columns: FieldModel[],
  title: FieldModel | undefined,
  rest = MIN_COLUMN_WIDTH_PX,
): number => columns.reduce((sum, field) => sum + (columnWidth(field, field === title) ?? rest), 0);

const isTitleFlexible = (title: FieldModel | undefined): boolean =>
  title !== undefined && columnWidth(title, true) === TITLE_WIDTH_PX;

/**
 * The column that grows when none is flexible: tags, else the title.
 */
const findFlexibleColumn = (columns: FieldModel[], title: FieldModel | undefined): FieldModel | undefined =>
  columns.findLast(({ display, column }) => display === 'tags' && !(column && column.width)) ?? title;

/** The minimum width of all columns in pixels, with the title shrunk. */
export const minTableWidth = (columns: FieldModel[], title: FieldModel | undefined): number =>
  sumWidths(columns, title) - (isTitleFlexible(title) ? TITLE_WIDTH_PX - MIN_TITLE_WIDTH_PX : 0);

/** Minimum count of columns, and the same for lists with priority columns. */
const MIN_COLUMNS = 3;
const MIN_COLUMNS_WITH_PRIORITY = 2;

interface ColumnPriorities {
  /** Name of the sorted column. */
  sortedBy?: string;
  /** Names of columns with the same value in each row; dropped first. */
  constantColumns: readonly string[];
}

/** Whether a column stays on narrow screens: switches, and `keepWhenNarrow`. */
const hasPriority = ({ type, column }: FieldModel): boolean =>
  type === 'boolean' || Boolean(column && column.keepWhenNarrow);

/**
 * Selects the columns that fit. The last ones are dropped first, but never the title, priority columns and the sorted
 * column.
 * @param width of the whole table, in pixels
 */
export const selectFittingColumns = (
  columns: FieldModel[],
  title: FieldModel | undefined,
  width: number,
  { sortedBy, constantColumns }: ColumnPriorities,
): FieldModel[] => {
  const remaining = [...columns];
  const hasPriorityColumn = columns.some((field) => field !== title && hasPriority(field));
  const minColumns = hasPriorityColumn ? MIN_COLUMNS_WITH_PRIORITY : MIN_COLUMNS;
  while (remaining.length > minColumns && FIXED_COLUMNS_WIDTH_PX + minTableWidth(remaining, title) > width) {
    const others = remaining
      .slice(1)
      .filter((field) => field !== title && !hasPriority(field) && field.name !== sortedBy);
    const dropped = others.find(({ name }) => constantColumns.includes(name)) ?? others.at(-1);
    if (!dropped) break;
    remaining.splice(remaining.indexOf(dropped), 1);
  }
  return remaining.length === columns.length ? columns : remaining;
};

/** A column's width as CSS; undefined for the flexible one. */
export const cssWidth = (
  field: FieldModel,
  columns: FieldModel[],
  title: FieldModel | undefined,
): number | string | undefined => {
  const width = columnWidth(field, field === title);
  if (haveFixedWidths(columns, title) && field === findFlexibleColumn(columns, title)) return undefined;
  if (field !== title || !isTitleFlexible(title)) return width;
  // Shrinks on narrow lists.
  const others =
    sumWidths(columns, title, READABLE_COLUMN_WIDTH_PX) - TITLE_WIDTH_PX + FIXED_COLUMNS_WIDTH_PX;
  return `clamp(${MIN_TITLE_WIDTH_PX}px, calc(100cqw - ${others}px), ${TITLE_WIDTH_PX}px)`;
};

/** Right-aligns numbers and times, so that they can be compared. */
export const columnAlign = (field: FieldModel): string | undefined => {
  const align = field.column ? field.column.align : undefined;
  return align !== 'center' && ['number', 'relative-time', 'date', 'date-time'].includes(field.display)
    ? 'right'
    : align;
};
