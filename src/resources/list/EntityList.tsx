import { useEffect, useState } from 'react';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { keyframes, styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link } from 'react-router';
import { type Loadable, preloadWhenIdle } from '../../ui/loadable.tsx';
import { useHasWidth } from '../../ui/availableWidth.ts';
import { GuideButton } from '../panels/GuideButton.tsx';
import { GUIDE_IN_MENU, PHONE_TITLE } from '../../ui/phoneTitle.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ConfirmDialog } from '../actions/dialogs.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import { buildActionEntries } from '../changes/actionEntries.ts';
import { isOfParents } from '../../dataProvider/scope.ts';
import { useModelActions } from '../actions/useModelActions.tsx';
import { AsideToggle } from '../panels/AsideToggle.tsx';
import { HEADER_HEIGHT, PHONE } from '../../theme/tokens.ts';
import { isBelow } from '../paths.ts';
import { useEntity } from '../product.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { DelayedPlaceholder } from '../states/Placeholder.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListFooter } from './ListFooter.tsx';
import { ListBody, ListCards, RowMenu } from './ListBody.tsx';
import { EntityListContext } from './EntityListContext.tsx';
import { FileTools, DisplayTools } from './ListTools.tsx';
import { type PeekState, usePeek } from './peek/usePeek.ts';
import { Panel } from './tableStyles.ts';
import { hasDeletedTab } from './tabs/leadingTabs.ts';
import { ListTabLine } from './tabs/ListTabLine.tsx';
import { ViewChangeTools, SearchBox, ToolbarRow } from './Toolbar.tsx';
import { isNarrowed } from './listState.ts';
import { useEntityList } from './useEntityList.ts';
import type { EntityListModel } from './useEntityList.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ViewQuestion } from './views/ViewMenu.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const NestedTitle = lazyComponent(() => import('./NestedTitle.tsx').then((it) => it.NestedTitle), {
  silent: true,
});
const PanelAbove = lazyComponent(() => import('../panels/Panel.tsx').then((it) => it.Panel), {
  silent: true,
});
const BulkBar = lazyComponent(() => import('./BulkBar.tsx').then((it) => it.BulkBar));
const ViewMenu = lazyComponent(() => import('./views/ViewMenu.tsx').then((it) => it.ViewMenu));
const DeletedList = lazyComponent(() => import('./deleted/DeletedList.tsx').then((it) => it.DeletedList), {
  inPlace: true,
});
const Peek = lazyComponent(() => import('./peek/Peek.tsx').then((it) => it.Peek));

/** Minimum screen width for the peek drawer beside the rows. */
const PEEK_BESIDE_PX = 1032;

interface EntityListProps {
  /** The list is beside the open record (split layout). */
  narrow?: boolean;
  /** The screen that a row opens; its code is preloaded once the rows are drawn. */
  nextScreen?: Pick<Loadable<object>, 'preload'>;
}

/** The list screen of the route's entity, with its header. */
export const EntityList = (props: EntityListProps) => {
  const model = useEntity();
  return <EntityListScreen key={model.name} model={model} {...props} />;
};

const EntityListScreen = ({ model, narrow, nextScreen }: EntityListProps & { model: ConsoleEntity }) => {
  const entityList = useEntityList(model);
  const peek = usePeek();
  const canPeek = model.list.layout !== 'split' && !isOfParents(model.name);
  const { id } = peek;
  // Without this room the drawer overlays the rows.
  const isWide = useHasWidth(PEEK_BESIDE_PX);
  const { above, below } = model.list;
  return (
    <EntityListContext entityList={entityList}>
      <ListScreen
        data-narrow={narrow || undefined}
        data-peek={(canPeek && id !== undefined && isWide) || undefined}
      >
        <ListHeader entityList={entityList} narrow={narrow} />
        {above && !narrow && !above.narrowed && (
          <PanelAboveArea>
            <PanelAbove quiet name={above.panel} />
          </PanelAboveArea>
        )}
        <ListPanel {...{ entityList, narrow, nextScreen }} hasHeader peek={canPeek ? peek : undefined} />
        {below && !narrow && !entityList.state.deleted && entityList.phase === 'content' && (
          <PanelAbove quiet name={below.panel} />
        )}
        {canPeek && id !== undefined && <Peek entityList={entityList} peek={{ ...peek, id }} />}
      </ListScreen>
    </EntityListContext>
  );
};

/** The panel has its own padding. */
const PanelAboveArea = styled('div')({ '&&': { padding: 0 }, flexShrink: 0 });

/** A list is full-bleed. */
const ListScreen = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  height: 'calc(100% + var(--edge))',
  margin: '0 calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  position: 'relative',
  '&[data-peek]': { paddingRight: 400 },
  '& > *:not(section, aside)': { paddingLeft: 'var(--edge)', paddingRight: 'var(--edge)' },
  '& > section': { flex: '1 1 320px' },
  // On phones the panel below directly follows a short list.
  [PHONE]: { '& > section:not(:last-child)': { flex: '0 1 auto' } },
  '&[data-narrow]': { height: '100%', margin: 0 },
});

const Header = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: HEADER_HEIGHT,
  flexShrink: 0,
  '& h1, & h2': {
    flex: 1,
    minWidth: 0,
    margin: 0,
    ...TEXT.title,
    fontWeight: 600,
    letterSpacing: '-0.012em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& h2': { fontSize: 16, letterSpacing: 0 },
  // Where there is more than one place to be in, the heading leads to the others.
  '& h2:has(+ [data-select])': visuallyHidden,
  '& [data-select]': {
    flex: '1 1 0',
    height: 36,
    padding: 0,
    borderColor: 'transparent',
    fontSize: 14,
    gap: 4,
  },
  '& [data-select] > svg': { marginLeft: 0 },
  '& h1:has(+ p)': { flex: 'none' },
  '& p': { flex: 1, margin: '4px 4px 0', ...TEXT.small, color: 'var(--ink-3)' },
  // Leaves room for the menu's handle.
  [theme.breakpoints.down('md')]: { '&&:has(h1)': { paddingLeft: 'calc(var(--edge) + 32px)' } },
  // Two-line titles fit too.
  [theme.breakpoints.down('sm')]: {
    '& h1': PHONE_TITLE,
    '& .MuiButton-root': { minHeight: 40 },
    // The note has its own line below the title and the buttons.
    '& h1:has(+ p)': { flex: 1 },
    '&:has(> p)': { rowGap: 0, '&::before': { content: '""', height: HEADER_HEIGHT, marginRight: -8 } },
    '& p': { order: 1, flex: '1 0 100%', margin: '0 0 8px -32px' },
    '&&:has([data-way-back])': { paddingLeft: 'var(--edge)', columnGap: 4, '& p': { marginLeft: 0 } },
    ...GUIDE_IN_MENU,
  },
}));

/** Views are not stored for a list beside a record. */
const ask = (): void => undefined;

const ListHeader = ({ entityList, narrow }: { entityList: EntityListModel; narrow?: boolean }) => {
  const { model, rights, paths, phase, state } = entityList;
  const actions = useModelActions(model);
  const isPhone = useMediaQuery(PHONE);
  const panelActions = narrow ? undefined : model.list.above?.actions;
  const entries = buildActionEntries(model, 'list', [], rights, actions.start)
    .filter(({ id }) => !panelActions?.includes(id))
    .map((entry) => ({ ...entry, pending: actions.pending === entry.id }));
  // On phones actions are in the menu of the file tools.
  const isInFileTools = isPhone && !narrow;
  const { addLabel = t('Create') } = model;
  // Beside the parent record's name there is only room for a short label.
  const createLabel = isPhone && model.parent ? t('Add') : addLabel;
  return (
    <Header>
      {/* Beside a record, the record's title is the page's h1. */}
      {narrow ? (
        <>
          <h2>{model.plural}</h2>
          <ListTabLine entityList={entityList} withViews={false} withSiblings isPhone isTitle ask={ask} />
        </>
      ) : isBelow(model) ? (
        <NestedTitle model={model} fallback={<h1>&nbsp;</h1>} />
      ) : (
        <h1>{model.plural}</h1>
      )}
      {model.list.note !== undefined && !narrow && <p>{model.list.note}</p>}
      {!narrow && <GuideButton />}
      {!isInFileTools && <AsideToggle model={model} />}
      {!isInFileTools && (
        <ActionBar
          label={t('More actions for %{plural}', { plural: model.plural })}
          entries={entries}
          buttons={narrow ? 'none' : 'all'}
        />
      )}
      {!narrow && (
        <FileTools entityList={entityList} isPhone={isPhone} others={isInFileTools ? entries : []} inHead />
      )}
      {/* The empty state has its own create button. */}
      {rights.may('create') && (narrow || state.deleted || phase !== 'empty') && (
        <Button
          // Beside a record, the record has the primary button.
          variant={narrow ? 'outlined' : 'contained'}
          startIcon={narrow ? undefined : <Add />}
          sx={narrow ? { minWidth: 36, px: 0.75 } : undefined}
          aria-label={createLabel !== addLabel || narrow ? addLabel : undefined}
          component={Link}
          to={paths('create')}
        >
          {narrow ? <Add fontSize="small" /> : createLabel}
        </Button>
      )}
      {actions.dialog}
    </Header>
  );
};

const sweep = keyframes({ from: { left: '-40%' }, to: { left: '100%' } });

const LoadingBar = styled(DelayedPlaceholder)({
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  zIndex: 3,
  height: 2,
  overflow: 'hidden',
  '&::after': {
    content: '""',
    position: 'absolute',
    width: '40%',
    height: '100%',
    backgroundColor: 'var(--accent)',
    animation: `${sweep} 1.2s ease-in-out infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { left: 0, width: '100%', animation: 'none' } },
});

interface ListPanelProps extends EntityListProps {
  entityList: EntityListModel;
  /** The screen's header, with its actions, is above the list. */
  hasHeader?: boolean;
  /** Undefined where rows cannot be peeked. */
  peek?: PeekState;
  /** Initial values of a new record. */
  initialValues?: Record<string, unknown>;
}

/** A list without its header: tabs, toolbar and rows. */
export const ListPanel = (props: ListPanelProps) => {
  const { entityList, narrow, nextScreen, hasHeader = false, peek, initialValues } = props;
  const { model, state, selection, list, phase } = entityList;
  const phone = useMediaQuery(PHONE);
  const defaultAs = model.list.layout === 'cards' ? 'cards' : 'table';
  const requestedAs = state.as ?? defaultAs;
  const isMonth = requestedAs === 'calendar' && model.list.calendar !== undefined && !narrow;
  const as = isMonth ? 'calendar' : phone ? 'cards' : requestedAs === 'calendar' ? defaultAs : requestedAs;
  const isEmpty = phase === 'empty';
  const isDeleted = hasHeader && !narrow && state.deleted === true && hasDeletedTab(entityList);
  const [question, ask] = useState<ViewQuestion>();
  const [isBusy, onBusy] = useState(false);
  const withViews = hasHeader && !narrow && !isEmpty && model.features.views;
  const displayTools = !isOfParents(model.name) && <DisplayTools entityList={entityList} as={as} />;
  const tabsOf = (part?: 'siblings' | 'states') =>
    // Beside a record they are in the heading.
    !narrow &&
    (!isEmpty || hasHeader) && (
      <ListTabLine
        entityList={entityList}
        withViews={withViews}
        withSiblings={hasHeader}
        isPhone={phone}
        part={part}
        ask={ask}
        tools={part !== 'states' && hasHeader && !isEmpty && !isDeleted && displayTools}
      />
    );
  const tabs = phone && tabsOf();
  useEffect(() => {
    // Loads the code in parallel with the rows; a failure shows when the cards are drawn.
    if (as === 'cards') ListCards.preload().catch(() => undefined);
  }, [as]);
  useEffect(
    () =>
      phase === 'content'
        ? preloadWhenIdle(BulkBar, RowMenu, ConfirmDialog, ...(nextScreen ? [nextScreen] : []))
        : undefined,
    [phase, nextScreen],
  );
  return (
    <Panel aria-label={model.plural}>
      {list.isPlaceholderData && <LoadingBar role="progressbar" aria-label={t('Loading')} />}
      {!phone && tabsOf('siblings')}
      {isDeleted ? null : (selection.ids.size > 0 || isBusy) && !isMonth ? (
        <BulkBar {...{ entityList, onBusy }} isPhone={phone} fallback={<ToolbarRow role="toolbar" />} />
      ) : (
        <ToolbarRow>
          {phone ? tabs : tabsOf('states')}
          {!isEmpty && (
            <>
              {model.list.search.length > 0 && (
                <SearchBox entityList={entityList} isPhone={phone && !isOfParents(model.name)} />
              )}
              <FilterBar entityList={entityList} isPhone={phone} />
              {hasHeader && !narrow && model.list.above?.narrowed && isNarrowed(state) && (
                <PanelAbove quiet name={model.list.above.panel} />
              )}
              {!phone && <ViewChangeTools entityList={entityList} ask={withViews ? ask : undefined} />}
              {!narrow && !hasHeader && (
                <span style={{ display: 'flex', marginLeft: 'auto' }}>
                  {!phone && displayTools}
                  <FileTools entityList={entityList} isPhone={phone} size="small" />
                </span>
              )}
            </>
          )}
        </ToolbarRow>
      )}
      {question && <ViewMenu entityList={entityList} {...question} ask={ask} />}
      {isDeleted ? (
        <DeletedList
          entityList={entityList}
          lead={phone ? tabs : tabsOf('states')}
          fallback={phone && <ToolbarRow>{tabs}</ToolbarRow>}
        />
      ) : (
        <ListBody
          entityList={entityList}
          as={narrow ? 'narrow' : as}
          peek={peek}
          initialValues={initialValues}
        />
      )}
      {phase === 'content' && !narrow && !isMonth && !isDeleted && <ListFooter entityList={entityList} />}
    </Panel>
  );
};
