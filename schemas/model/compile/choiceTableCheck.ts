import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel, FieldModel } from '../types.ts';

/**
 * What is wrong with the options of a `choice-table`, with where in them: `columns` names lists beside it, `rows` an entity
 * and its field that has the choices.
 */
export function choiceTableProblem(
  { widget, options }: FieldModel,
  siblings: readonly FieldModel[],
  entities: readonly EntityModel[],
): { option: string[]; message: string } | undefined {
  if (widget !== 'choice-table') return undefined;
  const { columns = {}, rows = '' } = options as { columns?: object; rows?: string };
  const lists = siblings.filter(({ type }) => type === 'tags').map(({ name }) => name);
  const wrong = Object.keys(columns).find((name) => !lists.includes(name));
  if (wrong !== undefined)
    return { option: ['columns', wrong], message: unknownNameMessage('list beside it', wrong, lists) };
  const chosenFrom = entities.flatMap((entity) =>
    entity.fields.filter(({ choices }) => choices).map(({ name }) => `${entity.name}.${name}`),
  );
  return chosenFrom.includes(rows)
    ? undefined
    : { option: ['rows'], message: unknownNameMessage('field with choices', rows, chosenFrom) };
}
