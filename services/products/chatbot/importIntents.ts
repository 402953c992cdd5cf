import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import { importableFields } from '../../engine/exchange/import/layout.ts';
import type { Cells, ImportLayout, LayoutColumn } from '../../engine/resources/importLayout.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const DUPLICATED = message('Found duplicated intents that cannot be updated when importing');

/** Import layout `intent,sample` with a row per sample; the samples are added to those of the intent. */
export const ROW_PER_SAMPLE: ImportLayout = {
  columns: (resource, caller) =>
    importableFields(resource, caller).flatMap(({ name }): LayoutColumn[] => {
      if (name === 'name') return [{ name: 'name', title: message('Intent'), key: true, required: true }];
      return name === 'samples'
        ? [{ name: 'sample', title: message('Sample'), key: false, required: true }]
        : [];
    }),
  mergesRowsByKey: true,
  // A file of 5 MB has short samples in Thai or English.
  maxRows: 200_000,
  validateRows,
  rowsToValues: (_, rows, __, stored) => {
    const [{ name = '' } = {}] = rows;
    const samples = rows.map((cells) => (cells['sample'] ?? '').trim()).filter(Boolean);
    const existing = samplesOf(stored);
    const added = [...new Set(samples)].filter((sample) => !existing.includes(sample));
    const faults: FieldErrors = {};
    if (stored && added.length === 0) faults['/samples'] = t(DUPLICATED);
    return { values: { name: name.trim(), samples: [...existing, ...added] }, faults };
  },
};

/** Faults by row: invalid samples, and those that repeat an earlier row of the same intent. */
function validateRows(rows: readonly Cells[]): Map<number, string> {
  const faults = new Map<number, string>();
  const firstIndexes = new Map<string, number>();
  rows.forEach(({ name = '', sample = '' }, index) => {
    const length = [...sample.trim()].length;
    if (length === 0) faults.set(index, t('Sample is required'));
    else if (length < 2) faults.set(index, t('Sample must be at least 2 characters'));
    else if (length > 100) faults.set(index, t('Sample must be less than 100 characters'));
    if (faults.has(index)) return;
    const key = JSON.stringify([name.trim(), sample.trim().normalize('NFC').toLowerCase()]);
    const firstIndex = firstIndexes.get(key);
    if (firstIndex === undefined) firstIndexes.set(key, index);
    else faults.set(index, t('Same as row %{row}', { row: firstIndex + 2 }));
  });
  return faults;
}

const samplesOf = (stored: EntityRecord | undefined): string[] => {
  const samples = stored?.['samples'];
  return Array.isArray(samples) ? samples.filter((sample) => typeof sample === 'string') : [];
};
