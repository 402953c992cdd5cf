import { unknownWord } from '../../schemas/model/nearest.ts';
import type { ProductModel, SchemaProblem } from '../../schemas/model/types.ts';
import type { ActionHandler, Actions } from './actions.ts';

/** Actions of the schemas without a handler for a place where they are offered: a button without one would do nothing. */
export function handlerProblems(
  { entities }: Pick<ProductModel, 'entities'>,
  actions: Actions,
): SchemaProblem[] {
  return entities.flatMap((model) =>
    model.actions.flatMap((action, index): SchemaProblem[] => {
      const places = new Set(
        action.on.map((place): ActionHandler['on'] => (place === 'list' ? 'list' : 'record')),
      );
      return [...places]
        .filter((place) => !actions.find(model.name, place, action.id))
        .map((place) => {
          const handled = actions.verbsOf(model.name).filter(({ handler }) => handler.on === place);
          const known = handled.map(({ verb }) => verb);
          return {
            file: `${model.name}.schema.json`,
            path: `/x-entity/actions/${index}/id`,
            message: `${unknownWord(`handler on a ${place}`, action.id, known)}; a module of ${model.name} needs verbs: { '${action.id}': { on: '${place}', run } }`,
          };
        });
    }),
  );
}
