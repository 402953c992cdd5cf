import { SOURCES } from '../../../../schemas/model/sources.ts';
import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { ApiError } from '../../http/errors.ts';
import type { RecordResponse } from '../recordResponse.ts';
import type { Resource } from '../catalog.ts';
import { withComputed } from '../computed.ts';
import { withApiErrors, visibleRecordWithFiles } from '../visibility.ts';
import type { Services } from '../services.ts';
import { isSystem, personOf, type Actor } from './actor.ts';
import { markApplied } from './idempotencyKey.ts';
import { runInTransaction } from './transaction.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/** @throws Error if the entity's records are not written one by one, such as events and views */
export function assertWritable({ name, source }: EntityModel): void {
  if (!SOURCES[source].writable)
    throw new Error(`${name}: ${SOURCES[source].description}, not record by record`);
}

/**
 * Runs a change and returns the record as the actor may see it, with its one-time secret.
 * @param unit the transaction to take part in, whose outer change builds the response; by default a new one
 * @param withoutTransaction the change is one statement, which needs no transaction around it
 */
export async function runAndRespond<T>(
  services: Services,
  resource: Resource,
  actor: Actor,
  work: (unit: UnitOfWork) => Promise<EntityRecord>,
  { unit, withoutTransaction = false }: { unit?: UnitOfWork; withoutTransaction?: boolean },
): Promise<RecordResponse<T>> {
  assertWritable(resource.model);
  if (unit) return (await withApiErrors(resource, actor, work(unit))) as RecordResponse<T>;
  const key = personOf(actor)?.idempotencyKey;
  const { name: entity } = resource.model;
  const workAndMark = async (ownUnit: UnitOfWork): Promise<EntityRecord> => {
    const record = await work(ownUnit);
    if (key) await markApplied(ownUnit.tx, key, { entity, record });
    return record;
  };
  const { result, oneTimeSecrets } = await withApiErrors(
    resource,
    actor,
    runInTransaction(services, workAndMark, { withoutTransaction: withoutTransaction && !key }),
  ).catch(async (error: unknown) => {
    const current = error instanceof ApiError ? error.details.current : undefined;
    if (current) await services.authors.resolveNames([current]);
    throw error;
  });
  if (isSystem(actor)) return result as RecordResponse<T>;
  const visible = await visibleRecordWithFiles(resource, actor, result);
  const withCounts = await withComputed(services.catalog, resource, actor, [visible]);
  const [record] = await services.authors.resolveNames(withCounts);
  const [once] = oneTimeSecrets;
  return (once ? { ...record, once } : record) as RecordResponse<T>;
}
