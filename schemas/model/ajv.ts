import { Ajv, type Options } from 'ajv';
import { toSchemaValidator, type SchemaValidator, type CompiledValidator } from './schemaValidator.ts';
import type { JsonSchema } from './types.ts';

/** The same options for the services' run-time and the console's build-time compilation, so that both agree. */
export const AJV_OPTIONS: Options = {
  allErrors: true,
  discriminator: true,
  strict: false,
  validateFormats: false,
};

/** Rules that `validate` checks itself, because they depend on conditions, counting or the platform. */
const CHECKED_BY_VALIDATE = new Set([
  ...['required', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format'],
  ...['default', 'title', 'description'],
]);

/** The part of an entity's JSON Schema that ajv judges: types, choices, patterns, ranges, unknown fields, variants. */
export function toAjvSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => !CHECKED_BY_VALIDATE.has(key));
  const result: JsonSchema = Object.fromEntries(kept);
  if (schema['properties']) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    result['properties'] = Object.fromEntries(properties.map(([name, part]) => [name, toAjvSchema(part)]));
  }
  if (schema['items']) result['items'] = toAjvSchema(schema['items'] as JsonSchema);
  if (schema['oneOf']) {
    // ajv wants the tag required in every branch of a discriminated choice.
    const tag = (schema['discriminator'] as { propertyName: string }).propertyName;
    result['oneOf'] = (schema['oneOf'] as JsonSchema[]).map((part) => ({
      ...toAjvSchema(part),
      required: [tag],
    }));
  }
  return result;
}

/**
 * Compiles at run time, with `new Function`: for the services and tests. The console compiles at build time. The first
 * record is what it is compiled for, so that a start does not wait for entities that nobody writes to; what the schema
 * itself may say was judged when the product was compiled.
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
