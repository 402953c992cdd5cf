import { FILE_VALUE } from '../files.ts';
import type { JsonSchema } from '../types.ts';
import { isUploadable } from './typeOf.ts';

/**
 * The schema as plain JSON Schema, for ajv, rjsf, OpenAPI and generated types: without our own keywords, objects
 * closed, so that an unknown field is refused by name.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$defs',
  );
  const result: JsonSchema = Object.fromEntries(kept);
  if ((schema['x-field'] as JsonSchema | undefined)?.['file'] && !isUploadable(schema))
    return { ...result, ...FILE_VALUE };
  if (isJustAField(schema)) return result;
  if (schema['properties']) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).filter(
      ([, part]) => !isComputed(part),
    );
    result['type'] = 'object';
    result['properties'] = Object.fromEntries(properties.map(([name, part]) => [name, plainSchema(part)]));
    result['additionalProperties'] ??= false;
  }
  if (schema['items']) result['items'] = plainSchema(schema['items'] as JsonSchema);
  if (schema['oneOf']) {
    result['type'] = 'object';
    result['required'] = [
      (schema['discriminator'] as { propertyName: string } | undefined)?.propertyName ?? '',
    ];
    result['oneOf'] = (schema['oneOf'] as JsonSchema[]).map(plainSchema);
  }
  return result;
}

/** What is counted is never sent, and is answered in a place of its own. */
function isComputed(schema: JsonSchema): boolean {
  return (schema['x-field'] as JsonSchema | undefined)?.['computed'] !== undefined;
}

function isJustAField(schema: JsonSchema): boolean {
  return !schema['properties'] && !schema['items'] && !schema['oneOf'];
}
