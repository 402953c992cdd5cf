import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel, FieldModel } from '../types.ts';

/**
 * What is wrong with the options of an `item-of`, by option: `of` names the reference beside it, `list` a list of that
 * record (or of the own one), `value` a text of its items.
 */
export function itemOfProblem(
  { widget, options }: FieldModel,
  siblings: readonly FieldModel[],
  root: readonly FieldModel[],
  entities: readonly EntityModel[],
): { option: string[]; message: string } | undefined {
  if (widget !== 'item-of') return undefined;
  const { of, list, value } = options as { of?: string; list?: string; value?: string };
  const references = siblings.filter(({ reference, type }) => reference && type === 'reference');
  const held = references.find(({ name }) => name === of);
  if (of !== undefined && !held)
    return {
      option: ['of'],
      message: unknownNameMessage(
        'reference beside it',
        of,
        references.map(({ name }) => name),
      ),
    };
  const target = entities.find(({ name }) => name === held?.reference?.entity);
  // What an unknown entity has is told where it is named.
  if (held && !target) return undefined;
  const lists = (target?.fields ?? root).filter(({ type }) => type === 'list');
  const found = lists.find(({ name }) => name === list);
  if (!found)
    return {
      option: ['list'],
      message: unknownNameMessage(
        'list',
        list ?? '',
        lists.map(({ name }) => name),
      ),
    };
  const texts = (found.item?.fields ?? []).filter(({ type }) => type === 'text').map(({ name }) => name);
  return texts.includes(value ?? '')
    ? undefined
    : { option: ['value'], message: unknownNameMessage('text of its items', value ?? '', texts) };
}
