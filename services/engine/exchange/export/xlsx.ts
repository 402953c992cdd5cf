import { Zip, ZipDeflate, strToU8 } from 'fflate';
import type { Cell } from '../../../../schemas/model/cells.ts';
import type { Sheet } from './sheet.ts';
import { message } from '../../../../schemas/texts/translate.ts';

/** Rows of a sheet; the program's own limit. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters of a cell; the program's own limit. */
const MAX_CELL = 32_767;
/** Bytes of the sheet before compression: beyond them the archive would need another format. */
const MAX_BYTES = 4_000_000_000;

/** More than a workbook can hold, told for people. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles of cells by their place in the list below. */
const STYLE = { plain: 0, title: 1, day: 2, time: 3, seconds: 4 };

const PARTS: Record<string, (sheet: Sheet) => string> = {
  '[Content_Types].xml': () =>
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': () =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': ({ name }) =>
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': () =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': () =>
    `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>' +
    '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>',
};

/** Excel reserves a name, and repairs files whose sheet begins or ends with an apostrophe. */
const RESERVED_SHEET_NAME = /^history$/i;
function sheetName(name: string): string {
  const allowed = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  const bare = allowed.replaceAll(/^[' ]+|[' ]+$/g, '');
  return bare === '' || RESERVED_SHEET_NAME.test(bare) ? 'Sheet' : bare;
}

/** Control characters and halves of characters, which XML cannot hold, are left out; the rest is escaped. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** From here on sheets count days alike; 29 February 1900, which they count before it, never was. */
const FIRST_DATE = '1900-03-01';

/** Days since the end of 1899, as sheets count them. */
const serial = (time: string): number => Date.parse(time) / 86_400_000 + 25_569;

/** A text as it stands in a cell: what Excel would read as the code of a character is escaped, as Excel does. */
const escapeCell = (text: string): string =>
  escapeXml(text.slice(0, MAX_CELL)).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const textXml = (text: string, style: number): string =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeCell(text)}</t></is></c>`;

function cellXml(cell: Cell): string {
  if (cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'string') return textXml(cell, STYLE.plain);
  if (cell.time < FIRST_DATE) return textXml(cell.wall, STYLE.plain);
  const style = cell.day
    ? STYLE.day
    : cell.wall.length > 'yyyy-mm-dd hh:mm'.length
      ? STYLE.seconds
      : STYLE.time;
  return `<c s="${style}"><v>${serial(cell.time)}</v></c>`;
}

const rowXml = (cells: string[]): string => `<row>${cells.join('')}</row>`;

/**
 * A workbook of one sheet, compressed as its rows come: texts stand in their cells, so that nothing has to be
 * gathered before the first row is written.
 */
export async function* xlsxChunks(sheet: Sheet): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let fault: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) fault = error;
    else ready.push(chunk);
  });
  const take = (): Uint8Array[] => {
    if (fault) throw fault;
    const taken = ready;
    ready = [];
    return taken;
  };
  for (const [path, content] of Object.entries(PARTS)) {
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
    if (bytes > MAX_BYTES) throw new TooLarge(message('The list is too large for an Excel file; choose CSV'));
    part.push(content, last);
  };
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const columns = `<cols><col min="1" max="${sheet.titles.length}" width="20" customWidth="1"/></cols>`;
  push(`${XML}<worksheet xmlns="${MAIN}">${frozen}${columns}<sheetData>`);
  push(rowXml(sheet.titles.map((title) => textXml(title, STYLE.title))));
  yield* take();
  for await (const rows of sheet.pages) {
    push(rows.map((row) => rowXml(row.map(cellXml))).join(''));
    yield* take();
  }
  push('</sheetData></worksheet>', true);
  zip.end();
  yield* take();
}
