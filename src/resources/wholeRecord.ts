import { useGetOne } from 'react-admin';
import type { EntityRecord } from '../../schemas/model/types.ts';

/**
 * Gives full records a query key of their own. React-admin would otherwise start from a cached list row, which may lack
 * fields without a column: a form would save it without them.
 */
export const FULL_RECORD_META = { whole: true };

/** Fetches a record with all its fields, for forms and show views; disabled without an id. */
export const useWholeRecord = <T extends EntityRecord>(resource: string, id: string) =>
  useGetOne<T>(resource, { id, meta: FULL_RECORD_META }, { enabled: id !== '', retry: false });
