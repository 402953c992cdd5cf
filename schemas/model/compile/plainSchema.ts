import { FILE_VALUE } from '../files.ts';
import type { JsonSchema } from '../types.ts';
import { isUploadable } from './typeOf.ts';

/**
 * The schema as plain JSON Schema, for ajv, rjsf, OpenAPI and generated types: without the vocabulary's keywords, and
 * with closed objects, so that an unknown field is rejected by name.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const standardKeywords = Object.entries(schema).filter(
    ([key]) => !key.startsWith('x-') && key !== '$schema' && key !== '$defs',
  );
  const result: JsonSchema = Object.fromEntries(standardKeywords);
  if ((schema['x-field'] as JsonSchema | undefined)?.['file'] && !isUploadable(schema))
    return { ...result, ...FILE_VALUE };
  if (isScalar(schema)) return result;
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

/** Computed fields are never sent, and are returned separately. */
function isComputed(schema: JsonSchema): boolean {
  return (schema['x-field'] as JsonSchema | undefined)?.['computed'] !== undefined;
}

function isScalar(schema: JsonSchema): boolean {
  return !schema['properties'] && !schema['items'] && !schema['oneOf'];
}
