import { useMemo, useState } from 'react';
import { styled } from '@mui/material/styles';
import { useLocation } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { entityOf, isOfParents } from '../../dataProvider/scope.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { listActions } from '../changes/actionEntries.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useRecordMenu } from '../actions/useRecordMenu.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { hasScreen } from '../paths.ts';
import { entityByName } from '../product.ts';
import { EmptyState, EmptyTabState, ErrorState } from '../states/ListStates.tsx';
import { SkeletonList } from '../states/SkeletonList.tsx';
import { useCanEdit } from './inline/useCanEdit.ts';
import { useCellSwitch } from './inline/useCellSwitch.ts';
import { fieldNamed } from '../columns.ts';
import { findTab, type ListAs } from './listState.ts';
import { isSearched, findConstantColumns } from './views/narrowing.ts';
import { ListTable, TableSkeleton } from './ListTable.tsx';
import type { PeekState } from './peek/usePeek.ts';
import { findPictureField } from './RowMark.tsx';
import { type RowOptions, findTitleColumn } from './RowParts.tsx';
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

const NoResultState = lazyComponent(() => import('./NoResultState.tsx').then((it) => it.NoResultState), {
  silent: true,
});

export interface ListBodyOptions {
  entityList: EntityListModel;
  /** Undefined where rows cannot be peeked. */
  peek?: PeekState;
  /** Initial values of a new record. */
  initialValues?: Record<string, unknown>;
  as: ListAs | 'narrow';
}

/**
 * The rows of a list, or its loading, empty or error state; a load failure also as a dialog where the entity asks for
 * it.
 */
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

const Rows = ({ entityList, as, peek, initialValues }: ListBodyOptions) => {
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
  if (phase === 'noResult')
    return <NoResultState entityList={entityList} onClear={entityList.clearNarrowing} />;
  const emptyTexts = model.list.empty ?? model.list.tabs?.empty?.[findTab(model, entityList.state) ?? ''];
  if (phase === 'emptyTab' && !emptyTexts)
    return <EmptyTabState model={model} tab={tabLabel(entityList)} onShowAll={entityList.showAll} />;
  if (phase === 'empty' || phase === 'emptyTab') {
    // Parents are created in their own list.
    const { parent } = entityByName(entityOf(model.name));
    const mayCreate =
      // Otherwise the header has the create button.
      as !== 'narrow' &&
      phase === 'empty' &&
      hasScreen(model) &&
      (isOfParents(model.name) ? may(parent?.entity ?? '', 'list') : rights.may('create'));
    return (
      <EmptyState
        model={model}
        texts={emptyTexts}
        createPath={mayCreate ? paths('create') : undefined}
        createState={initialValues && { back: pathname + search, record: initialValues }}
      />
    );
  }
  if (as === 'calendar' && phase === 'content')
    return <ListCalendar entityList={entityList} fallback={<CalendarPlaceholder />} />;
  return <ListRowsView {...{ entityList, peek, initialValues }} as={as === 'calendar' ? 'table' : as} />;
};

const tabLabel = ({ model, state }: EntityListModel): string => {
  const value = findTab(model, state);
  const choices = fieldNamed(model, model.list.tabs?.by ?? '')?.choices;
  return choices?.find((choice) => String(choice.value) === value)?.label ?? '';
};

/** Reserves the calendar's room while it loads. */
const CalendarPlaceholder = styled('div')({ flex: 1 });

interface RowsOptions extends ListBodyOptions {
  as: Exclude<ListBodyOptions['as'], 'calendar'>;
}

const ListRowsView = ({ entityList, as, peek, initialValues }: RowsOptions) => {
  const { model, columns, rights, paths, selection } = entityList;
  const menu = useRecordMenu(model, { place: 'row', onDeleted: selection.remove });
  const [openedMenu, setOpenedMenu] = useState<{
    record: ListRecord;
    anchor: HTMLElement;
    first?: ActionEntry[];
  }>();
  const [inlineEdit, setInlineEdit] = useState<{
    record: ListRecord;
    name: string;
    editButton: HTMLElement;
  }>();
  const canEdit = useCanEdit(model);
  const onToggle = useCellSwitch(model);
  const canPeek = peek !== undefined;
  const selectable =
    rights.may('delete') || rights.may('update') || listActions(model, 'bulk', rights).length > 0;
  const opensInShow = (model.routes !== false && model.routes.show !== undefined) || !rights.may('update');

  const { pathname, search } = useLocation();
  // Records opened from a child list lead back to the parent's page.
  const back = initialValues && pathname + search;

  // The picture is drawn before the name, not as a column.
  const { state } = entityList;
  const shown = useMemo(() => {
    const picture = findPictureField(model);
    return columns.filter((field) => field !== picture);
  }, [columns, model]);
  const rowOptions = useMemo(
    (): RowOptions => ({
      model,
      columns: shown,
      constantColumns: findConstantColumns(model, state),
      titleColumn: findTitleColumn(model, shown),
      selectable,
      hasMenu: !isOfParents(model.name),
      canEdit,
      canPeek,
      openPath: (id) => (hasScreen(model) ? paths(opensInShow ? 'show' : 'edit', id) : undefined),
      openState: back === undefined ? undefined : { back },
    }),
    [model, shown, state, selectable, canEdit, canPeek, paths, opensInShow, back],
  );
  const openMenu: ListBodyProps['openMenu'] = (record, anchor, first) =>
    setOpenedMenu({ record, anchor, first });
  const openEditor = (record: ListRecord, name: string, editButton: HTMLElement): void =>
    setInlineEdit({ record, name, editButton });
  const body = { entityList, rowOptions, openMenu, openEditor, onToggle, peek };
  const skeleton = as !== 'table' && <SkeletonList as={as} hasPicture={model.list.picture !== undefined} />;
  if (entityList.phase === 'loading') return skeleton || <TableSkeleton {...body} />;
  if (as === 'narrow') return <ListNarrow entityList={entityList} rowOptions={rowOptions} />;
  const rows = as === 'cards' ? <ListCards {...body} fallback={skeleton} /> : <ListTable {...body} />;
  return (
    <>
      {model.ordered !== undefined && rights.may('update') ? (
        <OrderedList {...body} as={as} fallback={rows} />
      ) : (
        rows
      )}
      {inlineEdit && <InlineEdit model={model} {...inlineEdit} onClose={() => setInlineEdit(undefined)} />}
      {openedMenu && (
        <RowMenu
          model={model}
          record={openedMenu.record}
          anchor={openedMenu.anchor}
          label={t('Actions for %{model}', { model: recordTitle(model, openedMenu.record) })}
          entries={[...(openedMenu.first ?? []), ...menu.entries(openedMenu.record)]}
          onClose={() => setOpenedMenu(undefined)}
        />
      )}
      {menu.dialog}
    </>
  );
};
