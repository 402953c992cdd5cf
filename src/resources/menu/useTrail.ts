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
import { findScreenAt } from './screenShown.ts';
import { findPageAt, findPage, pageTitle } from './pages.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface TrailStep {
  label: string;
  path?: string;
}
export const APP_NAME = 'Messaging Console';

const findGroupLabel = (group: string): string | undefined =>
  product.menu.find(({ id }) => id === group.split('.')[0])?.label;

/** The breadcrumb of a parent list or page, if the path's parameters are sufficient for its address. */
const buildSteps = (name = '', params: Record<string, string> = {}): (TrailStep & { group?: string })[] => {
  const page = findPage(name);
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

/** Finds the screen at the parent path, such as the one where a nested list's record is chosen. */
export const findParentScreen = (pathname: string): Required<TrailStep> | undefined => {
  const path = pathname.slice(0, pathname.lastIndexOf('/'));
  const found = findPageAt(path);
  if (found) return { label: pageTitle(found.page, found.params) ?? found.page.name, path };
  const screen = findScreenAt(path);
  return screen?.view === 'list' ? { label: screen.model.plural, path } : undefined;
};

/**
 * The breadcrumbs of the current screen; also sets the document's title. Links to lists have their last query.
 */
export const useTrail = (): TrailStep[] => {
  const { pathname } = useLocation();
  const screen = useMemo(() => {
    const shown = findScreenAt(pathname);
    if (!shown?.model.parent) return shown;
    return { ...shown, model: withinParent(shown.model, shown.params[shown.model.parent.field]) };
  }, [pathname]);
  const found = useMemo(() => findPageAt(pathname), [pathname]);
  const part = product.forms.find(({ tab }) => tab?.route === pathname);
  const { model, params, view } = screen ?? {};
  const may = useMay();
  // The form loads the same record, so this adds no request; until then its cached list row has the title.
  const isOpen = model !== undefined && view !== undefined && mayOpen(may, model, view);
  const id = (isOpen && params?.['id']) || '';
  const client = useQueryClient();
  const { data = client.getQueryData<EntityRecord>([model?.name, 'getOne', { id, meta: undefined }]) } =
    useWholeRecord(model?.name ?? '', id);
  const parentTitle = useParent(isOpen ? model : undefined)?.title;

  const trail = useMemo((): TrailStep[] => {
    const steps: TrailStep[] = [];
    const add = (label?: string, path?: string): void => {
      if (label) steps.push({ label, path });
    };
    if (found) {
      const { page, params: given } = found;
      const [before] = buildSteps(page.parentPage, given);
      const group = page.menu?.group ?? before?.group;
      if (group) add(findGroupLabel(group));
      if (before && !page.isTab) add(before.label, before.path);
      add(pageTitle(page, given), pathname);
    }
    if (part?.tab) {
      // The list is a tab beside the form.
      const [list] = buildSteps(part.tab.of);
      if (list?.group) add(findGroupLabel(list.group));
      add(part.title, pathname);
    } else if (model) {
      if (model.menu) add(findGroupLabel(model.menu.group));
      const nested = Object.fromEntries(Object.entries(params ?? {}).filter(([name]) => name !== 'id'));
      const list = pathOf(model, 'list', undefined, nested);
      const above = isBelow(model) && findParentScreen(list);
      if (above) add(above.label, above.path);
      add(model.single ? model.title : (parentTitle ?? model.plural), list + lastListSearch(model.name));
      if (view === 'create') add(model.addLabel ?? t('New %{title}', { title: model.title.toLowerCase() }));
      else if (view !== 'list') add(data ? recordTitle(model, data) : '…');
    }
    return steps;
  }, [found, part, pathname, model, params, view, data, parentTitle]);

  useEffect(() => {
    const labels = trail.slice(-2).map(({ label }) => label);
    document.title = [...labels.toReversed(), APP_NAME].join(' · ');
  }, [trail]);
  return trail;
};
