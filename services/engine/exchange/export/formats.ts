import { cellText } from '../../../../schemas/model/cells.ts';
import type { Sheet } from './sheet.ts';
import { toCsv } from '../../../../schemas/model/csv.ts';
import type { Format } from './plan.ts';
import { MAX_SHEET_ROWS, xlsxChunks } from './xlsx.ts';

interface FileFormat {
  type: string;
  /** Records that such a file can hold. */
  most?: number;
  chunks: (sheet: Sheet) => AsyncGenerator<Uint8Array>;
}

async function* csvChunks({ headers, pages }: Sheet): AsyncGenerator<Uint8Array> {
  yield Buffer.from(toCsv([headers], { byteOrderMark: true }));
  for await (const rows of pages) yield Buffer.from(toCsv(rows.map((row) => row.map(cellText))));
}

/** The common file formats, each written chunk by chunk. */
export const FILE_FORMATS: Readonly<Record<Format, FileFormat>> = {
  csv: { type: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // The first row holds the titles.
    most: MAX_SHEET_ROWS - 1,
    chunks: xlsxChunks,
  },
};
