import type { EntityModel } from '../../../schemas/model/types.ts';

/** Texts of an entity's statements that are kept at a time. */
const MAX_TEXTS_PER_ENTITY = 200;
const cache = new WeakMap<EntityModel, Map<string, string>>();

/**
 * The text of a statement that comes again and again, composed once: composing it takes longer than reading a record,
 * and the driver knows the very same text at once.
 * @param shape all that the text depends on beside the model
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
