import { HttpError } from 'react-admin';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';

/**
 * Stores some values of a record, made of the version that was seen; null is none.
 * @returns the record as it is now
 * @throws HttpError with what refused it and, where somebody else came first, the record as it is now
 */
export const saveValues = async (
  provider: ConsoleDataProvider,
  entity: string,
  { id, version }: Pick<ListRecord, 'id' | 'version'>,
  set: JsonObject,
): Promise<ListRecord | undefined> => {
  const { failed } = await provider.editMany(entity, { records: [{ id, version }], set });
  const why = failed[id];
  const current = await (!why || why.code === 'STALE' ? fetchCurrent(provider, entity, id) : undefined);
  if (why) throw new HttpError(why.message, statusOf(why.code), { ...why, current });
  return current;
};

/** The record as it is stored now; a failure to tell costs no more than that. */
const fetchCurrent = (
  provider: ConsoleDataProvider,
  entity: string,
  id: string,
): Promise<ListRecord | undefined> =>
  provider.getOne<ListRecord>(entity, { id, meta: FULL_RECORD_META }).then(
    ({ data }) => data,
    () => undefined,
  );

const statusOf = (code: string): number =>
  ({ STALE: 409, STATE: 409, NOT_FOUND: 404, FORBIDDEN: 403 })[code] ?? 422;
