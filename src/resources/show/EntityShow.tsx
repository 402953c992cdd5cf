import { useState } from 'react';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { Link, useParams } from 'react-router';
import { RecordActions } from '../actions/RecordActions.tsx';
import { RecordTitle } from '../actions/RecordTitle.tsx';
import { useOpenPath } from '../actions/openPath.ts';
import { useRights } from '../actions/useRights.ts';
import type { ListRecord } from '../fields/types.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useEntity } from '../product.ts';
import type { ConsoleEntity } from '../product.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { useWholeRecord } from '../wholeRecord.ts';
import { RecordSections } from './RecordSections.tsx';
import { ShowSkeleton } from './ShowSkeleton.tsx';

/** One record to read: the sections of its form, its actions, its history. */
export const EntityShow = () => {
  const model = useEntity();
  const { id = '' } = useParams();
  return <RecordView key={id} model={model} id={id} />;
};

const Header = styled('header')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  marginBottom: 12,
  '& h1': { flex: 1, minWidth: 0, margin: 0, fontSize: 20, lineHeight: '28px', fontWeight: 600 },
});

const RecordView = ({ model, id }: { model: ConsoleEntity; id: string }) => {
  const { data, error, refetch } = useWholeRecord<ListRecord>(model.name, id);
  const { may } = useRights(model);
  const paths = useOpenPath(model);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShowSkeleton />;
  return (
    <>
      <Header>
        <h1>
          <RecordTitle model={model} record={data} />
        </h1>
        <RecordActions model={model} record={data} without={['show', 'edit', 'history']} />
        {may('update') && (
          <Button variant="contained" component={Link} to={paths('edit', id)}>
            Edit
          </Button>
        )}
      </Header>
      {model.features.history ? (
        <RecordTabs model={model} record={data} />
      ) : (
        <RecordSections model={model} record={data} />
      )}
    </>
  );
};

const RecordTabs = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const [tab, setTab] = useState<'details' | 'history'>('details');
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: 'details' | 'history') => setTab(next)}
        aria-label={model.title}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        <Tab value="details" label="Details" id="tab-details" aria-controls="panel-details" />
        <Tab value="history" label="History" id="tab-history" aria-controls="panel-history" />
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'details' ? (
          <RecordSections model={model} record={record} />
        ) : (
          <HistoryPanel model={model} record={record} />
        )}
      </div>
    </>
  );
};
