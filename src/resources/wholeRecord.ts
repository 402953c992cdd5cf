import { useGetOne } from 'react-admin';
import type { EntityRecord } from '../../schemas/model/types.ts';

/**
 * Marks what was asked for by id. React-admin takes the rows of lists for whole records where nothing is known yet,
 * but a row may lack what no column shows: a form or view that began with one would save it away.
 */
export const FULL_RECORD_META = { whole: true };

/** A record with all its fields, for forms and views; without an id nothing is asked. */
export const useWholeRecord = <T extends EntityRecord>(resource: string, id: string) =>
  useGetOne<T>(resource, { id, meta: FULL_RECORD_META }, { enabled: id !== '', retry: false });
