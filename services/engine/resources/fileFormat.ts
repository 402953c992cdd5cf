import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Catalog } from './catalog.ts';
import type { RowValues } from './importLayout.ts';
import type { Caller } from './write/actor.ts';

/** A text file that a person uploaded, or one of an uploaded archive. */
export interface TextFile {
  /** Folders are separated by slashes. */
  path: string;
  text: string;
}

/** An entity's records in a file of another program, as rows with the columns of its imports. */
export interface FormatRows {
  head: string[];
  rows: string[][];
  /** Errors of single rows, by row index. */
  faults?: ReadonlyMap<number, string>;
  /** Merges the values of a row into its stored record; by default they replace the stored ones. */
  mergeWithStored?: (at: number, values: Record<string, unknown>, stored: EntityRecord) => RowValues;
  /** Remarks about content that no row can hold; shown beside the preview. */
  notes: readonly string[];
  /** Other entities of which the same file has records. */
  also?: readonly string[];
}

/** The arguments of a format's `write` beside the records. */
export interface FormatTools {
  catalog: Catalog;
  caller: Caller;
}

/** Reads and writes an entity's records in a file format of another program; its schema names the format in `features.formats`. */
export interface FileFormat {
  /** Whether a file of an archive is read; others are not unpacked. */
  acceptsPath?(path: string): boolean;
  /** Resolves to undefined if the files are not of this format. @throws ApiError 422 with the error and its file */
  read?(files: readonly TextFile[]): Promise<FormatRows | undefined>;
  /** Writes records, as the caller may see them, to a file in chunks. */
  write?(pages: AsyncIterable<EntityRecord[]>, tools: FormatTools): AsyncGenerator<Uint8Array>;
}
