/** `npm run new-entity -- order-status`: writes the smallest schema that makes a working screen. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
const file = join(process.env['SCHEMAS_DIR'] ?? 'schemas', `${name}.schema.json`);

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  stop('Give a name in kebab case: npm run new-entity -- order-status');
if (existsSync(file)) stop(`${file} is there already`);

const words = name.replaceAll('-', ' ');
const schema = {
  $schema: './vocabulary/entity.schema.json',
  title: words.charAt(0).toUpperCase() + words.slice(1),
  description: `Say here what a ${words} is for.`,
  'x-entity': {
    service: 'management',
    path: `${name}s`,
    route: `/${name}s`,
    menu: { group: 'main' },
    access: { read: ['cim'], write: ['cim'] },
    list: { columns: ['name', 'updatedAt'], search: ['name'], sort: 'name' },
  },
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 100, 'x-field': { unique: true } } },
};
writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
console.log(`written: ${file}\nEvery keyword: docs/vocabulary.md. Then: npm run dev`);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
