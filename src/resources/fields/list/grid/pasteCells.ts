import type { FieldModel, Json, JsonObject } from '../../../../../schemas/model/types.ts';

/** Above the limit of any list. */
export const MAX_PASTED_LINES = 5000;

/**
 * Parses the clipboard text of a spreadsheet into rows of cells: tab-separated, with quotes around cells that contain a
 * tab or a line break. Plain lines are rows of one cell. Blank lines at the end are dropped.
 */
export function parseClipboardCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '' && isClosedAtCellEnd(text, at)) isQuoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      endCell();
      rows.push([]);
    } else cell += char;
  }
  endCell();
  while (rows.length > 0 && (rows.at(-1) ?? []).every((one) => one === '')) rows.pop();
  return rows;
}

/** Whether the quote at the start of a cell is closed at the end of a cell; otherwise it is part of the text. */
function isClosedAtCellEnd(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1] ?? '');
  }
  return false;
}

const YES = /^(true|yes|y|1|✓|x)$/i;
const NO = /^(false|no|n|0|)$/i;

/** Parses a cell's text into a value of its field; a text that does not parse is returned as it is, to be validated. */
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
 * Pastes cells over the items of a list, from one cell on; rows beyond the end are added.
 * @param columns the fields of an item, or the item itself where it is a plain value
 */
export function pasteCells(
  items: readonly Json[],
  cells: string[][],
  columns: FieldModel[],
  from: { row: number; column: number },
  createItem: () => Json,
): Json[] {
  const next = [...items];
  cells.forEach((row, down) => {
    const at = from.row + down;
    let item = next[at] ?? createItem();
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
