import type { AccessTable, JsonObject, MenuGroup } from '../../schemas/model/types.ts';
import { entityWords } from './words.ts';

/** The smallest schema that makes a working screen, with rights and a place in the menu that the product has. */
export function entitySchema(name: string, product: { access: AccessTable; menu: MenuGroup[] }): JsonObject {
  const { title, path, withArticle } = entityWords(name);
  const products = Object.keys(product.access.products);
  const groups = product.menu.map(({ id }) => id);
  const owner = preferred('cim', products);
  return {
    $schema: './vocabulary/entity.schema.json',
    title,
    description: `Say here what ${withArticle} is for.`,
    'x-entity': {
      service: 'management',
      path,
      route: `/${path}`,
      menu: { group: preferred('main', groups) },
      access: { read: [owner], write: [owner] },
      list: { columns: ['name', 'updatedAt'], search: ['name'], sort: 'name' },
    },
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100, 'x-field': { unique: true } },
    },
  };
}

const preferred = (wanted: string, known: string[]): string =>
  known.includes(wanted) ? wanted : (known[0] ?? wanted);
