import type { FieldModel, Json, JsonObject } from '../../../../../schemas/model/types.ts';

/** Lines that one paste takes; more than any list may hold. */
export const MAX_PASTED_LINES = 5000;

/**
 * What a spreadsheet puts on the clipboard, as rows of cells: tabs between cells, lines between rows, quotes around
 * cells that hold either. Plain lines are rows of one cell. Blank lines at the end are none.
 */
export function parseClipboardCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '' && closes(text, at)) quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  while (rows.length > 0 && (rows.at(-1) ?? []).every((one) => one === '')) rows.pop();
  return rows;
}

/** Whether a quote that opens a cell is closed at a cell's end: a text may begin with one and just go on. */
function closes(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1] ?? '');
  }
  return false;
}

const YES = /^(true|yes|y|1|✓|x)$/i;
const NO = /^(false|no|n|0|)$/i;

/** A cell's text as the value of its field; what is none stays a text, so that its fault is shown and nothing is lost. */
export function parseCell(field: FieldModel, text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (field.choices) {
    const found = field.choices.find(
      ({ value, label }) => String(value) === trimmed || label.toLowerCase() === trimmed.toLowerCase(),
    );
    return found ? found.value : trimmed;
  }
  if (field.type === 'number') {
    const number = Number(trimmed.replaceAll(',', ''));
    return Number.isFinite(number) ? number : trimmed;
  }
  if (field.type === 'boolean') return YES.test(trimmed) ? true : NO.test(trimmed) ? false : trimmed;
  return trimmed;
}

/**
 * The items of a list with pasted cells laid over them from one cell on; rows that go beyond the end are added.
 * @param columns the fields of an item, or the item itself where it is a plain value
 */
export function pasteCells(
  items: readonly Json[],
  cells: string[][],
  columns: FieldModel[],
  from: { row: number; column: number },
  fresh: () => Json,
): Json[] {
  const next = [...items];
  cells.forEach((row, down) => {
    const at = from.row + down;
    let item = next[at] ?? fresh();
    row.forEach((text, across) => {
      const field = columns[from.column + across];
      if (!field) return;
      const value = parseCell(field, text);
      if (field.name === '*') item = value ?? '';
      else {
        const { [field.name]: _, ...others } = (item ?? {}) as JsonObject;
        item = value === undefined ? others : { ...others, [field.name]: value };
      }
    });
    next[at] = item;
  });
  return next;
}
