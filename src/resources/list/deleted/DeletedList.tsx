import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import type { DeletedRecord } from '../../../../schemas/model/responses.ts';
import { zoneOfTimes } from '../../../../schemas/model/systemFields.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { useRestoreDeleted } from '../../actions/useRestoreDeleted.ts';
import { entityLabel } from '../../entityLabels.ts';
import { dateTimeText, timeWithZone } from '../../fields/date-time/index.tsx';
import type { ConsoleEntity } from '../../product.ts';
import { ErrorState } from '../../states/ListStates.tsx';
import { NoResultState } from '../NoResultState.tsx';
import { MoreButton } from '../../states/MoreButton.tsx';
import { DelayedPlaceholder, Placeholder } from '../../states/Placeholder.ts';
import { StatePanel } from '../../states/StatePanel.tsx';
import { Scroller } from '../tableStyles.ts';
import { SearchBox, ToolbarRow } from '../Toolbar.tsx';
import type { EntityListModel } from '../useEntityList.ts';
import { useDeletedRecords } from './useDeletedRecords.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const DeletedRecordValues = lazyComponent(
  () => import('./DeletedRecordValues.tsx').then((it) => it.DeletedRecordValues),
  { inPlace: true },
);

const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  ...TEXT.small,
  '& > li': { borderBottom: '1px solid var(--line)', padding: '0 var(--edge)' },
  '& .row': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 200px) 168px auto',
    alignItems: 'center',
    gap: '0 16px',
    minHeight: 44,
  },
  '& .name': {
    justifySelf: 'start',
    maxWidth: '100%',
    padding: '6px 0',
    border: 0,
    background: 'none',
    font: 'inherit',
    fontWeight: 500,
    color: 'var(--ink)',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '& .name:hover': { textDecoration: 'underline' },
  '& .name, & .by': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .by, & time': { color: 'var(--ink-2)' },
  '& time': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .was': { padding: '4px 0 16px' },
  [theme.breakpoints.down('sm')]: {
    '& .row': { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: '6px 0' },
    '& .name': { gridColumn: 1, minHeight: 44, fontSize: 14 },
    '& .by': { gridColumn: 1, gridRow: 2, fontSize: 12 },
    '& time': { gridColumn: 1, gridRow: 3, fontSize: 12 },
    '& .row > .MuiButton-root': { gridColumn: 2, gridRow: '1 / span 3', minHeight: 44 },
  },
}));

interface DeletedListProps {
  entityList: EntityListModel;
  /** Rendered before the search where there is no tab line. */
  lead: ReactNode;
}

/** The deleted records of a list: by whom and when, their values, and a restore button. */
export const DeletedList = ({ entityList, lead }: DeletedListProps) => {
  const { model, state, change } = entityList;
  const deleted = useDeletedRecords(model.name, state.keyword);
  const { records } = deleted;
  const isSearched = state.keyword !== '';
  return (
    <>
      <ToolbarRow>
        {lead}
        {(records.length > 0 || isSearched) && <SearchBox entityList={entityList} isPhone={Boolean(lead)} />}
      </ToolbarRow>
      {deleted.isPending ? (
        <DelayedPlaceholder role="progressbar" aria-label={t('Loading')} style={{ padding: '0 var(--edge)' }}>
          {['40%', '55%', '35%'].map((width) => (
            <div key={width} style={{ padding: '14px 0' }}>
              <Placeholder style={{ width }} />
            </div>
          ))}
        </DelayedPlaceholder>
      ) : deleted.error && records.length === 0 ? (
        <ErrorState error={deleted.error} onRetry={() => void deleted.refetch()} />
      ) : records.length === 0 && isSearched ? (
        <NoResultState entityList={entityList} isSearchOnly onClear={() => change({ keyword: '' })} />
      ) : records.length === 0 ? (
        <StatePanel
          title={t('No deleted %{noun}', { noun: entityLabel(model, 0) })}
          text={t('Whatever %{noun} are deleted can be restored from here.', { noun: entityLabel(model, 0) })}
        />
      ) : (
        <Scroller tabIndex={-1}>
          <Rows aria-label={t('Deleted %{noun}', { noun: entityLabel(model, 0) })}>
            {records.map((one) => (
              <Row key={one.id} model={model} deleted={one} />
            ))}
          </Rows>
          <MoreButton query={deleted} label={t('Show more')} margin="8px calc(var(--edge) - 5px)" />
        </Scroller>
      )}
    </>
  );
};

const Row = ({ model, deleted }: { model: ConsoleEntity; deleted: DeletedRecord }) => {
  const { record, title, at, user } = deleted;
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const { restore } = useRestoreDeleted(model);
  const zone = zoneOfTimes(model.fields);
  const name = title || t('A %{title} without a name', { title: model.title.toLowerCase() });
  const run = async (): Promise<void> => {
    setPending(true);
    await restore([record]);
    setPending(false);
  };
  return (
    <li>
      <div className="row">
        <button type="button" className="name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {name}
        </button>
        <span className="by">{t('Deleted by %{name}', { name: user?.name ?? t('the system') })}</span>
        <time dateTime={at} title={timeWithZone(at, zone)}>
          {dateTimeText(at, zone)}
        </time>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={t('Restore %{name}', { name })}
          loading={isPending}
          onClick={() => void run()}
        >
          {t('Restore')}
        </Button>
      </div>
      {isOpen && (
        <div className="was">
          <DeletedRecordValues model={model} id={record} />
        </div>
      )}
    </li>
  );
};
