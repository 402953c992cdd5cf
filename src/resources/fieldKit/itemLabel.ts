import type { FieldModel } from '../../../schemas/model/types.ts';
import { findListView } from './editors.ts';
import { toLetters } from './toLetters.ts';

/** Label of a list item by its index: `2`, or `B` in views with letters. */
export const itemLabel = (list: FieldModel, index: number): string =>
  findListView(list).hasLetters ? toLetters(index) : String(index + 1);
