import { styled } from '@mui/material/styles';
import { ShowBase, useShowContext } from 'react-admin';
import { useParams } from 'react-router';
import type { ListRecord } from '../fields/types.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useIsWhole } from '../form/useCheck.ts';
import { RecordChangeNotice } from '../live/RecordChangeNotice.tsx';
import { Panel } from '../panels/Panel.tsx';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { useVisibleModel } from '../visibleModel.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { WHOLE } from '../wholeRecord.ts';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import { ShowSkeleton } from './ShowSkeleton.tsx';

/** One record to read: header, tabs and facts. React-admin's contexts stand around, for what is drawn by hand. */
export const EntityShow = () => {
  const model = useVisibleModel(useEntity());
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
  gridTemplate: `'tabs facts' auto 'beside facts' 1fr / minmax(0, 1fr) 272px`,
  alignItems: 'start',
  '& > *': { minWidth: 0 },
  '&[data-three]': {
    [theme.breakpoints.up(THREE_COLUMNS_PX)]: {
      gridTemplate: `'tabs beside facts' 1fr / minmax(0, 1fr) 352px 272px`,
    },
  },
  [theme.breakpoints.down('lg')]: { gridTemplate: `'tabs' auto 'beside' auto 'facts' auto / minmax(0, 1fr)` },
}));
/** Pixels of the window from which three zones stand beside each other. */
const THREE_COLUMNS_PX = 1340;
const Zone = styled('section')({
  '& > h2': { margin: '0 0 12px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& + section': { marginTop: 24 },
});

const PanelZone = ({ panel: { panel, label }, area }: { panel: PanelModel; area?: string }) => (
  <Zone aria-label={label} style={{ gridArea: area }}>
    <h2>{label}</h2>
    <Panel name={panel} />
  </Zone>
);

const RecordPage = ({ model }: { model: ConsoleEntity }) => {
  const { record, error, refetch } = useShowContext<ListRecord>();
  const whole = useIsWhole(model.name);
  if (error && !record) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record || !whole) return <ShowSkeleton />;
  const { above, beside } = model.show;
  return (
    <>
      <RecordHeader model={model} record={record} />
      <RecordChangeNotice entity={model.name} title={model.title} id={record.id} />
      <Columns data-three={beside ? true : undefined}>
        <div style={{ gridArea: 'tabs' }}>
          <RecordTabs model={model} record={record} />
        </div>
        {beside && <PanelZone panel={beside} area="beside" />}
        <div style={{ gridArea: 'facts' }}>
          {above && <PanelZone panel={above} />}
          <RecordFacts model={model} record={record} />
        </div>
      </Columns>
    </>
  );
};
