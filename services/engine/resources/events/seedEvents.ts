import { createSchemaValidator } from '../../../../schemas/model/ajv.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';
import { storeEvents } from '../../storage/events/append.ts';
import { ensurePartitions } from '../../storage/events/table.ts';
import { EventValidator } from './validateEvents.ts';

/**
 * Stores the events of a new workspace or demo, which the server generates.
 * @throws Error for the first invalid row, with its errors
 */
export async function seedEvents(
  tx: Queryable,
  model: EntityModel,
  rows: readonly Record<string, unknown>[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id: _, createdAt: __, ...row }) => row);
  const { events, refused } = new EventValidator({
    model,
    validator: createSchemaValidator(model.schema),
  }).validateAll(values, now.getTime());
  const [first] = refused;
  if (first) throw new Error(`Invalid ${model.name} in row ${first.row}: ${JSON.stringify(first.fields)}`);
  await ensurePartitions(
    tx,
    model,
    events.map(({ at }) => Date.parse(at)),
  );
  await storeEvents(tx, model, events);
}
