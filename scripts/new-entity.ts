/** `npm run new-entity -- order-status`: writes the smallest schema that makes a working screen. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { loadProduct, readSchemaFolder, SchemaProblems } from '../schemas/loadSchemas.ts';
import { permissionsOf } from '../schemas/model/access.ts';
import { compileProduct } from '../schemas/model/compile.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { entitySchema } from './newEntity/schema.ts';

const name = process.argv[2] ?? '';
const folder = process.env['SCHEMAS_DIR'] ?? 'schemas';
const file = join(folder, `${name}.schema.json`);

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  stop('Give a name in kebab case: npm run new-entity -- order-status');
if (existsSync(file)) stop(`${file} is there already`);

const schema = entitySchema(name, loadOrStop());
const { product, problems } = compileProduct([
  ...readSchemaFolder(folder).files,
  { file: `${name}.schema.json`, content: schema },
]);
if (problems.length > 0) stop(new SchemaProblems(`${folder} with ${name}`, problems).message);
writeFileSync(
  file,
  await format(JSON.stringify(schema), { ...(await resolveConfig('schemas')), filepath: file }),
);
console.log(`written: ${file}`);
// The types of other folders are nobody's.
if (folder === 'schemas') await import('./generate.ts');

const own = (schema['x-entity'] as { access: { write: string[] } }).access.write[0] ?? '';
console.log(`
It is in the menu and at once of use to ${rolesWith('write').join(', ') || 'nobody'}; to be seen only, to ${rolesWith(
  'read',
)
  .filter((role) => !rolesWith('write').includes(role))
  .join(', ')}.
Say in "description" what it is for: an empty list shows that sentence.
For rights of its own, add "${name}" to "${own}" of "products" in ${join(folder, 'access.json')}, give "${own}.${name}" to roles there, and name it in "access" of ${file}.
Every keyword: docs/vocabulary.md. To see it: npm run dev`);

function rolesWith(operation: string): string[] {
  const roles = Object.keys(product.access.roles);
  return roles.filter((role) => permissionsOf([role], product).actions.includes(`${name}:${operation}`));
}

/** The product without the new entity; its own mistakes are mended first. */
function loadOrStop(): ProductModel {
  try {
    return loadProduct(folder);
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return stop(error.message);
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
