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
  /** Why rows are refused by themselves, by their place, so that others of the same record are not held back. */
  faultsOf?(rows: readonly Cells[]): ReadonlyMap<number, string>;
  /** Several rows with one key are about one record, instead of all but the first being refused. */
  gathers?: boolean;
  /** Rows that a file may have, where several make one record; by default 20,000. */
  maxRows?: number;
  /** What the rows of one record say of it; `stored` is the record as it is, where there is one. */
  recordOf(model: EntityModel, rows: Cells[], tools: CellTools, stored?: EntityRecord): RowValues;
}
