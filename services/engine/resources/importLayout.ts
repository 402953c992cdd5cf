import type { CellOptions } from '../../../schemas/model/cells.ts';
import type { EntityModel, EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import type { Resource } from './catalog.ts';
import type { Caller } from './write/actor.ts';

/** A column of an import file. */
export interface LayoutColumn {
  name: string;
  title: string;
  /** Part of the key that identifies the record of a row. */
  key: boolean;
  required: boolean;
  /** The entity whose records its cells name. */
  entity?: string;
}

/** Cells of a row by column, as texts. */
export type Cells = Record<string, string>;

/** The values that rows give a record. */
export interface RowValues {
  /** Merged over the stored values. */
  values: Record<string, unknown>;
  /** Errors in the rows, by field. */
  faults: FieldErrors;
}

/**
 * How rows of a file map to an entity's records. By default a row is a record and a column a field; a module may define
 * its own layout, such as a row for each sample of an intent.
 */
export interface ImportLayout {
  /** The columns of a file; key columns are fields of the same name. */
  columns(resource: Resource, caller: Caller): LayoutColumn[];
  /** Errors of single rows, by index; other rows of the same record are still imported. */
  validateRows?(rows: readonly Cells[]): ReadonlyMap<number, string>;
  /** Rows with the same key are merged into one record; by default all but the first are rejected. */
  mergesRowsByKey?: boolean;
  /** Limit for a file in which several rows make a record; default 20,000. */
  maxRows?: number;
  /** Converts the rows of one record to its values; `stored` is the existing record, if any. */
  rowsToValues(model: EntityModel, rows: Cells[], tools: CellOptions, stored?: EntityRecord): RowValues;
}
