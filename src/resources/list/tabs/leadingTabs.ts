import { useMemo } from 'react';
import { isRestorable } from '../../../../schemas/model/restorable.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { listTabs } from '../../menu/menuModel.ts';
import { entityLabel } from '../../entityLabels.ts';
import { pathOf } from '../../paths.ts';
import { type ConsoleEntity, product } from '../../product.ts';
import { fieldNamed } from '../../columns.ts';
import { tabOf } from '../listState.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { countText } from '../../menu/useTabCounts.ts';
import type { TabItem } from './TabLine.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** A list, a form or a panel that stands beside a list. */
export interface Sibling {
  /** Of the list's entity, of the form or the panel. */
  name: string;
  label: string;
  path: string;
}

/**
 * What stands beside a list as tabs: forms (`x-form.tab`), lists (`x-entity.tabOf`) and panels (`x-entity.tabs`); none
 * where there is only one.
 */
export const useSiblings = (model: ConsoleEntity): Sibling[] => {
  const may = useMay();
  return useMemo(() => {
    const lists = listTabs(product.entities, model, (entity) => may(entity, 'list'));
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
 * Tabs of lists beside each other; the list's own shows it plainly.
 * @param isTitled the list's name stands right above: its own tab says that it shows all of it
 */
export const siblingTabs = (
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

/** The tab that shows the list as it is without anything chosen. */
export const allTab = ({ model, views }: EntityListModel): TabItem => ({
  key: 'all',
  label: allLabel(model),
  isChosen: views.current === undefined,
  choose: () => views.open(undefined),
});

/** Whether what was deleted is offered as a tab: to those who may see it and bring it back. */
export const hasDeletedTab = ({ model, rights }: Pick<EntityListModel, 'model' | 'rights'>): boolean =>
  isRestorable(model) && rights.may('read') && rights.may('create');

/** The last tab: what was deleted, in the place of the rows. */
export const deletedTab = ({ state, change }: EntityListModel): TabItem => ({
  key: 'deleted',
  label: t('Deleted'),
  isChosen: state.deleted === true,
  isApart: true,
  choose: () => change({ deleted: true, keyword: '', filters: {}, page: undefined, view: undefined }),
});

const ALL = '';

/**
 * Tabs over the choices of one field (`list.tabs`), with how many records each holds.
 * @param hasAll there is one for all records in any case, where something always has to be chosen
 */
export const statusTabs = (
  { model, state, counts, change, views }: EntityListModel,
  hasAll: boolean,
): TabItem[] => {
  const { tabs } = model.list;
  const field = tabs && fieldNamed(model, tabs.by);
  if (!tabs || !field) return [];
  const { [tabs.by]: chosen, ...others } = state.filters;
  const choices = field.choices ?? [];
  const value = tabOf(model, state) ?? (chosen?.[''] ? undefined : ALL);
  const tab = (key: string, label: string, count: number | undefined): TabItem => ({
    key: `status:${key}`,
    label,
    count: count === undefined ? undefined : countText(count),
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
  const each = choices.map(({ value: one, label }) =>
    tab(String(one), label, counts && (counts[String(one)] ?? 0)),
  );
  return tabs.opens === undefined ? [...all, ...each] : [...each, ...all];
};
