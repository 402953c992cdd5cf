import type { EntityModel } from '../../schemas/model/types.ts';

export type View = 'list' | 'create' | 'edit' | 'show';
type WithRoutes = Pick<EntityModel, 'name' | 'routes'>;

/** Whether the entity has screens of its own; `pathOf` throws for one that has none. */
export const hasScreen = (model: WithRoutes): boolean => model.routes !== false;

/** The route of a view as the schema states it; `show` is `edit` where an entity has no show view. */
export const routeOf = (model: WithRoutes, view: View): string => {
  if (model.routes === false) throw new Error(`The entity ${model.name} has no screen.`);
  return view === 'show' ? (model.routes.show ?? model.routes.edit) : model.routes[view];
};

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
