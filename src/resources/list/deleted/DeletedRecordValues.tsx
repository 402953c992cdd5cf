import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { isFilled } from '../../fields/shared/FieldGroup.tsx';
import { Muted } from '../../fieldKit/parts.tsx';
import { Detail } from '../../fieldKit/Value.tsx';
import { useIsModelLoaded } from '../../form/useFormValidator.ts';
import { diffRecords } from '../../fieldKit/diff.ts';
import type { ConsoleEntity } from '../../product.ts';
import { ErrorState } from '../../states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../../states/Placeholder.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr)',
  gap: '8px 16px',
  maxWidth: 760,
  margin: 0,
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 4,
    '& dd': { marginBottom: 8 },
  },
}));

/** The last values of a deleted record. */
export const DeletedRecordValues = ({ model, id }: { model: ConsoleEntity; id: string }) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const isModelLoaded = useIsModelLoaded(model.name);
  const lastChange = useQuery({
    queryKey: [model.name, 'history', id, 'last'],
    queryFn: ({ signal }) => dataProvider.history(model.name, id, { take: 1, signal }),
    retry: false,
    gcTime: 0,
  });
  if (lastChange.error)
    return <ErrorState error={lastChange.error} onRetry={() => void lastChange.refetch()} />;
  if (!lastChange.data || !isModelLoaded)
    return (
      <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
        <Placeholder style={{ width: '50%' }} />
      </DelayedPlaceholder>
    );
  const values = diffRecords(model.fields, lastChange.data[0]?.before ?? null, null).filter(({ before }) =>
    isFilled(before),
  );
  if (values.length === 0) return <Muted>{t('It was empty.')}</Muted>;
  return (
    <Facts>
      {values.flatMap(({ pointer, titles, field, before }) => [
        <dt key={pointer}>{titles.join(' › ')}</dt>,
        <dd key={`${pointer} value`}>
          <Detail field={field} value={before} />
        </dd>,
      ])}
    </Facts>
  );
};
