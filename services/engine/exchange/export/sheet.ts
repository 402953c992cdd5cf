import type { Cell } from '../../../../schemas/model/cells.ts';

/** A sheet being exported: its column headers, and its rows in pages. */
export interface Sheet {
  name: string;
  headers: string[];
  pages: AsyncIterable<Cell[][]>;
}
