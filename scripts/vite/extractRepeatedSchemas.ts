import type { Json, JsonSchema } from '../../schemas/model/types.ts';

/** Shorter parts are no more code than a call of a shared function. */
const MIN_SHARED_CHARS = 120;

const isObject = (value: Json | undefined): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Maps the direct subschemas; of a `oneOf` those of its branches. */
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
 * Moves repeated subschemas (an action, a message) into `$defs`, so that ajv compiles one function for each instead of
 * one per occurrence.
 */
export function extractRepeatedSchemas(schema: JsonSchema): JsonSchema {
  const occurrences = new Map<string, number>();
  const count = (part: JsonSchema): JsonSchema => {
    const text = JSON.stringify(part);
    const timesSeen = (occurrences.get(text) ?? 0) + 1;
    occurrences.set(text, timesSeen);
    // Parts of a repeated part are repeated with it.
    return timesSeen > 1 ? part : mapParts(part, count);
  };
  mapParts(schema, count);

  const names = new Map<string, string>();
  const shared: JsonSchema = {};
  const extractShared = (part: JsonSchema): JsonSchema => {
    const text = JSON.stringify(part);
    if (text.length < MIN_SHARED_CHARS || (occurrences.get(text) ?? 0) < 2)
      return mapParts(part, extractShared);
    let name = names.get(text);
    if (name === undefined) {
      name = `part${names.size}`;
      names.set(text, name);
      shared[name] = mapParts(part, extractShared);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const extracted = mapParts(schema, extractShared);
  return names.size > 0 ? { ...extracted, $defs: shared } : extracted;
}
