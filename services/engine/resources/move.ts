import { ApiError, invalid, notFound } from '../http/errors.ts';
import type { Resource } from './catalog.ts';
import { authorize, findVisible } from './operations.ts';
import type { Services } from './services.ts';
import { liveAuthorOf, type Caller } from './write/actor.ts';
import { requireObject, rejectUnknownFields } from './write/validateRecord.ts';
import { orderFullError, listOrderedIds, saveOrder, lockOrder, MAX_ORDERED_RECORDS } from './write/order.ts';
import { runInTransaction } from './write/transaction.ts';
import { t } from '../../../schemas/texts/translate.ts';

/**
 * Moves a record behind another one, or to the beginning: `{after: id | null}`. No record gets a new version.
 * @returns its new place, starting at 1
 * @throws ApiError 403, 404, 422 if the other record does not exist any more
 */
export async function move(
  services: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<{ place: number }> {
  const { model } = resource;
  if (model.ordered === undefined) throw notFound();
  authorize(resource, caller, 'update');
  const { after = null, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const record = await findVisible(resource, caller, id);
  const missingError = invalid({
    '/after': t('The %{title} before it is not there any more', { title: t(model.title).toLowerCase() }),
  });
  if (after !== null && typeof after !== 'string')
    throw invalid({ '/after': t('An id, or null, is expected') });
  if (after !== null && after !== id) {
    await findVisible(resource, caller, after).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? missingError : error;
    });
  }
  const { result } = await runInTransaction(services, async ({ tx, liveChanges }) => {
    await lockOrder(model, tx, record);
    const before = await listOrderedIds(resource, tx, record);
    if (before.length > MAX_ORDERED_RECORDS) throw orderFullError(model);
    if (!before.includes(id)) throw notFound(t('%{title} not found', { title: t(model.title) }));
    const order = before.filter((other) => other !== id);
    const place = after === null ? 0 : after === id ? before.indexOf(id) : order.indexOf(after) + 1;
    if (after !== null && place === 0 && after !== id) throw missingError;
    await saveOrder(services, model, tx, order.toSpliced(place, 0, id));
    liveChanges.push({
      entity: model.name,
      id,
      version: null,
      by: liveAuthorOf(caller),
      entityOnly: true,
    });
    return { place: place + 1 };
  });
  return result;
}
