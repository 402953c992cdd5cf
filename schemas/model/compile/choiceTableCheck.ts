import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel, FieldModel } from '../types.ts';

/**
 * The problem with the options of a `choice-table`, and its path: `columns` names sibling lists, `rows` an entity's
 * field with choices.
 */
export function choiceTableProblem(
  { widget, options }: FieldModel,
  siblings: readonly FieldModel[],
  entities: readonly EntityModel[],
): { option: string[]; message: string } | undefined {
  if (widget !== 'choice-table') return undefined;
  const { columns = {}, rows = '' } = options as { columns?: object; rows?: string };
  const lists = siblings.filter(({ type }) => type === 'tags').map(({ name }) => name);
  const unknownColumn = Object.keys(columns).find((name) => !lists.includes(name));
  if (unknownColumn !== undefined)
    return {
      option: ['columns', unknownColumn],
      message: unknownNameMessage('list beside it', unknownColumn, lists),
    };
  const fieldsWithChoices = entities.flatMap((entity) =>
    entity.fields.filter(({ choices }) => choices).map(({ name }) => `${entity.name}.${name}`),
  );
  return fieldsWithChoices.includes(rows)
    ? undefined
    : { option: ['rows'], message: unknownNameMessage('field with choices', rows, fieldsWithChoices) };
}
