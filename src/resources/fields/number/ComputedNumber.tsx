import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { formatNumber, shortNumber } from '../../format.ts';
import { Muted, ScreenReaderText } from '../../fieldKit/parts.tsx';
import type { CellProps } from '../../fieldKit/types.ts';
import { fetchNumber } from './fetchNumber.ts';

/** Counts change without a change of the record. */
const STALE_TIME_MS = 60_000;

const Bar = styled('i')({
  display: 'inline-block',
  width: 32,
  height: 8,
  borderRadius: 4,
  verticalAlign: 'middle',
  background: 'var(--press)',
});

/** A number that the services compute on request, fetched once its row is in view; a placeholder until then. */
export const ComputedNumber = ({ field, record }: CellProps) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { entity, verb } = field.computed as { entity: string; verb: string };
  const { id = '', version } = record ?? {};
  const { data, isPending } = useQuery({
    // The version refetches the number of a changed record.
    queryKey: ['computed-number', entity, verb, id, version],
    queryFn: ({ signal }) => fetchNumber(provider, { entity, verb }, { id, signal }),
    enabled: record !== undefined,
    staleTime: STALE_TIME_MS,
    retry: false,
  });
  if (isPending)
    return (
      <>
        <Bar />
        <ScreenReaderText>{t('counting…')}</ScreenReaderText>
      </>
    );
  if (!data) return <Muted title={t('Could not be counted')}>–</Muted>;
  const full = formatNumber(data.value);
  return (
    <span
      style={{ fontVariantNumeric: 'tabular-nums' }}
      title={data.isEstimate ? t('About %{count}', { count: full }) : full}
    >
      {data.isEstimate && '≈ '}
      {shortNumber(data.value)}
    </span>
  );
};
