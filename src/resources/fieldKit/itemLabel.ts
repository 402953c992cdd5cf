import type { FieldModel } from '../../../schemas/model/types.ts';
import { listViewOf } from './editors.ts';
import { letterOf } from './letterOf.ts';

/** What an item of a list is called by its place: `2`, or `B` where the list's presentation has letters. */
export const itemLabel = (list: FieldModel, index: number): string =>
  listViewOf(list).hasLetters ? letterOf(index) : String(index + 1);
