import type { Cell } from '../../../../schemas/model/cells.ts';

/** A sheet on its way out: its titles, and its rows in pages. */
export interface Sheet {
  name: string;
  titles: string[];
  pages: AsyncIterable<Cell[][]>;
}
