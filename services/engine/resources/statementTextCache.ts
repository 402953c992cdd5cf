import type { EntityModel } from '../../../schemas/model/types.ts';

const MAX_TEXTS_PER_ENTITY = 200;
const cache = new WeakMap<EntityModel, Map<string, string>>();

/**
 * Caches the text of a frequent statement: composing it takes longer than reading a record, and the driver finds a
 * prepared statement faster by the same string object.
 * @param shape everything that the text depends on, except the model
 */
export function cachedStatementText(model: EntityModel, shape: string, compose: () => string): string {
  let texts = cache.get(model);
  if (!texts) cache.set(model, (texts = new Map()));
  let text = texts.get(shape);
  if (text === undefined) {
    if (texts.size >= MAX_TEXTS_PER_ENTITY) texts.clear();
    texts.set(shape, (text = compose()));
  }
  return text;
}
