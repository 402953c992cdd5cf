import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDataProvider } from 'react-admin';
import { whereFilter } from '../../../schemas/model/listCalls.ts';
import type { Match } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { formatCount } from './useTabCounts.ts';
import { useRefetchOnChanges } from '../live/subscribeToChanges.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

interface MenuCountProps {
  entity: string;
  where: Match;
}

const Count = styled('span')({
  marginLeft: 'auto',
  padding: '0 6px',
  borderRadius: 9,
  background: 'var(--press)',
  color: 'var(--ink-2)',
  ...TEXT.caption,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
});
/** Delay that batches refetches; counts in the menu may lag behind. */
const REFETCH_DELAY_MS = 2_000;

/** The count of records in a menu entry; null while zero. */
export const MenuCount = ({ entity, where }: MenuCountProps) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const filter = whereFilter(where);
  const key = [entity, t('menu count'), filter];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataProvider.total(entity, { filter, signal }),
    staleTime: 30_000,
    retry: false,
  });
  useRefetchOnChanges(entity, key, REFETCH_DELAY_MS);
  if (!data?.total) return null;
  return (
    <Count>
      <span style={visuallyHidden}>, </span>
      {formatCount(data.total)}
    </Count>
  );
};
