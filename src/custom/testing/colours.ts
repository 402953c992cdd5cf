import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import { compileProduct } from '../../../schemas/model/compile.ts';

/** A product with a custom type: colours of cars. */
const { product, problems } = compileProduct([
  { file: 'access.json', content: { products: { chatbot: ['entry'] }, roles: {} } },
  { file: 'menu.json', content: { groups: [] } },
  {
    file: 'words.json',
    content: { types: [{ name: 'colour', like: 'text', description: 'A colour, as #ff8800.' }] },
  },
  {
    file: 'car.schema.json',
    content: {
      title: 'Car',
      description: 'A car.',
      'x-entity': {
        service: 'chatbot',
        path: 'cars',
        access: { read: ['chatbot'] },
        list: { columns: ['name', 'paint'], filters: ['paint'] },
      },
      properties: {
        name: { type: 'string' },
        paint: { type: 'string', pattern: '^#[0-9a-f]{6}$', 'x-field': { type: 'colour' } },
      },
    },
  },
]);
if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));

/** Replaces `virtual:product`. */
export const ownProduct = { product };

/** Replaces `virtual:schemas`. */
export const ownSchemas = {
  variantEditors: {},
  schemas: Object.fromEntries(
    product.entities.map(({ name, schema }) => [
      name,
      () => Promise.resolve({ check: createSchemaValidator(schema), fields: [] }),
    ]),
  ),
};
