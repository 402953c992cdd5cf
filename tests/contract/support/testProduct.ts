import { readSchemaFolder } from '../../../schemas/loadSchemas.ts';
import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import { compileProduct } from '../../../schemas/model/compile.ts';

/** The product with the schemas of the tests, as the build would embed it. */
export const { product: testProduct } = compileProduct(
  ['schemas', 'tests/schemas'].flatMap((folder) => readSchemaFolder(folder).files),
);

/** The checks of its entities and forms, as the build would compile them; the product above is whole already. */
export const testChecks = Object.fromEntries(
  [...testProduct.entities, ...testProduct.forms].map(({ name, schema }) => [
    name,
    () => Promise.resolve({ schema, check: createSchemaValidator(schema), fields: [] }),
  ]),
);
