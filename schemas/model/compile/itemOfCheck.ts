import { unknownNameMessage } from '../didYouMean.ts';
import type { EntityModel, FieldModel } from '../types.ts';

/**
 * The problem with the options of an `item-of`: `of` names a sibling reference, `list` a list of the referenced record
 * (or of this one), `value` a text field of its items.
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
  const reference = references.find(({ name }) => name === of);
  if (of !== undefined && !reference)
    return {
      option: ['of'],
      message: unknownNameMessage(
        'reference beside it',
        of,
        references.map(({ name }) => name),
      ),
    };
  const target = entities.find(({ name }) => name === reference?.reference?.entity);
  // The unknown entity is reported where it is named.
  if (reference && !target) return undefined;
  const lists = (target?.fields ?? root).filter(({ type }) => type === 'list');
  const listField = lists.find(({ name }) => name === list);
  if (!listField)
    return {
      option: ['list'],
      message: unknownNameMessage(
        'list',
        list ?? '',
        lists.map(({ name }) => name),
      ),
    };
  const texts = (listField.item?.fields ?? []).filter(({ type }) => type === 'text').map(({ name }) => name);
  return texts.includes(value ?? '')
    ? undefined
    : { option: ['value'], message: unknownNameMessage('text of its items', value ?? '', texts) };
}
