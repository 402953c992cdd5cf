import { createSchemaValidator } from '../../../../schemas/model/ajv.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../storage/database.ts';
import { storeEvents } from '../../storage/events/append.ts';
import { ensurePartitions } from '../../storage/events/table.ts';
import { EventValidator } from './validateEvents.ts';

/**
 * Events to begin with, which the services made themselves.
 * @throws Error naming what is wrong with the first faulty one
 */
export async function seedEvents(
  tx: Queryable,
  model: EntityModel,
  rows: readonly Record<string, unknown>[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const own = rows.map(({ id: _, createdAt: __, ...values }) => values);
  const { events, refused } = new EventValidator({
    model,
    validator: createSchemaValidator(model.schema),
  }).validateAll(own, now.getTime());
  const [faulty] = refused;
  if (faulty) throw new Error(`${model.name} ${faulty.row}: ${JSON.stringify(faulty.fields)}`);
  await ensurePartitions(
    tx,
    model,
    events.map(({ at }) => Date.parse(at)),
  );
  await storeEvents(tx, model, events);
}
