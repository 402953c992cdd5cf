import { useMemo } from 'react';
import { isRestorable } from '../../../../schemas/model/restorable.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { findListTabs } from '../../menu/menuModel.ts';
import { entityLabel } from '../../entityLabels.ts';
import { pathOf } from '../../paths.ts';
import { type ConsoleEntity, product } from '../../product.ts';
import { fieldNamed } from '../../columns.ts';
import { findTab } from '../listState.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { formatCount } from '../../menu/useTabCounts.ts';
import type { TabItem } from './TabLine.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** A list, form or panel that is a tab beside a list. */
export interface Sibling {
  /** Name of the entity, form or panel. */
  name: string;
  label: string;
  path: string;
}

/**
 * The tabs beside a list: forms (`x-form.tab`), lists (`x-entity.tabOf`) and panels (`x-entity.tabs`); empty when
 * there is only one.
 */
export const useSiblings = (model: ConsoleEntity): Sibling[] => {
  const may = useMay();
  return useMemo(() => {
    const lists = findListTabs(product.entities, model, (entity) => may(entity, 'list'));
    const host = model.tabOf ?? model.name;
    const forms = product.forms.filter(({ of = '', tab }) => tab?.of === host && may(of, 'show'));
    const tabs = [
      ...forms.map(({ name, title, tab }) => ({ name, label: title, path: tab?.route ?? '' })),
      ...lists.map((one) => ({ name: one.name, label: one.plural, path: pathOf(one, 'list') })),
      ...lists.flatMap(({ tabs: panels = [] }) =>
        panels.map(({ panel, label, route }) => ({ name: panel, label, path: route })),
      ),
    ];
    return tabs.length > 1 ? tabs : [];
  }, [model, may]);
};

/**
 * Tabs of sibling lists; the list's own tab leaves its view.
 * @param isTitled whether the list's name is the title above; its own tab is labelled "All …" then
 */
export const createSiblingTabs = (
  siblings: Sibling[],
  { model, views }: EntityListModel,
  isTitled = false,
): TabItem[] =>
  siblings.map(({ name, label, path }) => ({
    key: name,
    label: isTitled && name === model.name ? allLabel(model) : label,
    isChosen: name === model.name && views.current === undefined,
    ...(name === model.name ? { choose: () => views.open(undefined) } : { to: path }),
  }));

const allLabel = (model: ConsoleEntity): string => t('All %{noun}', { noun: entityLabel(model, 0) });

/** The tab of the list without a view. */
export const createAllTab = ({ model, views }: EntityListModel): TabItem => ({
  key: 'all',
  label: allLabel(model),
  isChosen: views.current === undefined,
  choose: () => views.open(undefined),
});

/** Whether there is a tab of deleted records, for users who may read and restore them. */
export const hasDeletedTab = ({ model, rights }: Pick<EntityListModel, 'model' | 'rights'>): boolean =>
  isRestorable(model) && rights.may('read') && rights.may('create');

/** The tab of deleted records. */
export const createDeletedTab = ({ state, change }: EntityListModel): TabItem => ({
  key: 'deleted',
  label: t('Deleted'),
  isChosen: state.deleted === true,
  startsGroup: true,
  choose: () => change({ deleted: true, keyword: '', filters: {}, page: undefined, view: undefined }),
});

const ALL = '';

/**
 * Tabs for the choices of one field (`list.tabs`), with record counts.
 * @param hasAll always adds a tab of all records, for selects that need a value
 */
export const createStatusTabs = (
  { model, state, counts, change, views }: EntityListModel,
  hasAll: boolean,
): TabItem[] => {
  const { tabs } = model.list;
  const field = tabs && fieldNamed(model, tabs.by);
  if (!tabs || !field) return [];
  const { [tabs.by]: chosen, ...others } = state.filters;
  const choices = field.choices ?? [];
  const value = findTab(model, state) ?? (chosen?.[''] ? undefined : ALL);
  const tab = (key: string, label: string, count: number | undefined): TabItem => ({
    key: `status:${key}`,
    label,
    count: count === undefined ? undefined : formatCount(count),
    isChosen: key === value && views.current === undefined,
    choose: () =>
      change({
        deleted: undefined,
        filters: key === ALL ? others : { ...others, [tabs.by]: { '': [key] } },
        view: key === ALL ? views.plain : undefined,
      }),
  });
  const all =
    tabs.all !== undefined || hasAll ? [tab(ALL, tabs.all ?? allLabel(model), counts?.['all'])] : [];
  const choiceTabs = choices.map(({ value: one, label }) =>
    tab(String(one), label, counts && (counts[String(one)] ?? 0)),
  );
  return tabs.opens === undefined ? [...all, ...choiceTabs] : [...choiceTabs, ...all];
};
