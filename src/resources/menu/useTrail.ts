import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { generatePath, useLocation } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { lastListSearch } from '../lastQuery.ts';
import { mayOpen } from '../mayOpen.ts';
import { hasScreen, isBelow, pathOf, routeOf } from '../paths.ts';
import { entityByName, hasEntity, product, withinParent } from '../product.ts';
import { useParent } from '../useParent.ts';
import { useWholeRecord } from '../wholeRecord.ts';
import { screenShown } from './screenShown.ts';
import { pageAt, pageNamed, pageTitle } from './pages.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface Step {
  label: string;
  path?: string;
}
export const APP_NAME = 'Messaging Console';

const groupLabel = (group: string): string | undefined =>
  product.menu.find(({ id }) => id === group.split('.')[0])?.label;

/** The list or page that a page says it stands under, as far as the parameters of its own address lead there. */
const stepsTo = (name = '', params: Record<string, string> = {}): (Step & { group?: string })[] => {
  const page = pageNamed(name);
  if (page && [...page.pattern.matchAll(/:(\w+)/g)].every(([, part = '']) => part in params)) {
    const path = generatePath(page.pattern, params);
    return [{ label: pageTitle(page, params) ?? page.name, path, group: page.menu?.group }];
  }
  if (!hasEntity(name)) return [];
  const model = entityByName(name);
  if (!hasScreen(model) || routeOf(model, 'list').includes(':')) return [];
  return [
    {
      label: model.plural,
      path: pathOf(model, 'list') + lastListSearch(model.name),
      group: model.menu ? model.menu.group : undefined,
    },
  ];
};

/** The screen at the address above one's own, such as the one that lists below records are chosen on. */
export const screenAbove = (pathname: string): Required<Step> | undefined => {
  const path = pathname.slice(0, pathname.lastIndexOf('/'));
  const found = pageAt(path);
  if (found) return { label: pageTitle(found.page, found.params) ?? found.page.name, path };
  const screen = screenShown(path);
  return screen?.view === 'list' ? { label: screen.model.plural, path } : undefined;
};

/**
 * The steps to the screen that is shown; also names the browser's tab after the last ones. The step to a list leads to
 * it as it was left.
 */
export const useTrail = (): Step[] => {
  const { pathname } = useLocation();
  const screen = useMemo(() => {
    const shown = screenShown(pathname);
    if (!shown?.model.parent) return shown;
    return { ...shown, model: withinParent(shown.model, shown.params[shown.model.parent.field]) };
  }, [pathname]);
  const found = useMemo(() => pageAt(pathname), [pathname]);
  const part = product.forms.find(({ tab }) => tab?.route === pathname);
  const { model, params, view } = screen ?? {};
  const may = useMay();
  // The form reads the same record, so this costs no request of its own; until it is there its row in a list names it.
  const isOpen = model !== undefined && view !== undefined && mayOpen(may, model, view);
  const id = (isOpen && params?.['id']) || '';
  const client = useQueryClient();
  const { data = client.getQueryData<EntityRecord>([model?.name, 'getOne', { id, meta: undefined }]) } =
    useWholeRecord(model?.name ?? '', id);
  const parentTitle = useParent(isOpen ? model : undefined)?.title;

  const trail = useMemo((): Step[] => {
    const steps: Step[] = [];
    const add = (label?: string, path?: string): void => {
      if (label) steps.push({ label, path });
    };
    if (found) {
      const { page, params: given } = found;
      const [before] = stepsTo(page.parentPage, given);
      const group = page.menu?.group ?? before?.group;
      if (group) add(groupLabel(group));
      if (before && !page.isTab) add(before.label, before.path);
      add(pageTitle(page, given), pathname);
    }
    if (part?.tab) {
      // The list is beside it, in the tabs.
      const [list] = stepsTo(part.tab.of);
      if (list?.group) add(groupLabel(list.group));
      add(part.title, pathname);
    } else if (model) {
      if (model.menu) add(groupLabel(model.menu.group));
      const nested = Object.fromEntries(Object.entries(params ?? {}).filter(([name]) => name !== 'id'));
      const list = pathOf(model, 'list', undefined, nested);
      const above = isBelow(model) && screenAbove(list);
      if (above) add(above.label, above.path);
      add(model.single ? model.title : (parentTitle ?? model.plural), list + lastListSearch(model.name));
      if (view === 'create') add(model.addLabel ?? t('New %{title}', { title: model.title.toLowerCase() }));
      else if (view !== 'list') add(data ? recordTitle(model, data) : '…');
    }
    return steps;
  }, [found, part, pathname, model, params, view, data, parentTitle]);

  useEffect(() => {
    const named = trail.slice(-2).map(({ label }) => label);
    document.title = [...named.toReversed(), APP_NAME].join(' · ');
  }, [trail]);
  return trail;
};
