import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Catalog } from './catalog.ts';
import type { RowValues } from './importLayout.ts';
import type { Caller } from './write/actor.ts';

/** One text of what a person chose: the file itself, or a file of an archive. */
export interface TextFile {
  /** Folders are divided by slashes. */
  path: string;
  text: string;
}

/** What a file of another program says of an entity's records, as rows of the columns that its imports have. */
export interface FormatRows {
  head: string[];
  rows: string[][];
  /** Why rows are refused by themselves, by their place. */
  faults?: ReadonlyMap<number, string>;
  /** What the values of a row become where its record is stored already; by default they replace what is stored. */
  mergeWithStored?: (at: number, values: Record<string, unknown>, stored: EntityRecord) => RowValues;
  /** What the file holds that no row can say; told beside the preview. */
  notes: readonly string[];
  /** Entities of which the same file has records as well. */
  also?: readonly string[];
}

/** What a format writes with. */
export interface FormatTools {
  catalog: Catalog;
  caller: Caller;
}

/** How files of another program tell of an entity's records; its schema names the format in `features.formats`. */
export interface FileFormat {
  /** Which files of an archive are read; the others are not even unpacked. */
  acceptsPath?(path: string): boolean;
  /** Undefined where the files are not of this format. @throws ApiError 422 saying what is wrong, and in which file */
  read?(files: readonly TextFile[]): Promise<FormatRows | undefined>;
  /** A file of these records, piece by piece; they are as the person may see them. */
  write?(pages: AsyncIterable<EntityRecord[]>, tools: FormatTools): AsyncGenerator<Uint8Array>;
}
