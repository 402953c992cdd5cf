import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { formatNumber, shortNumber } from '../../format.ts';
import { Muted, ScreenReaderText } from '../../fieldKit/parts.tsx';
import type { CellProps } from '../../fieldKit/types.ts';
import { askNumber } from './askNumber.ts';

/** How long a number holds: what it counts changes by itself. */
const FRESH_MS = 60_000;

const Bar = styled('i')({
  display: 'inline-block',
  width: 32,
  height: 8,
  borderRadius: 4,
  verticalAlign: 'middle',
  background: 'var(--press)',
});

/** A number that is asked for once its row is in view: a bar stands in its place until it comes. */
export const AskedNumber = ({ field, record }: CellProps) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { entity, verb } = field.computed as { entity: string; verb: string };
  const { id = '', version } = record ?? {};
  const { data, isPending } = useQuery({
    // A record that was changed is asked for anew.
    queryKey: ['asked-number', entity, verb, id, version],
    queryFn: ({ signal }) => askNumber(provider, { entity, verb }, { id, signal }),
    enabled: record !== undefined,
    staleTime: FRESH_MS,
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
      title={data.isAbout ? t('About %{count}', { count: full }) : full}
    >
      {data.isAbout && '≈ '}
      {shortNumber(data.value)}
    </span>
  );
};
