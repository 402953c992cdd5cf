import { canonicalizeRecord } from '../../../../schemas/model/canonicalizeRecord.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { liveValuesIn, updateLiveFieldsSql, liveFields } from '../../storage/liveFields.ts';
import { isId } from '../../storage/matchSql.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';

/** New values of one record's `live` fields; null clears one. */
export interface LiveFieldUpdate {
  id: string;
  values: Readonly<Record<string, unknown>>;
}

const ROWS_PER_STATEMENT = 1_000;

/**
 * Updates live fields of many records: without a version, history or rules beyond the fields' types. The last of several
 * updates of a field wins; deleted records are skipped.
 * @throws RangeError for a field that is not live or a value of another type: a mistake in the code
 */
export async function updateLiveFields(
  { db, catalog }: Pick<Services, 'db' | 'catalog'>,
  entity: string,
  updates: readonly LiveFieldUpdate[],
): Promise<void> {
  const { model } = catalog.require(entity);
  const merged = new Map<string, Record<string, unknown>>();
  for (const { id, values } of updates) {
    if (isId(id)) merged.set(id, { ...merged.get(id), ...validateLiveValues(model, values) });
  }
  // Always in the same order, against deadlocks.
  const rows = [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
    await db.query(updateLiveFieldsSql(model), [
      batch.map(([id]) => id),
      batch.map(([, values]) => JSON.stringify(values)),
    ]);
  }
}

const TYPES: Record<string, string> = { number: 'number', boolean: 'boolean' };

function validateLiveValues(
  model: EntityModel,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const canonicalValues = canonicalizeRecord(model, { ...values }, { newId });
  const liveValues = liveValuesIn(model, canonicalValues);
  for (const [name, value] of Object.entries(canonicalValues)) {
    if (!(name in liveValues)) throw new RangeError(`"${name}" is no live field of ${model.name}`);
    const field = liveFields(model).find((candidate) => candidate.name === name);
    const isValid =
      value === null ||
      (field?.choices
        ? field.choices.some((choice) => choice.value === value)
        : typeof value === (TYPES[field?.type ?? ''] ?? 'string'));
    if (!isValid) throw new RangeError(`${JSON.stringify(value)} is no value of ${model.name}.${name}`);
  }
  return liveValues;
}
