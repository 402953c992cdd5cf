import type { EntityModel, Match } from '../../../../schemas/model/types.ts';
import { ApiError } from '../../http/errors.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Resource } from '../catalog.ts';
import type { Services } from '../services.ts';
import { updateLiveFields } from './updateLiveFields.ts';
import type { UnitOfWork } from './unitOfWork.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Values = Readonly<Record<string, unknown>>;
type OrderServices = Pick<Services, 'catalog'>;

/** Per order; moving a record rewrites the places of all of them. */
export const MAX_ORDERED_RECORDS = 500;

/** Matches the records of the same order: all, or those of the same parent. */
const sameOrder = ({ parent }: EntityModel, values: Values): Match | undefined =>
  parent && { [parent.field]: (values[parent.field] ?? null) as string | null };

/** Locks an order against changes, across processes, until the transaction ends. */
export const lockOrder = ({ name, parent }: EntityModel, tx: Queryable, values: Values): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    JSON.stringify(['order', name, parent ? values[parent.field] : null]),
  ]);

/** Ids in their order; records without a place come last, the newest first. */
export async function listOrderedIds(
  { model, repository }: Resource,
  tx: Queryable,
  values: Values,
): Promise<string[]> {
  const sort = { field: model.ordered ?? '', order: 'ASC' } as const;
  const found = await repository
    .within(tx)
    .ids({ sort, where: [sameOrder(model, values)] }, MAX_ORDERED_RECORDS + 1);
  return found.map(({ id }) => id);
}

/** Numbers the records in the given order. */
export async function saveOrder(
  { catalog }: OrderServices,
  model: EntityModel,
  tx: Queryable,
  ids: string[],
): Promise<void> {
  const updates = ids.map((id, index) => ({ id, values: { [model.ordered ?? '']: index + 1 } }));
  await updateLiveFields({ db: tx as Services['db'], catalog }, model.name, updates);
}

/**
 * Gives a new record the last place.
 * @throws ApiError 422 if the order is full
 */
export async function appendToOrder(
  services: OrderServices,
  resource: Resource,
  { tx }: UnitOfWork,
  draft: Record<string, unknown>,
): Promise<void> {
  const { model } = resource;
  if (model.ordered === undefined) return;
  await lockOrder(model, tx, draft);
  const ids = await listOrderedIds(resource, tx, draft);
  if (ids.length >= MAX_ORDERED_RECORDS) throw orderFullError(model);
  await saveOrder(services, model, tx, ids);
  draft[model.ordered] = ids.length + 1;
}

/** Locks the order before its record is deleted: the same locking order as in `move`, against deadlocks. */
export async function lockOrderForDelete(
  { model }: Resource,
  { tx }: UnitOfWork,
  values: Values,
): Promise<void> {
  if (model.ordered !== undefined) await lockOrder(model, tx, values);
}

/** Renumbers the order after a record was deleted. */
export async function closeOrderGap(
  services: OrderServices,
  resource: Resource,
  { tx }: UnitOfWork,
  values: Values,
): Promise<void> {
  const { model } = resource;
  if (model.ordered === undefined) return;
  const ids = await listOrderedIds(resource, tx, values);
  if (ids.length <= MAX_ORDERED_RECORDS) await saveOrder(services, model, tx, ids);
}

export const orderFullError = ({ plural, counted = plural }: EntityModel): ApiError =>
  new ApiError(
    422,
    'INVALID',
    t('There are %{maxOrderedRecords} %{counted} already', {
      maxOrderedRecords: MAX_ORDERED_RECORDS,
      counted: counted.toLowerCase(),
    }),
  );
