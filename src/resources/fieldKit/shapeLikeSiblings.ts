import { childFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';

type MakeItem = (item: FieldModel | undefined, variant?: string) => Json;

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * A new item in the shape of those before it, where the list wants all alike (`equalLength`): its lists get as many
 * entries of the same kinds, empty ones.
 */
export function shapeLikeSiblings(list: FieldModel, made: Json, siblings: Json[], make: MakeItem): Json {
  const [first] = siblings;
  if (!list.item || !list.rules || !isObject(made) || !isObject(first)) return made;
  const fields = childFields(list.item, first);
  const shaped = list.rules.equalLength.flatMap((name) => {
    const inner = fields.find((field) => field.name === name)?.item;
    const held = first[name];
    if (!inner || !Array.isArray(held)) return [];
    const tag = inner.variants?.discriminator;
    const kindOf = (entry: Json): string | undefined =>
      tag !== undefined && isObject(entry) && typeof entry[tag] === 'string' ? entry[tag] : undefined;
    return [[name, held.map((entry) => make(inner, kindOf(entry)))] as const];
  });
  return { ...made, ...Object.fromEntries(shaped) };
}
