import type { EntityModel, FieldModel, JsonSchema } from '../../../../schemas/model/types.ts';

/** The same entity with a JSON Schema built from its fields, so that its records can be validated. */
export function withJsonSchema(model: EntityModel): EntityModel {
  return { ...model, schema: schemaOf(model.fields) };
}

function schemaOf(fields: FieldModel[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field.name, propertySchema(field)]));
  return { type: 'object', additionalProperties: false, properties };
}

function propertySchema(field: FieldModel): JsonSchema {
  if (field.fields) return schemaOf(field.fields);
  if (field.type === 'references' || field.type === 'tags')
    return { type: 'array', items: { type: 'string' } };
  return { type: field.type === 'number' ? 'number' : 'string' };
}
