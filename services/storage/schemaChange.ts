import type { EntityModel } from '../../schemas/model/types.ts';
import type { Queryable } from './database.ts';
import type { StoredShape } from './storedShape.ts';

/** What a changed schema would lose or break of the stored rows, one line each; empty when all stays valid. */
export async function breakingChanges(
  _tx: Queryable,
  _before: StoredShape,
  _model: EntityModel,
): Promise<string[]> {
  return [];
}
