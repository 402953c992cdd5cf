import { useMemo } from 'react';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { listTabs } from '../../menu/menuModel.ts';
import { nounFor } from '../../nouns.ts';
import { pathOf } from '../../paths.ts';
import { type ConsoleEntity, product } from '../../product.ts';
import { fieldNamed } from '../columns.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { countText } from '../useTabCounts.ts';
import type { TabItem } from './TabLine.tsx';

/** The lists that stand beside each other as tabs (`x-entity.tabOf`); none where there is only one. */
export const useSiblings = (model: ConsoleEntity): ConsoleEntity[] => {
  const may = useMay();
  return useMemo(() => {
    const tabs = listTabs(product.entities, model, (entity) => may(entity, 'list'));
    return tabs.length > 1 ? tabs : [];
  }, [model, may]);
};

/** Tabs of lists beside each other; the list's own shows it plainly. */
export const siblingTabs = (siblings: ConsoleEntity[], { model, views }: EntityListModel): TabItem[] =>
  siblings.map((one) => ({
    key: one.name,
    label: one.plural,
    isChosen: one.name === model.name && views.current === undefined,
    ...(one.name === model.name ? { choose: () => views.open(undefined) } : { to: pathOf(one, 'list') }),
  }));

/** The tab that shows the list as it is without anything chosen. */
export const plainTab = ({ model, views }: EntityListModel): TabItem => ({
  key: 'all',
  label: `All ${nounFor(model, 0)}`,
  isChosen: views.current === undefined,
  choose: () => views.open(undefined),
});

const ALL = '';

/** Tabs over the choices of one field (`list.tabs`), with how many records each holds. */
export const statusTabs = ({ model, state, counts, change, views }: EntityListModel): TabItem[] => {
  const { tabs } = model.list;
  const field = tabs && fieldNamed(model, tabs.by);
  if (!tabs || !field) return [];
  const { [tabs.by]: chosen, ...others } = state.filters;
  const values = chosen?.[''] ?? [];
  const choices = field.choices ?? [];
  const [only] = values;
  const isTab = values.length === 1 && choices.some((choice) => String(choice.value) === only);
  const value = isTab ? only : values.length === 0 ? ALL : undefined;
  const tab = (key: string, label: string, count: number | undefined): TabItem => ({
    key: `status:${key}`,
    label,
    count: count === undefined ? undefined : countText(count),
    isChosen: key === value && views.current === undefined,
    choose: () =>
      change({
        filters: key === ALL ? others : { ...others, [tabs.by]: { '': [key] } },
        ...(views.current && { view: views.plain }),
      }),
  });
  return [
    ...(tabs.all === undefined ? [] : [tab(ALL, tabs.all, counts?.['all'])]),
    ...choices.map(({ value: one, label }) => tab(String(one), label, counts && (counts[String(one)] ?? 0))),
  ];
};
