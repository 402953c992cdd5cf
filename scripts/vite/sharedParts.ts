import type { Json, JsonSchema } from '../../schemas/model/types.ts';

/** A part shorter than this, in characters of JSON, is no longer code than the call of a shared one. */
const MIN_SHARED_CHARS = 120;

const isObject = (value: Json | undefined): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The schema with each direct part replaced; the branches of a choice stay in their places, their parts do not. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const result: JsonSchema = { ...schema };
  const { properties, items, oneOf } = schema;
  if (isObject(properties)) {
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isObject(part) ? change(part) : part]),
    );
  }
  if (isObject(items)) result['items'] = change(items);
  if (Array.isArray(oneOf)) {
    result['oneOf'] = oneOf.map((branch) => (isObject(branch) ? mapParts(branch, change) : branch));
  }
  return result;
}

/**
 * The same schema with parts that occur again and again (an action, a message) written once and referred to, so that
 * ajv makes one function of each rather than one for every place.
 */
export function extractRepeatedSchemas(schema: JsonSchema): JsonSchema {
  const seen = new Map<string, number>();
  const count = (part: JsonSchema): JsonSchema => {
    const text = JSON.stringify(part);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    // What lies inside a repeated part is repeated with it.
    return times > 1 ? part : mapParts(part, count);
  };
  mapParts(schema, count);

  const names = new Map<string, string>();
  const shared: JsonSchema = {};
  const share = (part: JsonSchema): JsonSchema => {
    const text = JSON.stringify(part);
    if (text.length < MIN_SHARED_CHARS || (seen.get(text) ?? 0) < 2) return mapParts(part, share);
    let name = names.get(text);
    if (name === undefined) {
      name = `part${names.size}`;
      names.set(text, name);
      shared[name] = mapParts(part, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const whole = mapParts(schema, share);
  return names.size > 0 ? { ...whole, $defs: shared } : whole;
}
