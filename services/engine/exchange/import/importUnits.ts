import type { Cells, ImportLayout } from '../../resources/importLayout.ts';
import type { ImportPlan } from './plan.ts';
import type { SheetFile } from './sheet.ts';

/** Rows that are about one record. */
export interface ImportUnit {
  /** Row numbers as a spreadsheet shows them: the header is row 1. */
  rows: number[];
  cells: Cells[];
  /** Texts of the key. */
  key: string[];
  /** Why the row is rejected, whatever its record. */
  fault?: string;
  /** Number of an earlier row about the same record, where rows are not merged. */
  duplicateOfRow?: number;
}

const unitsBySheet = new WeakMap<SheetFile, { plan: string; units: ImportUnit[] }>();

/**
 * Groups the rows of a file by record, in the order of the first row of each. Cached for the last plan of each file, since
 * the pages of a preview are requested one after another.
 */
export function toImportUnits(
  sheet: SheetFile,
  plan: ImportPlan,
  key: readonly string[],
  layout: ImportLayout,
): readonly ImportUnit[] {
  const cached = unitsBySheet.get(sheet);
  if (cached?.plan === plan.mapping.join('\n')) return cached.units;
  const units = groupByRecord(sheet, plan, key, layout);
  unitsBySheet.set(sheet, { plan: plan.mapping.join('\n'), units });
  return units;
}

function groupByRecord(
  { rows, faults: sheetFaults }: SheetFile,
  { mapping }: ImportPlan,
  key: readonly string[],
  layout: ImportLayout,
): ImportUnit[] {
  const units: ImportUnit[] = [];
  const firstByKey = new Map<string, ImportUnit>();
  const rowCells = rows.map((row): Cells =>
    Object.fromEntries(mapping.flatMap((name, at) => (name === null ? [] : [[name, row[at] ?? '']]))),
  );
  const faults = layout.validateRows?.(rowCells);
  for (const [index, cells] of rowCells.entries()) {
    const number = index + 2;
    const texts = key.map((name) => (cells[name] ?? '').trim());
    const fault = sheetFaults?.get(index) ?? faults?.get(index);
    if (fault !== undefined) {
      units.push({ rows: [number], cells: [cells], key: texts, fault });
      continue;
    }
    const id = JSON.stringify(texts);
    const earlier = firstByKey.get(id);
    if (earlier && layout.mergesRowsByKey) {
      earlier.rows.push(number);
      earlier.cells.push(cells);
      continue;
    }
    const unit: ImportUnit = { rows: [number], cells: [cells], key: texts };
    if (earlier) unit.duplicateOfRow = earlier.rows[0];
    else if (texts.every((text) => text !== '')) firstByKey.set(id, unit);
    units.push(unit);
  }
  return units;
}
