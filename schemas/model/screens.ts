import { isWritable } from './sources.ts';
import type { EntityModel } from './types.ts';
import { withoutTrailing } from './trim.ts';

export type View = 'list' | 'create' | 'edit' | 'show';
export type WithRoutes = Pick<EntityModel, 'name' | 'routes'>;

/** Whether the entity has screens of its own; `pathOf` throws for one that has none. */
export const hasScreen = (model: WithRoutes): boolean => model.routes !== false;

/** The route of a view as the schema states it; `show` is `edit` where an entity has no show view. */
export const routeOf = (model: WithRoutes, view: View): string => {
  if (model.routes === false) throw new Error(`The entity ${model.name} has no screen.`);
  return view === 'show' ? (model.routes.show ?? model.routes.edit) : model.routes[view];
};

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/**
 * The parameters of a path that matches a route pattern (`/chatbot/template/editor/:id`); undefined for one that does
 * not.
 */
export const matchRoute = (route: string, pathname: string): Record<string, string> | undefined => {
  const routeParts = route.split('/');
  const pathParts = withoutTrailing(pathname, '/').split('/');
  if (routeParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of routeParts.entries()) {
    const value = pathParts[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
};

type WithViews = WithRoutes & Pick<EntityModel, 'source' | 'access'>;

/** The views of an entity: read-only entities have no forms, and there is no `create` where nobody may create. */
export const viewsOf = (model: WithViews): View[] => {
  if (model.routes === false) return [];
  const create = model.access.create.length > 0 ? (['create'] as const) : [];
  const show = model.routes.show === undefined ? [] : (['show'] as const);
  return isWritable(model) ? ['list', ...create, 'edit', ...show] : ['list', ...show];
};

export interface Screen<Model> {
  model: Model;
  view: View;
  params: Record<string, string>;
}

/** The entity's view at a path; routes with fewer parameters win, as in the router. */
export const screenAt = <Model extends WithViews>(
  models: readonly Model[],
  pathname: string,
): Screen<Model> | undefined => {
  const candidates: Screen<Model>[] = [];
  for (const model of models) {
    for (const view of viewsOf(model)) {
      const params = matchRoute(routeOf(model, view), pathname);
      if (params) candidates.push({ model, view, params });
    }
  }
  return candidates.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
};
