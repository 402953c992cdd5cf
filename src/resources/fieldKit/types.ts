import type { ComponentType, ReactNode } from 'react';
import type { EntityRecord, FieldModel, Json } from '../../../schemas/model/types.ts';
import type { NamedEditor } from './editorTypes.ts';

/** A record as lists and views get it: stored, with an id. */
export type ListRecord = EntityRecord;

/** What a field's value may be when it is shown: JSON, or nothing. */
export type FieldValue = Json | undefined;

export interface CellProps {
  field: FieldModel;
  value: FieldValue;
  /** In a row: the record that has the value. */
  record?: ListRecord;
}

export interface DetailProps extends CellProps {
  /** Shows a nested value by its own field type; for objects, lists and variants. */
  Value: ComponentType<CellProps>;
}

/**
 * How a field narrows a list, as the REST grammar says it: `''` holds the values that it may equal,
 * `gte` and `lte` the ends of a range. An operator without values is left out.
 */
export type FilterValue = Partial<Record<FilterOperator, string[]>>;
export type FilterOperator = '' | 'gte' | 'lte' | 'gt' | 'lt';

export interface FilterProps {
  field: FieldModel;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}

/** What `toText` may ask for while it writes a value. */
export interface TextTools {
  /** The text of a nested value by its own field type. */
  text: (value: FieldValue, field: FieldModel) => string;
  /** The title of a record that is referred to, where it is known. */
  titleOf: (entity: string, id: string) => string | undefined;
}

/**
 * One type of field: how its values are shown, edited, filtered and written as text. Each lives in a folder of its own
 * and is found through `registry.ts`. Its `name` is what `type`, `display` and `widget` say.
 */
export interface FieldTypeDefinition extends NamedEditor {
  /** How well this type suits the field: the highest rank wins, below zero never. By default those shown by its name. */
  tester?: (field: FieldModel) => number;
  /** One line, in a table row or beside a label. Shows nothing that is not text. */
  Cell: ComponentType<CellProps & Partial<Pick<DetailProps, 'Value'>>>;
  /** A custom header cell in place of the field's title, for cells that are columns of their own. */
  HeaderCell?: ComponentType<CellProps>;
  /** The cell holds links of its own or no text, so it cannot be what a row's link says. */
  notLinkable?: boolean;
  /** The cell is a picture: cards show it above their facts. */
  picture?: true;
  /** The sign of a value: it stands before the names of the records that have it, wherever they are named. */
  Mark?: ComponentType<{ value: FieldValue }>;
  /** The whole value in show views; defaults to `Cell`. */
  Detail?: ComponentType<DetailProps>;
  /** Without one the field cannot be filtered. */
  Filter?: ComponentType<FilterProps & { fallback?: ReactNode }>;
  /** The filter takes effect with every click (choices), so it stays open for more. */
  filterStaysOpen?: boolean;
  /** What a filter's chip says after the field's title; defaults to the values as text. */
  FilterLabel?: ComponentType<Omit<FilterProps, 'onChange'>>;
  /** The operators that filters on this type use. */
  operators: FilterOperator[];
  /** The value in one line for people: differences, titles, chips. */
  toText: (value: FieldValue, field: FieldModel, tools: TextTools) => string;
}

/** Rank of a type that suits every field with its name. */
const RANK_BY_TYPE = 1;
/** Rank of a type of one's own that the schema names. */
export const RANK_BY_NAME = 2;

/** A tester for the fields of one type. */
export const matchType =
  (type: FieldModel['type']) =>
  (field: FieldModel): number =>
    field.type === type ? RANK_BY_TYPE : -1;

/** No value: nothing was entered. */
export const isBlank = (value: FieldValue): value is null | undefined | '' =>
  value === undefined || value === null || value === '';
