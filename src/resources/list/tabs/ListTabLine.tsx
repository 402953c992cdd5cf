import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Hint } from '../../../ui/Hint.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { fieldNamed } from '../../columns.ts';
import type { EntityListModel } from '../useEntityList.ts';
import type { ViewQuestion } from '../views/ViewMenu.tsx';
import { TabLine, type TabItem } from './TabLine.tsx';
import {
  createAllTab,
  createDeletedTab,
  hasDeletedTab,
  createSiblingTabs,
  createStatusTabs,
  useSiblings,
} from './leadingTabs.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const PhoneTabs = lazyComponent(() => import('./PhoneTabs.tsx').then((it) => it.PhoneTabs), { silent: true });

interface ListTabLineProps {
  entityList: EntityListModel;
  /** Shows saved views; only for lists that are a screen and not empty. */
  withViews: boolean;
  /** Shows sibling lists first. */
  withSiblings: boolean;
  /** One select instead of a line: on a phone, and beside a record. */
  isPhone: boolean;
  /** It is the list's heading. */
  isTitle?: boolean;
  /** The first or the second line of tabs; the second is in the filter bar. */
  part?: 'siblings' | 'states';
  ask: (question: ViewQuestion) => void;
  tools?: ReactNode;
}

/**
 * The tab line of a list: sibling lists, status tabs or just "all"; then its saved views.
 */
export const ListTabLine = (props: ListTabLineProps) => {
  const { entityList, withViews, withSiblings, isPhone, isTitle, part, ask, tools } = props;
  const { model, state, views } = entityList;
  const withDeleted = withSiblings && hasDeletedTab(entityList);
  const allSiblings = useSiblings(model);
  const siblings = withSiblings ? allSiblings : [];
  const states = createStatusTabs(entityList, isPhone);
  const leadingTabs =
    states.length > 0
      ? states
      : siblings.length > 0
        ? createSiblingTabs(siblings, entityList, isPhone && !isTitle)
        : withViews || withDeleted || tools
          ? [createAllTab(entityList)]
          : [];
  const rows: TabItem[] = [
    ...leadingTabs,
    ...(withViews ? views.views : []).map((view, at) => ({
      key: view.id,
      label: view.name,
      isChosen: view.id === views.current?.id,
      isChanged: view.id === views.current?.id && views.isChanged,
      startsGroup: at === 0 && leadingTabs.length > 1,
      choose: () => views.open(view),
      openMenu: (anchor: HTMLElement) => ask({ what: 'menu', anchor }),
    })),
  ];
  // Sibling lists above the status tabs, or after them on phones.
  const secondaryTabs =
    states.length > 0 && siblings.length > 0 ? createSiblingTabs(siblings, entityList) : [];
  if (isPhone)
    rows.push(
      ...secondaryTabs
        .filter(({ to }) => to !== undefined)
        .map((item, at) => ({ ...item, startsGroup: at === 0 })),
    );
  const items = withDeleted
    ? [
        ...rows.map((item) => (state.deleted ? { ...item, isChosen: false } : item)),
        createDeletedTab(entityList),
      ]
    : rows;
  const label =
    states.length > 0 ? fieldNamed(model, model.list.tabs ? model.list.tabs.by : '')?.title : undefined;
  const hasTwo = !isPhone && secondaryTabs.length > 0;
  if (items.length === 0 || (part === 'states' && !hasTwo)) return null;
  if (part === 'siblings' && hasTwo)
    return <TabLine label={t('Lists')} items={secondaryTabs} tools={tools} />;
  return (
    <>
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
          isBare={part === 'states'}
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
