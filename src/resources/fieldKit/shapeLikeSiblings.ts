import { childFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';

type MakeItem = (item: FieldModel | undefined, variant?: string) => Json;

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Shapes a new item like its siblings where the list requires it (`equalLength`): its inner lists get as many empty
 * entries of the same variants.
 */
export function shapeLikeSiblings(list: FieldModel, newItem: Json, siblings: Json[], make: MakeItem): Json {
  const [first] = siblings;
  if (!list.item || !list.rules || !isObject(newItem) || !isObject(first)) return newItem;
  const fields = childFields(list.item, first);
  const shaped = list.rules.equalLength.flatMap((name) => {
    const inner = fields.find((field) => field.name === name)?.item;
    const siblingItems = first[name];
    if (!inner || !Array.isArray(siblingItems)) return [];
    const tag = inner.variants?.discriminator;
    const kindOf = (entry: Json): string | undefined =>
      tag !== undefined && isObject(entry) && typeof entry[tag] === 'string' ? entry[tag] : undefined;
    return [[name, siblingItems.map((entry) => make(inner, kindOf(entry)))] as const];
  });
  return { ...newItem, ...Object.fromEntries(shaped) };
}
