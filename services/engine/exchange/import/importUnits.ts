import type { Cells, ImportLayout } from '../../resources/importLayout.ts';
import type { ImportPlan } from './plan.ts';
import type { SheetFile } from './sheet.ts';

/** Rows that are about one record. */
export interface ImportUnit {
  /** Numbers as a spreadsheet shows them: the head is row 1. */
  rows: number[];
  cells: Cells[];
  /** Texts of the key. */
  key: string[];
  /** Why the row is refused, whatever the record. */
  fault?: string;
  /** An earlier row is about the same record, and rows are not merged. */
  sameAs?: number;
}

const known = new WeakMap<SheetFile, { plan: string; units: ImportUnit[] }>();

/**
 * The rows of a file by the record that they are about, in the order of the first row of each. Found once for the plan
 * that was asked for last: the pages of a preview ask one after another.
 */
export function toImportUnits(
  sheet: SheetFile,
  plan: ImportPlan,
  key: readonly string[],
  layout: ImportLayout,
): readonly ImportUnit[] {
  const held = known.get(sheet);
  if (held?.plan === plan.mapping.join('\n')) return held.units;
  const units = groupByRecord(sheet, plan, key, layout);
  known.set(sheet, { plan: plan.mapping.join('\n'), units });
  return units;
}

function groupByRecord(
  { rows, faults: own }: SheetFile,
  { mapping }: ImportPlan,
  key: readonly string[],
  layout: ImportLayout,
): ImportUnit[] {
  const units: ImportUnit[] = [];
  const first = new Map<string, ImportUnit>();
  const all = rows.map((row): Cells =>
    Object.fromEntries(mapping.flatMap((name, at) => (name === null ? [] : [[name, row[at] ?? '']]))),
  );
  const faults = layout.validateRows?.(all);
  for (const [index, cells] of all.entries()) {
    const number = index + 2;
    const texts = key.map((name) => (cells[name] ?? '').trim());
    const fault = own?.get(index) ?? faults?.get(index);
    if (fault !== undefined) {
      units.push({ rows: [number], cells: [cells], key: texts, fault });
      continue;
    }
    const id = JSON.stringify(texts);
    const earlier = first.get(id);
    if (earlier && layout.mergesRowsByKey) {
      earlier.rows.push(number);
      earlier.cells.push(cells);
      continue;
    }
    const unit: ImportUnit = { rows: [number], cells: [cells], key: texts };
    if (earlier) unit.sameAs = earlier.rows[0];
    else if (texts.every((text) => text !== '')) first.set(id, unit);
    units.push(unit);
  }
  return units;
}
