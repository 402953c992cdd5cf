import { styled } from '@mui/material/styles';
import { ShowBase, useShowContext } from 'ra-core';
import { useParams } from 'react-router';
import type { ListRecord } from '../fields/types.ts';
import { useIsWhole } from '../form/useCheck.ts';
import { RecordNews } from '../live/RecordNews.tsx';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { WHOLE } from '../wholeRecord.ts';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import { ShowSkeleton } from './ShowSkeleton.tsx';

/** One record to read: header, tabs and facts. React-admin's contexts stand around, for what is drawn by hand. */
export const EntityShow = () => {
  const model = useEntity();
  const { id = '' } = useParams();
  return (
    <ShowBase
      key={id}
      resource={model.name}
      id={id}
      // `EntityScreen` has judged that already.
      disableAuthentication
      redirectOnError={false}
      queryOptions={{ meta: WHOLE, retry: false, onError: () => undefined }}
    >
      <RecordPage model={model} />
    </ShowBase>
  );
};

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr) 272px',
  alignItems: 'start',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const RecordPage = ({ model }: { model: ConsoleEntity }) => {
  const { record, error, refetch } = useShowContext<ListRecord>();
  const whole = useIsWhole(model.name);
  if (error && !record) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record || !whole) return <ShowSkeleton />;
  return (
    <>
      <RecordHeader model={model} record={record} />
      <RecordNews entity={model.name} title={model.title} id={record.id} />
      <Columns>
        <RecordTabs model={model} record={record} />
        <RecordFacts model={model} record={record} />
      </Columns>
    </>
  );
};
