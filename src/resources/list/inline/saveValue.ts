import { HttpError } from 'react-admin';
import type { Json } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../../fields/types.ts';
import { FULL_RECORD_META } from '../../wholeRecord.ts';

/**
 * Stores one value of a record, made of the version that was seen.
 * @returns the record as it is now
 * @throws HttpError with what refused it
 */
export const saveValue = async (
  provider: ConsoleDataProvider,
  entity: string,
  { id, version }: Pick<ListRecord, 'id' | 'version'>,
  name: string,
  value: Json | undefined,
): Promise<ListRecord | undefined> => {
  const { failed } = await provider.editMany(entity, {
    records: [{ id, version }],
    set: { [name]: value ?? null },
  });
  const why = failed[id];
  if (why) throw new HttpError(why.message, statusOf(why.code), why);
  return fetchCurrent(provider, entity, id);
};

/** The record as it is stored now; a failure to tell costs no more than that. */
export const fetchCurrent = (
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
