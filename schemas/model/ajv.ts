import { Ajv, type Options } from 'ajv';
import { toSchemaValidator, type SchemaValidator, type CompiledValidator } from './schemaValidator.ts';
import type { JsonSchema } from './types.ts';

/** Shared by the services' run-time and the console's build-time compilation, so that both validate alike. */
export const AJV_OPTIONS: Options = {
  allErrors: true,
  discriminator: true,
  strict: false,
  validateFormats: false,
};

/** Keywords that `validate` checks itself, because they depend on conditions, counting or the platform. */
const CHECKED_BY_VALIDATE = new Set([
  ...['required', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format'],
  ...['default', 'title', 'description'],
]);

/**
 * The part of an entity's JSON Schema that ajv validates: types, choices, patterns, ranges, unknown fields, variants.
 */
export function toAjvSchema(schema: JsonSchema): JsonSchema {
  const keywords = Object.entries(schema).filter(([key]) => !CHECKED_BY_VALIDATE.has(key));
  const result: JsonSchema = Object.fromEntries(keywords);
  if (schema['properties']) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    result['properties'] = Object.fromEntries(properties.map(([name, part]) => [name, toAjvSchema(part)]));
  }
  if (schema['items']) result['items'] = toAjvSchema(schema['items'] as JsonSchema);
  if (schema['oneOf']) {
    // ajv requires the tag in every branch of a discriminated union.
    const tag = (schema['discriminator'] as { propertyName: string }).propertyName;
    result['oneOf'] = (schema['oneOf'] as JsonSchema[]).map((part) => ({
      ...toAjvSchema(part),
      required: [tag],
    }));
  }
  return result;
}

/**
 * A validator that compiles the schema at its first record, with `new Function`; for the services and tests (the
 * console compiles at build time). A start does not wait for entities that nobody writes to. The schema itself was
 * checked when the product was compiled.
 */
export function createSchemaValidator(schema: JsonSchema): SchemaValidator {
  let validator: SchemaValidator | undefined;
  return (record) => {
    validator ??= toSchemaValidator(
      new Ajv({ ...AJV_OPTIONS, validateSchema: false }).compile(toAjvSchema(schema)) as CompiledValidator,
    );
    return validator(record);
  };
}
