<<<<<<< HEAD
import { routeOf, type View, type WithRoutes } from '../../schemas/model/screens.ts';
=======
import { isWritten } from '../../schemas/model/sources.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
>>>>>>> 8bdc8db (Events: seeded, exported, described; what nobody writes has no forms; a part of the benchmarks)

export * from '../../schemas/model/screens.ts';

/**
 * The console path of an entity's view: `pathOf(template, 'edit', 'abc')` → `/chatbot/template/editor/abc`.
 * `params` fills the other parameters of nested routes (`:channelId`). Every value is encoded.
 * @throws when the route needs a value that was not given, or the entity has no screen.
 */
export const pathOf = (
  model: WithRoutes,
  view: View,
  id?: string | number,
  params: Record<string, string> = {},
): string =>
  routeOf(model, view).replace(/:(\w+)/g, (_, name: string) => {
    const value = name === 'id' ? id : params[name];
    if (value === undefined) throw new Error(`The ${view} route of ${model.name} needs ${name}.`);
    return encodeURIComponent(value);
  });
<<<<<<< HEAD
=======

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/** Whether a route pattern (`/chatbot/template/editor/:id`) leads to a path, and with which values. */
export const matchRoute = (route: string, pathname: string): Record<string, string> | undefined => {
  const wanted = route.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
};

/** The views that an entity has: what nobody writes has no forms. */
export const viewsOf = (model: WithRoutes & Pick<EntityModel, 'source'>): View[] => {
  if (model.routes === false) return [];
  const show = model.routes.show === undefined ? [] : (['show'] as const);
  return isWritten(model) ? ['list', 'create', 'edit', ...show] : ['list', ...show];
};

export interface Screen<Model> {
  model: Model;
  view: View;
  params: Record<string, string>;
}

/** The entity's view that a path leads to; routes with fewer parameters win, as in the router. */
export const screenAt = <Model extends WithRoutes & Pick<EntityModel, 'source'>>(
  models: readonly Model[],
  pathname: string,
): Screen<Model> | undefined => {
  const found: Screen<Model>[] = [];
  for (const model of models) {
    for (const view of viewsOf(model)) {
      const params = matchRoute(routeOf(model, view), pathname);
      if (params) found.push({ model, view, params });
    }
  }
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
};
>>>>>>> 8bdc8db (Events: seeded, exported, described; what nobody writes has no forms; a part of the benchmarks)
