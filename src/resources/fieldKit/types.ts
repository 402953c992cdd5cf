import type { ComponentType, ReactNode } from 'react';
import type { EntityRecord, FieldModel, Json } from '../../../schemas/model/types.ts';
import type { NamedEditor } from './editorTypes.ts';

/** A stored record in lists and views. */
export type ListRecord = EntityRecord;

/** A displayed value: JSON or undefined. */
export type FieldValue = Json | undefined;

export interface CellProps {
  field: FieldModel;
  value: FieldValue;
  /** In table rows: the value's record. */
  record?: ListRecord;
}

export interface DetailProps extends CellProps {
  /** Renders a nested value by its field type, for objects, lists and variants. */
  Value: ComponentType<CellProps>;
}

/**
 * A field's filter in terms of the REST query: `''` has the values to equal, `gte` and `lte` the bounds of a range.
 * Operators without values are omitted.
 */
export type FilterValue = Partial<Record<FilterOperator, string[]>>;
export type FilterOperator = '' | 'gte' | 'lte' | 'gt' | 'lt';

export interface FilterProps {
  field: FieldModel;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}

/** Helpers for `toText`. */
export interface TextTools {
  /** Formats a nested value by its field type. */
  text: (value: FieldValue, field: FieldModel) => string;
  /** The title of a referenced record, if loaded. */
  titleOf: (entity: string, id: string) => string | undefined;
}

/**
 * A field type: how values are shown, edited, filtered and formatted as text. Each has its own folder and is
 * registered in `registry.ts`. `type`, `display` and `widget` of schemas refer to its `name`.
 */
export interface FieldTypeDefinition extends NamedEditor {
  /**
   * Rank of this type for a field: the highest wins, negative never. By default it matches fields whose `display` is
   * its name.
   */
  tester?: (field: FieldModel) => number;
  /** The value in one line, for a table row or beside a label. */
  Cell: ComponentType<CellProps & Partial<Pick<DetailProps, 'Value'>>>;
  /** A custom header cell in place of the field's title, for cells with their own columns. */
  HeaderCell?: ComponentType<CellProps>;
  /** The cell has links of its own or no text, so it cannot be the text of the row's link. */
  notLinkable?: boolean;
  /** The cell is a picture: cards show it above their facts. */
  picture?: true;
  /** The icon of a value, shown before the names of records with it. */
  Mark?: ComponentType<{ value: FieldValue }>;
  /** The whole value in show views; defaults to `Cell`. */
  Detail?: ComponentType<DetailProps>;
  /** `Detail` also draws a blank value in a form, which has a word for it otherwise. */
  drawsBlank?: true;
  /** The filter's input; a field without one cannot be filtered. */
  Filter?: ComponentType<FilterProps & { fallback?: ReactNode }>;
  /** The filter applies on every click (choices), so it stays open. */
  filterStaysOpen?: boolean;
  /** Text of a filter's chip after the field's title; defaults to the values as text. */
  FilterLabel?: ComponentType<Omit<FilterProps, 'onChange'>>;
  /** The operators that filters on this type use. */
  operators: FilterOperator[];
  /** The value in one line for people: differences, titles, chips. */
  toText: (value: FieldValue, field: FieldModel, tools: TextTools) => string;
}

/** Rank of a type that matches by the field's type. */
const RANK_BY_TYPE = 1;
/** Rank of a type that the schema names explicitly. */
export const RANK_BY_NAME = 2;

/** A tester for the fields of one type. */
export const matchType =
  (type: FieldModel['type']) =>
  (field: FieldModel): number =>
    field.type === type ? RANK_BY_TYPE : -1;

/** Whether there is no value. */
export const isBlank = (value: FieldValue): value is null | undefined | '' =>
  value === undefined || value === null || value === '';
