import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Hint } from '../../../ui/Hint.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { fieldNamed } from '../../columns.ts';
import type { EntityListModel } from '../useEntityList.ts';
import type { ViewQuestion } from '../views/ViewMenu.tsx';
import { TabLine, type TabItem } from './TabLine.tsx';
import { allTab, deletedTab, hasDeletedTab, siblingTabs, statusTabs, useSiblings } from './leadingTabs.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const PhoneTabs = lazyComponent(() => import('./PhoneTabs.tsx').then((it) => it.PhoneTabs), { silent: true });

interface ListTabLineProps {
  entityList: EntityListModel;
  /** Views stand only where a list is a screen of its own, and has something to show. */
  withViews: boolean;
  /** The lists beside this one lead. */
  withSiblings: boolean;
  /** One select instead of a line. */
  isPhone: boolean;
  ask: (question: ViewQuestion) => void;
  tools?: ReactNode;
}

/**
 * Where in a list one can be, in one line: the lists beside it, or its states, or just all; then the views that are
 * kept of it.
 */
export const ListTabLine = (props: ListTabLineProps) => {
  const { entityList, withViews, withSiblings, isPhone, ask, tools } = props;
  const { model, state, views } = entityList;
  const withDeleted = withSiblings && hasDeletedTab(entityList);
  const all = useSiblings(model);
  const siblings = withSiblings ? all : [];
  const states = statusTabs(entityList, isPhone);
  const leading =
    states.length > 0
      ? states
      : siblings.length > 0
        ? siblingTabs(siblings, entityList, isPhone)
        : withViews || withDeleted || tools
          ? [allTab(entityList)]
          : [];
  const rows: TabItem[] = [
    ...leading,
    ...(withViews ? views.views : []).map((view, at) => ({
      key: view.id,
      label: view.name,
      isChosen: view.id === views.current?.id,
      isChanged: view.id === views.current?.id && views.isChanged,
      isApart: at === 0 && leading.length > 1,
      choose: () => views.open(view),
      openMenu: (anchor: HTMLElement) => ask({ what: 'menu', anchor }),
    })),
  ];
  // Above its states, or on a phone after them.
  const beside = states.length > 0 && siblings.length > 0 ? siblingTabs(siblings, entityList) : [];
  if (isPhone)
    rows.push(
      ...beside.filter(({ to }) => to !== undefined).map((item, at) => ({ ...item, isApart: at === 0 })),
    );
  const items = withDeleted
    ? [...rows.map((item) => (state.deleted ? { ...item, isChosen: false } : item)), deletedTab(entityList)]
    : rows;
  const label =
    states.length > 0 ? fieldNamed(model, model.list.tabs ? model.list.tabs.by : '')?.title : undefined;
  if (items.length === 0) return null;
  return (
    <>
      {!isPhone && beside.length > 0 && <TabLine label={t('Lists')} items={beside} />}
      {isPhone ? (
        <PhoneTabs
          label={label ?? t('Views')}
          items={items}
          fallback={<span style={{ flex: 1, height: 44 }} />}
        />
      ) : (
        <TabLine
          label={label ?? (withViews ? t('Views') : t('Lists'))}
          items={items}
          tools={tools}
          end={
            withViews &&
            !state.deleted && (
              <Hint text={t('Save as a new view')}>
                <IconButton
                  size="small"
                  aria-label={t('Save as a new view')}
                  aria-haspopup="dialog"
                  sx={{ marginLeft: '-10px' }}
                  onClick={(event) => ask({ what: 'new', anchor: event.currentTarget })}
                >
                  <Add fontSize="small" />
                </IconButton>
              </Hint>
            )
          }
        />
      )}
    </>
  );
};
