import { readSchemaFolder } from '../../../schemas/loadSchemas.ts';
import { compileProduct } from '../../../schemas/model/compile.ts';
import type { JsonObject, ProductModel } from '../../../schemas/model/types.ts';
import { VISIT_SCHEMA } from './visitSchema.ts';

const { files } = readSchemaFolder('schemas');

/** The product with visits, and parts laid over `events`, the properties and the `list` of them. */
export function visitProduct(
  events: JsonObject = {},
  properties: JsonObject = {},
  list: JsonObject = {},
): ProductModel {
  const own = VISIT_SCHEMA['x-entity'] as JsonObject;
  const content = {
    ...VISIT_SCHEMA,
    'x-entity': {
      ...own,
      events: { ...(own['events'] as JsonObject), ...events },
      list: { ...(own['list'] as JsonObject), ...list },
    },
    properties: { ...(VISIT_SCHEMA['properties'] as JsonObject), ...properties },
  };
  const { product, problems } = compileProduct([...files, { file: 'visit.schema.json', content }]);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return product;
}
