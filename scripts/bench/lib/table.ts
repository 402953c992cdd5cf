import { isMet, computeRatio, type Goal, type Measure } from './results.ts';

const HEAD = ['measure', 'ours', 'beside', 'ratio', 'goal', 'met'];

/** All measures as an aligned table, one block for each part; `markdown` for a document. */
export function resultTable(
  measures: readonly Measure[],
  { markdown = false }: { markdown?: boolean } = {},
): string {
  const rows = measures.map(cells);
  if (markdown) {
    const lines = [HEAD, HEAD.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
    return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  }
  const widths = HEAD.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map(length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column > 0))
      .join('  ')
      .trimEnd();
  const blocks = [...new Set(measures.map(({ part }) => part))].map((part) => {
    const own = measures.flatMap((one, index) => (one.part === part ? [line(rows[index] ?? [])] : []));
    return [part.toUpperCase(), ...own].join('\n');
  });
  return [line(HEAD), ...blocks].join('\n\n');
}

function cells(one: Measure): string[] {
  const ratio = computeRatio(one);
  const met = isMet(one);
  return [
    one.name,
    `${figure(one.ours)} ${one.unit}`,
    one.beside === undefined
      ? ''
      : `${figure(one.beside)} ${one.unit}${one.besideOf ? ` (${one.besideOf})` : ''}`,
    ratio === undefined ? '' : `${figure(ratio)}×`,
    one.goal ? goalText(one.goal, one.unit) : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

function goalText({ of, atMost, atLeast }: Goal, unit: string): string {
  const text = (sign: string, value: number): string =>
    of === 'ratio' ? `${sign} ${value}×` : `${sign} ${value} ${unit}`;
  return [
    ...(atMost === undefined ? [] : [text('≤', atMost)]),
    ...(atLeast === undefined ? [] : [text('≥', atLeast)]),
  ].join(', ');
}

/** Three significant digits, whole numbers from 100 on. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

const length = (text: string): number => [...text].length;
const pad = (text: string, width: number, right: boolean): string => {
  const space = ' '.repeat(Math.max(0, width - length(text)));
  return right ? space + text : text + space;
};
