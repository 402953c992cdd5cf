import { SchemaProblems } from '../../schemas/folder.ts';
import { unknownWord } from '../../schemas/model/nearest.ts';
import type { ProductModel, SchemaProblem } from '../../schemas/model/types.ts';
import type { ActionHandler, Actions } from './actions.ts';

/**
 * Every action of the schemas has a handler for each place where it is offered: a button without one would do nothing.
 * @throws SchemaProblems naming the actions that have none
 */
export function requireHandlers({ entities }: ProductModel, actions: Actions): void {
  const problems = entities.flatMap((model) =>
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
            message: `${unknownWord(`handler on a ${place}`, action.id, known)}; the services need actions.register('${model.name}', '${action.id}', { on: '${place}', run })`,
          };
        });
    }),
  );
  if (problems.length > 0) throw new SchemaProblems('the schemas', problems);
}
