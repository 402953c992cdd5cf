import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { Cell } from '../../../../schemas/model/cells.ts';
import type { Sheet } from './sheet.ts';
import { message } from '../../../../schemas/texts/translate.ts';

/** Rows of a sheet: Excel's limit. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters of a cell: Excel's limit. */
const MAX_CELL_CHARS = 32_767;
/** Bytes of the sheet before compression: above this the archive would need ZIP64. */
const MAX_SHEET_BYTES = 4_000_000_000;

/** The list does not fit into a workbook. The message is shown to the user. */
export class ExportTooLargeError extends Error {
  override name = 'ExportTooLargeError';
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SPREADSHEET_NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIP_NS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NS = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles of cells: their positions in `cellXfs` of `styles.xml`. */
const STYLE = { plain: 0, header: 1, day: 2, time: 3, seconds: 4 };

const STATIC_FILES: Record<string, (sheet: Sheet) => string> = {
  '[Content_Types].xml': () =>
    `<Types xmlns="${PACKAGE_NS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE_PREFIX}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE_PREFIX}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT_TYPE_PREFIX}.worksheet+xml"/></Types>`,
  '_rels/.rels': () =>
    `<Relationships xmlns="${PACKAGE_NS}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP_NS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': ({ name }) =>
    `<workbook xmlns="${SPREADSHEET_NS}" xmlns:r="${RELATIONSHIP_NS}"><sheets><sheet name="${escapeXml(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': () =>
    `<Relationships xmlns="${PACKAGE_NS}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP_NS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONSHIP_NS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': () =>
    `<styleSheet xmlns="${SPREADSHEET_NS}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>' +
    '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>',
};

/** Excel reserves a name, and repairs files whose sheet begins or ends with an apostrophe. */
const RESERVED_SHEET_NAME = /^history$/i;
function sheetName(name: string): string {
  const allowed = name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll("'", '’')
    .slice(0, 31)
    .trim();
  return allowed === '' || RESERVED_SHEET_NAME.test(allowed) ? 'Sheet' : allowed;
}

/** Removes control characters and lone surrogates, which XML does not allow; escapes the rest. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Excel counts a 29 February 1900, which never was: earlier dates are written as text. */
const FIRST_DATE = '1900-03-01';

/** An Excel date number: days since the end of 1899. */
const toExcelDate = (time: string): number => Date.parse(time) / 86_400_000 + 25_569;

/** Escapes what Excel would read as the code of a character, such as `_x0041_`. */
const escapeCell = (text: string): string =>
  escapeXml(text.slice(0, MAX_CELL_CHARS)).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const textXml = (text: string, style: number): string =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeCell(text)}</t></is></c>`;

function cellXml(cell: Cell): string {
  if (cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'string') return textXml(cell, STYLE.plain);
  if (cell.localAsUtc < FIRST_DATE) return textXml(cell.localText, STYLE.plain);
  const style = cell.dateOnly
    ? STYLE.day
    : cell.localText.length > 'yyyy-mm-dd hh:mm'.length
      ? STYLE.seconds
      : STYLE.time;
  return `<c s="${style}"><v>${toExcelDate(cell.localAsUtc)}</v></c>`;
}

const rowXml = (cells: string[]): string => `<row>${cells.join('')}</row>`;

/**
 * A workbook of one sheet, compressed while its rows are read. Uses inline strings, so no shared-strings table has to be
 * built first.
 */
export async function* xlsxChunks(sheet: Sheet): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let zipError: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) zipError = error;
    else ready.push(chunk);
  });
  const drain = (): Uint8Array[] => {
    if (zipError) throw zipError;
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for (const [path, content] of Object.entries(STATIC_FILES)) {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(strToU8(XML + content(sheet)), true);
  }
  const part = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 5 });
  zip.add(part);
  let bytes = 0;
  const push = (text: string, last = false): void => {
    const content = strToU8(text);
    bytes += content.length;
    if (bytes > MAX_SHEET_BYTES)
      throw new ExportTooLargeError(message('The list is too large for an Excel file; choose CSV'));
    part.push(content, last);
  };
  const frozenHeaderXml =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const columnsXml = `<cols><col min="1" max="${sheet.headers.length}" width="20" customWidth="1"/></cols>`;
  push(`${XML}<worksheet xmlns="${SPREADSHEET_NS}">${frozenHeaderXml}${columnsXml}<sheetData>`);
  push(rowXml(sheet.headers.map((header) => textXml(header, STYLE.header))));
  yield* drain();
  for await (const rows of sheet.pages) {
    push(rows.map((row) => rowXml(row.map(cellXml))).join(''));
    yield* drain();
  }
  push('</sheetData></worksheet>', true);
  zip.end();
  yield* drain();
}
