import { canonical } from '../../../../schemas/model/canonical.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { liveValuesIn, upsertLiveStatement, liveFields } from '../../storage/liveFields.ts';
import { isId } from '../../storage/matchSql.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';

/** What is known of one record by now: fields that are `live`; null forgets one. */
export interface LiveFieldUpdate {
  id: string;
  values: Readonly<Record<string, unknown>>;
}

/** Facts that one statement keeps. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Keeps facts beside records, many at a time: no version, no history, no rules but the fields' own types. Of several
 * about one record the last holds; records that are gone are passed over.
 * @throws RangeError for a field that is not live, or a value of another type: a mistake of the caller's
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
  // In one order everywhere, so that two processes never wait for each other.
  const rows = [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
    await db.query(upsertLiveStatement(model), [
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
  const canonicalValues = canonical(model, { ...values }, { newId });
  const liveValues = liveValuesIn(model, canonicalValues);
  for (const [name, value] of Object.entries(canonicalValues)) {
    if (!(name in liveValues)) throw new RangeError(`"${name}" is no live field of ${model.name}`);
    const field = liveFields(model).find((one) => one.name === name);
    const isValid =
      value === null ||
      (field?.choices
        ? field.choices.some((choice) => choice.value === value)
        : typeof value === (TYPES[field?.type ?? ''] ?? 'string'));
    if (!isValid) throw new RangeError(`${JSON.stringify(value)} is no value of ${model.name}.${name}`);
  }
  return liveValues;
}
