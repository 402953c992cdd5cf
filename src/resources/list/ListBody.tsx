import { useMemo, useState } from 'react';
import { styled } from '@mui/material/styles';
import { useLocation } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { entityOf, isOfParents } from '../../dataProvider/scope.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { actionsAt } from '../changes/actionEntries.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useRecordMenu } from '../actions/useRecordMenu.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { hasScreen } from '../paths.ts';
import { entityByName } from '../product.ts';
import { EmptyState, EmptyTabState, ErrorState, NoResultState } from '../states/ListStates.tsx';
import { SkeletonList } from '../states/SkeletonList.tsx';
import { useCanEdit } from './inline/useCanEdit.ts';
import { useCellSwitch } from './inline/useCellSwitch.ts';
import { fieldNamed } from '../columns.ts';
import { tabOf, type ListAs } from './listState.ts';
import { isSearched, sameInEachRow } from './views/narrowing.ts';
import { ListTable, TableSkeleton } from './ListTable.tsx';
import type { PeekState } from './peek/usePeek.ts';
import { pictureField } from './RowMark.tsx';
import { type RowOptions, titleColumnOf } from './RowParts.tsx';
import type { ListBodyProps } from './types.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

export const RowMenu = lazyComponent(() => import('../actions/RowMenu.tsx').then((it) => it.RowMenu));
export const ListCards = lazyComponent(() => import('./ListCards.tsx').then((it) => it.ListCards), {
  inPlace: true,
});
const ListNarrow = lazyComponent(() => import('./ListNarrow.tsx').then((it) => it.ListNarrow), {
  inPlace: true,
});
const LoadFailedDialog = lazyComponent(() =>
  import('./LoadFailedDialog.tsx').then((it) => it.LoadFailedDialog),
);
const InlineEdit = lazyComponent(() => import('./inline/InlineEdit.tsx').then((it) => it.InlineEdit));
const OrderedList = lazyComponent(() => import('./order/OrderedList.tsx').then((it) => it.OrderedList), {
  inPlace: true,
});
const ListCalendar = lazyComponent(
  () => import('./calendar/ListCalendar.tsx').then((it) => it.ListCalendar),
  {
    inPlace: true,
  },
);

export interface ListBodyOptions {
  entityList: EntityListModel;
  /** Absent where rows are not looked at beside the list. */
  peek?: PeekState;
  /** What a new record begins with. */
  beginning?: Record<string, unknown>;
  as: ListAs | 'narrow';
}

/** What a list has in this moment: its rows, or why there are none; and what could not be loaded, where that is told in a dialog. */
export const ListBody = (options: ListBodyOptions) => {
  const { model, list } = options.entityList;
  return (
    <>
      <Rows {...options} />
      {model.failureDialog && list.error && (
        <LoadFailedDialog error={list.error} title={model.failures?.['load']} />
      )}
    </>
  );
};

const Rows = ({ entityList, as, peek, beginning }: ListBodyOptions) => {
  const { model, phase, list, rights, paths } = entityList;
  const { pathname, search } = useLocation();
  const may = useMay();
  if (phase === 'error') {
    const onClear = isSearched(model, entityList.state) ? entityList.clearNarrowing : undefined;
    return (
      <ErrorState
        error={list.error}
        title={model.failures?.['load']}
        onRetry={list.retry}
        onClear={onClear}
      />
    );
  }
  if (phase === 'noResult') return <NoResultState model={model} onClear={entityList.clearNarrowing} />;
  const stated = model.list.empty ?? model.list.tabs?.empty?.[tabOf(model, entityList.state) ?? ''];
  if (phase === 'emptyTab' && !stated)
    return <EmptyTabState model={model} tab={tabLabel(entityList)} onShowAll={entityList.showAll} />;
  if (phase === 'empty' || phase === 'emptyTab') {
    // What others are below is made in its own list.
    const { parent } = entityByName(entityOf(model.name));
    const mayCreate =
      // Beside a record, or where other tabs have some, the head offers it.
      as !== 'narrow' &&
      phase === 'empty' &&
      hasScreen(model) &&
      (isOfParents(model.name) ? may(parent?.entity ?? '', 'list') : rights.may('create'));
    return (
      <EmptyState
        model={model}
        stated={stated}
        createPath={mayCreate ? paths('create') : undefined}
        createState={beginning && { back: pathname + search, record: beginning }}
      />
    );
  }
  if (as === 'calendar' && phase === 'content')
    return <ListCalendar entityList={entityList} fallback={<Quiet />} />;
  return <ListRowsView {...{ entityList, peek, beginning }} as={as === 'calendar' ? 'table' : as} />;
};

const tabLabel = ({ model, state }: EntityListModel): string => {
  const value = tabOf(model, state);
  const choices = fieldNamed(model, model.list.tabs?.by ?? '')?.choices;
  return choices?.find((choice) => String(choice.value) === value)?.label ?? '';
};

/** Where a month is about to stand. */
const Quiet = styled('div')({ flex: 1 });

interface RowsOptions extends ListBodyOptions {
  as: Exclude<ListBodyOptions['as'], 'calendar'>;
}

const ListRowsView = ({ entityList, as, peek, beginning }: RowsOptions) => {
  const { model, columns, rights, paths, selection } = entityList;
  const menu = useRecordMenu(model, { place: 'row', onDeleted: selection.remove });
  const [opened, setOpened] = useState<{ record: ListRecord; anchor: HTMLElement; first?: ActionEntry[] }>();
  const [edited, setEdited] = useState<{ record: ListRecord; name: string; pen: HTMLElement }>();
  const canEdit = useCanEdit(model);
  const onSwitch = useCellSwitch(model);
  const canPeek = peek !== undefined;
  const selectable =
    rights.may('delete') || rights.may('update') || actionsAt(model, 'bulk', rights).length > 0;
  const showFirst = (model.routes !== false && model.routes.show !== undefined) || !rights.may('update');

  const { pathname, search } = useLocation();
  // From a list inside another record's page, the way back is to there.
  const back = beginning && pathname + search;

  // The picture stands before the name.
  const { state } = entityList;
  const shown = useMemo(() => {
    const picture = pictureField(model);
    return columns.filter((field) => field !== picture);
  }, [columns, model]);
  const rowOptions = useMemo(
    (): RowOptions => ({
      model,
      columns: shown,
      same: sameInEachRow(model, state),
      titleColumn: titleColumnOf(model, shown),
      selectable,
      hasMenu: !isOfParents(model.name),
      canEdit,
      canPeek,
      openPath: (id) => (hasScreen(model) ? paths(showFirst ? 'show' : 'edit', id) : undefined),
      openState: back === undefined ? undefined : { back },
    }),
    [model, shown, state, selectable, canEdit, canPeek, paths, showFirst, back],
  );
  const openMenu: ListBodyProps['openMenu'] = (record, anchor, first) => setOpened({ record, anchor, first });
  const openEditor = (record: ListRecord, name: string, pen: HTMLElement): void =>
    setEdited({ record, name, pen });
  const body = { entityList, rowOptions, openMenu, openEditor, onSwitch, peek };
  const toCome = as !== 'table' && <SkeletonList as={as} hasPicture={model.list.picture !== undefined} />;
  if (entityList.phase === 'loading') return toCome || <TableSkeleton {...body} />;
  if (as === 'narrow') return <ListNarrow entityList={entityList} rowOptions={rowOptions} />;
  const plain = as === 'cards' ? <ListCards {...body} fallback={toCome} /> : <ListTable {...body} />;
  return (
    <>
      {model.ordered !== undefined && rights.may('update') ? (
        <OrderedList {...body} as={as} fallback={plain} />
      ) : (
        plain
      )}
      {edited && <InlineEdit model={model} {...edited} onClose={() => setEdited(undefined)} />}
      {opened && (
        <RowMenu
          model={model}
          record={opened.record}
          anchor={opened.anchor}
          label={t('Actions for %{model}', { model: recordTitle(model, opened.record) })}
          entries={[...(opened.first ?? []), ...menu.entries(opened.record)]}
          onClose={() => setOpened(undefined)}
        />
      )}
      {menu.dialog}
    </>
  );
};
