import { createSchemaValidator } from '../../../../schemas/model/ajv.ts';
import type { SchemaValidator } from '../../../../schemas/model/schemaValidator.ts';
import { compileProduct } from '../../../../schemas/model/compile.ts';
import type { EntityModel, JsonObject } from '../../../../schemas/model/types.ts';

/** Compiles an entity named `note` from schema fragments, the way the product's entities are. */
export function compiledEntity(
  keywords: JsonObject,
  properties: JsonObject,
  rest: JsonObject = {},
): { model: EntityModel; validator: SchemaValidator } {
  const { product, problems } = compileProduct([
    { file: 'access.json', content: { products: { chatbot: ['entry'] }, roles: {} } },
    { file: 'menu.json', content: { groups: [] } },
    {
      file: 'note.schema.json',
      content: {
        title: 'Note',
        description: 'A note.',
        'x-entity': { service: 'chatbot', path: 'notes', access: { read: ['chatbot'] }, ...keywords },
        properties: { name: { type: 'string' }, ...properties },
        ...rest,
      },
    },
  ]);
  const [model] = product.entities;
  if (!model || problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return { model, validator: createSchemaValidator(model.schema) };
}
