import { readFileSync } from 'node:fs';
import { readSchemaFolder } from '../../schemas/loadSchemas.ts';
import { createSchemaValidator } from '../../schemas/model/ajv.ts';
import { compileProduct, type SourceFile } from '../../schemas/model/compile.ts';

const pigeonFile = (name: string): SourceFile => ({
  file: `channels/pigeon/${name}`,
  content: JSON.parse(readFileSync(`tests/channels/schemas/pigeon/${name}`, 'utf8')) as SourceFile['content'],
});

/** The product with a fifth type of channel: not a line of it elsewhere. */
const { product, problems } = compileProduct([
  ...readSchemaFolder('schemas').files,
  pigeonFile('channel.json'),
  pigeonFile('fields.json'),
]);
if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));

/** In the place of `virtual:product`. */
export const pigeonProduct = { product };

/** In the place of `virtual:schemas`. */
export const pigeonSchemas = {
  variantEditors: {},
  schemas: Object.fromEntries(
    [...product.entities, ...product.forms].map(({ name, schema }) => [
      name,
      () => Promise.resolve({ check: createSchemaValidator(schema), fields: [] }),
    ]),
  ),
};
