import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fields/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { ObstacleList } from './FailedDialog.tsx';
import { obstaclesOf } from './failures.ts';
import { USED_BY } from './recordCache.ts';

/** Says before a record is deleted where it is used; nothing where it is not, or where that cannot be told. */
export const WhereUsed = ({ model, records }: { model: ConsoleEntity; records: ListRecord[] }) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [first, second] = records;
  const { data } = useQuery({
    queryKey: [USED_BY, model.name, first?.id],
    queryFn: ({ signal }) => dataProvider.usedBy(model.name, first?.id ?? '', { signal }),
    enabled: first !== undefined && second === undefined,
    retry: false,
    staleTime: 0,
  });
  const obstacles = obstaclesOf(data?.usedBy, data?.hidden);
  if (obstacles.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      It is in use. Remove it there first:
      <ObstacleList obstacles={obstacles} />
    </Alert>
  );
};
