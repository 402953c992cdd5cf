import { useGetManyAggregate } from 'react-admin';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { entityByName, hasEntity } from '../../product.ts';
import type { ListRecord } from '../../fieldKit/types.ts';

/**
 * Looks up the titles of records by id; the requests of one screen are batched into one. Records that are loading or
 * deleted have none.
 */
export const useReferenceTitles = (entity: string, ids: string[]): ((id: string) => string | undefined) => {
  const { data } = useGetManyAggregate<ListRecord>(
    entity,
    { ids },
    { enabled: hasEntity(entity) && ids.length > 0 },
  );
  return (id) => {
    const record = data?.find((one) => one?.id === id);
    return record && recordTitle(entityByName(entity), record);
  };
};
