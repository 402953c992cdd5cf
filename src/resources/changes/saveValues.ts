import { HttpError } from 'react-admin';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';

/**
 * Saves some values of a record, based on a version; null clears a value.
 * @returns the stored record
 * @throws HttpError with the reason and, for a version conflict, the current record
 */
export const saveValues = async (
  provider: ConsoleDataProvider,
  entity: string,
  { id, version }: Pick<ListRecord, 'id' | 'version'>,
  set: JsonObject,
): Promise<ListRecord | undefined> => {
  const { failed } = await provider.editMany(entity, { records: [{ id, version }], set });
  const error = failed[id];
  const current = await (!error || error.code === 'STALE' ? fetchCurrent(provider, entity, id) : undefined);
  if (error) throw new HttpError(error.message, toStatus(error.code), { ...error, current });
  return current;
};

/** Loads the stored record; undefined when that fails. */
const fetchCurrent = (
  provider: ConsoleDataProvider,
  entity: string,
  id: string,
): Promise<ListRecord | undefined> =>
  provider.getOne<ListRecord>(entity, { id, meta: FULL_RECORD_META }).then(
    ({ data }) => data,
    () => undefined,
  );

const toStatus = (code: string): number =>
  ({ STALE: 409, STATE: 409, NOT_FOUND: 404, FORBIDDEN: 403 })[code] ?? 422;
