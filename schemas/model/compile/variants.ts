import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonSchema } from '../types.ts';
import type { SourceMap } from './origins.ts';
import { textOf } from '../text.ts';

/**
 * A schema with its variants written out: `properties` and `required` beside `oneOf` become those of every option
 * (which may state a property of its own instead), and of the options only those stay that `x-field.variants` allows.
 */
export function expandVariants(schema: JsonSchema, origins: SourceMap): JsonSchema {
  const layers = origins.layersOf(schema);
  const expanded = Object.fromEntries(
    Object.entries(schema).map(([key, part]): [string, Json] => {
      if (key === 'properties') return [key, eachOf(part as JsonSchema, origins)];
      if (key === 'items') return [key, expandVariants(part as JsonSchema, origins)];
      if (key !== 'oneOf') return [key, part];
      return [key, (part as JsonSchema[]).map((option) => expandVariants(option, origins))];
    }),
  );
  if (!Array.isArray(expanded['oneOf'])) return origins.note(expanded, layers);
  const common = origins.note(withCommon(expanded, origins), layers);
  return origins.note(onlyAllowed(common, origins), layers);
}

function eachOf(properties: JsonSchema, origins: SourceMap): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, expandVariants(part as JsonSchema, origins)]),
  );
}

function withCommon(
  { properties = {}, required = [], ...schema }: JsonSchema,
  origins: SourceMap,
): JsonSchema {
  const oneOf = (schema['oneOf'] as JsonSchema[]).map((option) => {
    const own = (option['properties'] ?? {}) as JsonSchema;
    const common = Object.entries(properties as JsonSchema).filter(([name]) => !Object.hasOwn(own, name));
    const asked = [...((option['required'] ?? []) as string[]), ...(required as string[])];
    const whole: JsonSchema = {
      ...option,
      required: [...new Set(asked)],
      properties: { ...own, ...Object.fromEntries(common) },
    };
    return origins.note(whole, origins.layersOf(option));
  });
  return { ...schema, oneOf };
}

function onlyAllowed(schema: JsonSchema, origins: SourceMap): JsonSchema {
  const allowed = (schema['x-field'] as JsonSchema | undefined)?.['variants'] as string[] | undefined;
  if (!allowed) return schema;
  const tag = (schema['discriminator'] as { propertyName?: string } | undefined)?.propertyName ?? '';
  const valueOf = (option: JsonSchema): Json | undefined =>
    ((option['properties'] as JsonSchema)[tag] as JsonSchema | undefined)?.['const'];
  const options = schema['oneOf'] as JsonSchema[];
  const known = options.map((option) => textOf(valueOf(option)));
  for (const name of allowed)
    if (!known.includes(name))
      origins.tell(schema, ['x-field', 'variants'], unknownNameMessage('variant', name, known));
  return { ...schema, oneOf: options.filter((option) => allowed.includes(textOf(valueOf(option)))) };
}
