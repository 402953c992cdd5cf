import type { EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import { importable } from '../../engine/exchange/import/layout.ts';
import type { Cells, ImportLayout, LayoutColumn } from '../../engine/resources/importLayout.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const DUPLICATED = message('Found duplicated intents that cannot be updated when importing');

/** Files of `intent,sample`, a row for each sample; the rows of an intent are added to its samples. */
export const ROW_PER_SAMPLE: ImportLayout = {
  columns: (resource, caller) =>
    importable(resource, caller).flatMap(({ name }): LayoutColumn[] => {
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
    const given = rows.map((cells) => (cells['sample'] ?? '').trim()).filter(Boolean);
    const held = samplesOf(stored);
    const added = [...new Set(given)].filter((sample) => !held.includes(sample));
    const faults: FieldErrors = {};
    if (stored && added.length === 0) faults['/samples'] = t(DUPLICATED);
    return { values: { name: name.trim(), samples: [...held, ...added] }, faults };
  },
};

/** Invalid samples, and those that an earlier row has for the same intent. */
function validateRows(rows: readonly Cells[]): Map<number, string> {
  const faults = new Map<number, string>();
  const first = new Map<string, number>();
  rows.forEach(({ name = '', sample = '' }, index) => {
    const length = [...sample.trim()].length;
    if (length === 0) faults.set(index, t('Sample is required'));
    else if (length < 2) faults.set(index, t('Sample must be at least 2 characters'));
    else if (length > 100) faults.set(index, t('Sample must be less than 100 characters'));
    if (faults.has(index)) return;
    const key = JSON.stringify([name.trim(), sample.trim().normalize('NFC').toLowerCase()]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else faults.set(index, t('Same as row %{row}', { row: earlier + 2 }));
  });
  return faults;
}

const samplesOf = (stored: EntityRecord | undefined): string[] => {
  const held = stored?.['samples'];
  return Array.isArray(held) ? held.filter((sample) => typeof sample === 'string') : [];
};
