import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDataProvider } from 'react-admin';
import { whereFilter } from '../../../schemas/model/listCalls.ts';
import type { Match } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { countText } from './useTabCounts.ts';
import { useRefetchOnChanges } from '../live/subscribeToChanges.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

interface MenuCountProps {
  entity: string;
  where: Match;
}

const Figure = styled('span')({
  marginLeft: 'auto',
  padding: '0 6px',
  borderRadius: 9,
  background: 'var(--press)',
  color: 'var(--ink-2)',
  ...TEXT.caption,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
});
/** Milliseconds that changes wait for others: what stands in the menu may lag behind. */
const GATHER_MS = 2_000;

/** How many records an entry of the menu says there are; nothing while there are none. */
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
  useRefetchOnChanges(entity, key, GATHER_MS);
  if (!data?.total) return null;
  return (
    <Figure>
      <span style={visuallyHidden}>, </span>
      {countText(data.total)}
    </Figure>
  );
};
