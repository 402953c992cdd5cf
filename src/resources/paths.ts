import { routeOf, type View, type WithRoutes } from '../../schemas/model/screens.ts';
import { isOfParents } from '../dataProvider/scope.ts';
import type { EntityModel } from '../../schemas/model/types.ts';

export * from '../../schemas/model/screens.ts';

/** Whether a list is nested: below a record, or a list of the parents of such lists. */
export const isBelow = ({ parent, name }: Pick<EntityModel, 'parent' | 'name'>): boolean =>
  parent !== undefined || isOfParents(name);

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
