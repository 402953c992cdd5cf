import type { CellTools } from '../../../schemas/model/cells.ts';
import type { EntityModel, EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import type { Resource } from './catalog.ts';
import type { Caller } from './write/actor.ts';

/** A column that a file may have. */
export interface LayoutColumn {
  name: string;
  title: string;
  /** Part of what says which record a row is about. */
  key: boolean;
  required: boolean;
  /** Entity whose records its cells name. */
  entity?: string;
}

/** Cells of a row by column, as texts. */
export type Cells = Record<string, string>;

/** What rows say of a record. */
export interface RowValues {
  /** Laid over what is stored. */
  values: Record<string, unknown>;
  /** What is wrong with the rows, by field. */
  faults: FieldErrors;
}

/**
 * How a file tells of an entity's records. By default a row is a record and a column a field; a domain may have one of
 * its own, such as a row for each sample of an intent.
 */
export interface ImportLayout {
  /** Columns of a file; those of the key are fields of that name. */
  columns(resource: Resource, caller: Caller): LayoutColumn[];
  /** What is wrong with rows by themselves, by their index; other rows of the same record are taken all the same. */
  validateRows?(rows: readonly Cells[]): ReadonlyMap<number, string>;
  /** Rows with one key are merged into one record; by default all but the first are refused. */
  mergesRowsByKey?: boolean;
  /** Rows that a file may have, where several make one record; by default 20,000. */
  maxRows?: number;
  /** The values that the rows of one record give it; `stored` is the record as it is, where there is one. */
  rowsToValues(model: EntityModel, rows: Cells[], tools: CellTools, stored?: EntityRecord): RowValues;
}
