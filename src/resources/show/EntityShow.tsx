import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ShowBase, useShowContext } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { matches } from '../../../schemas/model/match.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useOpenPath } from '../openPath.ts';
import { lastListSearch } from '../lastQuery.ts';
import { useHasWidth } from '../../ui/availableWidth.ts';
import { useIsModelLoaded } from '../form/useFormValidator.ts';
import { RecordChangeNotice } from '../live/RecordChangeNotice.tsx';
import { Panel } from '../panels/Panel.tsx';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { useVisibleModel } from '../visibleModel.ts';
import { RecordFailed } from '../states/RecordFailed.tsx';
import { FULL_RECORD_META } from '../wholeRecord.ts';
import { RecordFacts } from '../RecordFacts.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { PHONE } from '../../theme/tokens.ts';

/** The show screen: header, tabs and facts, inside react-admin's contexts for hand-written components. */
export const EntityShow = () => {
  const model = useVisibleModel(useEntity());
  const { id = '' } = useParams();
  return (
    <ShowBase
      key={id}
      resource={model.name}
      id={id}
      // `EntityScreen` has checked access already.
      disableAuthentication
      redirectOnError={false}
      queryOptions={{ meta: FULL_RECORD_META, retry: false, onError: () => undefined }}
    >
      <RecordPage model={model} />
    </ShowBase>
  );
};

/** Full-bleed zones, separated by lines. */
const Columns = styled('div')({
  display: 'grid',
  gridTemplate: `'tabs' auto 'beside' auto 'facts' 1fr / minmax(0, 1fr)`,
  margin: '0 calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  flex: 1,
  borderTop: '1px solid var(--line)',
  '& > *': { minWidth: 0, padding: '16px var(--edge) var(--edge)' },
  // Aligns empty and error states with the content.
  '& [data-state]': { padding: '16px 0' },
  // The tab line touches the header's border.
  '& > .tabs:has([role=tablist])': { paddingTop: 0 },
  '& > .beside': { borderTop: '1px solid var(--line)' },
  '& > .facts': { borderTop: '1px solid var(--line)' },
  '&:not([data-zones="1"]) > .facts': { borderTop: 0, borderLeft: '1px solid var(--line)' },
  '&[data-zones="2"]': { gridTemplate: `'tabs facts' auto 'beside facts' 1fr / minmax(0, 1fr) 320px` },
  '&&[data-plain]': { gridTemplate: `'tabs' 1fr / minmax(0, 1fr)`, marginBottom: 0 },
  '&[data-zones="3"]': {
    gridTemplate: `'tabs beside facts' 1fr / minmax(0, 1fr) 376px 304px`,
    '& > .beside': { borderTop: 0, borderLeft: '1px solid var(--line)' },
  },
});
/**
 * Minimum width for two and three zones beside each other, without the side panel.
 */
const MIN_WIDTH_FOR_ZONES_PX = { two: 952, three: 1092 };
const useZoneCount = (hasMiddle: boolean): 1 | 2 | 3 => {
  const isWide = useHasWidth(MIN_WIDTH_FOR_ZONES_PX.two);
  const isWider = useHasWidth(MIN_WIDTH_FOR_ZONES_PX.three);
  if (isWider && hasMiddle) return 3;
  return isWide ? 2 : 1;
};
const Zone = styled('section')({
  // A panel that has nothing to say of this record takes no room.
  '&:not(:has(> :not(h2)))': { display: 'none' },
  '& > h2': { margin: '0 0 12px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '&:has(> :not(h2)) + section': { marginTop: 24 },
});
/** The facts of a page with one section, at its end: beside it there would be empty space around them. */
const Foot = styled('footer')({
  margin: '0 calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  padding: '0 var(--edge)',
  borderTop: '1px solid var(--line)',
});
/** Fills the sheet's height. */
const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' });

const PanelZone = ({ panel: { panel, label }, area }: { panel: PanelModel; area?: string }) => (
  <Zone aria-label={label} className={area} style={{ gridArea: area }}>
    <h2>{label}</h2>
    <Panel name={panel} />
  </Zone>
);

const HeadShape = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 48,
  marginBottom: 12,
  '& > div': { display: 'grid', gap: 12 },
});
const Bars = styled('div')({ display: 'grid', alignContent: 'start', gap: 20 });

/** The placeholder of a record's page. */
const RecordSkeleton = ({ model: { show } }: { model: ConsoleEntity }) => {
  const zones = useZoneCount(show.middle !== undefined);
  const isPlain = !show.middle && !show.asideTop;
  return (
    <Page as={DelayedPlaceholder} role="progressbar" aria-label={t('Loading')} aria-busy="true">
      <HeadShape>
        {show.picture !== undefined && <Placeholder style={{ width: 48, height: 48, borderRadius: '50%' }} />}
        <div>
          <Placeholder style={{ width: 200, height: 16 }} />
          <Placeholder style={{ width: 280 }} />
        </div>
      </HeadShape>
      <Columns data-zones={zones} data-plain={isPlain || undefined}>
        {['tabs', ...(show.middle ? ['beside'] : []), ...(isPlain ? [] : ['facts'])].map((zone) => (
          <Bars key={zone} className={zone} style={{ gridArea: zone }}>
            {['32%', '60%', '48%', '54%'].map((width) => (
              <Placeholder key={width} style={{ width }} />
            ))}
          </Bars>
        ))}
      </Columns>
    </Page>
  );
};

const RecordPage = ({ model }: { model: ConsoleEntity }) => {
  const { record, error, refetch } = useShowContext<ListRecord>();
  const isModelLoaded = useIsModelLoaded(model.name);
  const navigate = useNavigate();
  const [list = ''] = useOpenPath(model)('list').split('?');
  const middle = record && matches(model.show.middle?.visibleWhen, record) ? model.show.middle : undefined;
  const zones = useZoneCount(middle !== undefined);
  const phone = useMediaQuery(PHONE);
  if (error && !record)
    return (
      <div style={{ margin: '0 calc(-1 * var(--edge))' }}>
        <RecordFailed
          {...{ model, error }}
          onRetry={() => void refetch()}
          onBack={() => void navigate(list + lastListSearch(model.name))}
        />
      </div>
    );
  if (!record || !isModelLoaded) return <RecordSkeleton model={model} />;
  const { asideTop } = model.show;
  // With a single zone the facts are a line at the end of the sheet, on a phone a section below it.
  const isPlain = !middle && !asideTop && !phone;
  return (
    <Page>
      <RecordHeader model={model} record={record} />
      <RecordChangeNotice entity={model.name} title={model.title} id={record.id} />
      {model.banner && <Panel quiet name={model.banner.panel} />}
      <Columns data-zones={zones} data-plain={isPlain || undefined}>
        <div className="tabs" style={{ gridArea: 'tabs' }}>
          <RecordTabs model={model} record={record} />
        </div>
        {middle && <PanelZone panel={middle} area="beside" />}
        {!isPlain && (
          <div className="facts" style={{ gridArea: 'facts' }}>
            {asideTop && <PanelZone panel={asideTop} />}
            <RecordFacts model={model} record={record} />
          </div>
        )}
      </Columns>
      {isPlain && (
        <Foot>
          <RecordFacts inLine model={model} record={record} />
        </Foot>
      )}
    </Page>
  );
};
