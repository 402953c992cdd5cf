import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonSchema } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
import { textOf } from '../text.ts';

/**
 * Expands variants: `properties` and `required` beside `oneOf` are added to every option (which may override a
 * property), and options that `x-field.variants` does not allow are removed.
 */
export function expandVariants(schema: JsonSchema, origins: SourceMap): JsonSchema {
  const layers = origins.layersOf(schema);
  const expanded = Object.fromEntries(
    Object.entries(schema).map(([key, part]): [string, Json] => {
      if (key === 'properties') return [key, expandProperties(part as JsonSchema, origins)];
      if (key === 'items') return [key, expandVariants(part as JsonSchema, origins)];
      if (key !== 'oneOf') return [key, part];
      return [key, (part as JsonSchema[]).map((option) => expandVariants(option, origins))];
    }),
  );
  if (!Array.isArray(expanded['oneOf'])) return origins.setLayers(expanded, layers);
  const common = origins.setLayers(addCommonProperties(expanded, origins), layers);
  return origins.setLayers(filterVariants(common, origins), layers);
}

function expandProperties(properties: JsonSchema, origins: SourceMap): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, expandVariants(part as JsonSchema, origins)]),
  );
}

function addCommonProperties(
  { properties = {}, required = [], ...schema }: JsonSchema,
  origins: SourceMap,
): JsonSchema {
  const oneOf = (schema['oneOf'] as JsonSchema[]).map((option) => {
    const own = (option['properties'] ?? {}) as JsonSchema;
    const common = Object.entries(properties as JsonSchema).filter(([name]) => !Object.hasOwn(own, name));
    const allRequired = [...((option['required'] ?? []) as string[]), ...(required as string[])];
    const merged: JsonSchema = {
      ...option,
      required: [...new Set(allRequired)],
      properties: { ...own, ...Object.fromEntries(common) },
    };
    return origins.setLayers(merged, origins.layersOf(option));
  });
  return { ...schema, oneOf };
}

function filterVariants(schema: JsonSchema, origins: SourceMap): JsonSchema {
  const allowed = (schema['x-field'] as JsonSchema | undefined)?.['variants'] as string[] | undefined;
  if (!allowed) return schema;
  const tag = (schema['discriminator'] as { propertyName?: string } | undefined)?.propertyName ?? '';
  const valueOf = (option: JsonSchema): Json | undefined =>
    ((option['properties'] as JsonSchema)[tag] as JsonSchema | undefined)?.['const'];
  const options = schema['oneOf'] as JsonSchema[];
  const known = options.map((option) => textOf(valueOf(option)));
  for (const name of allowed)
    if (!known.includes(name))
      origins.report(schema, ['x-field', 'variants'], unknownNameMessage('variant', name, known));
  return { ...schema, oneOf: options.filter((option) => allowed.includes(textOf(valueOf(option)))) };
}
