import { readSchemaFolder } from '../../schemas/folder.ts';
import { createCheck } from '../../schemas/model/ajv.ts';
import { compileProduct } from '../../schemas/model/compile.ts';
import channel from './schemas/pigeon/channel.json' with { type: 'json' };

/** The product with a fifth type of channel: not a line of it elsewhere. */
const { product, problems } = compileProduct([
  ...readSchemaFolder('schemas').files,
  { file: 'channels/pigeon/channel.json', content: channel },
]);
if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));

/** In the place of `virtual:product`. */
export const pigeonProduct = { product };

/** In the place of `virtual:schemas`. */
export const pigeonSchemas = {
  insides: {},
  schemas: Object.fromEntries(
    [...product.entities, ...product.forms].map(({ name, schema }) => [
      name,
      () => Promise.resolve({ check: createCheck(schema), variants: [] }),
    ]),
  ),
};
