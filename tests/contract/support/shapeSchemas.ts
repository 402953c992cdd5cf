import type { JsonObject } from '../../../schemas/model/types.ts';

const access = { read: ['chatbot.variable'], write: ['chatbot.variable'] };

/** Entities of every shape: records below records, counted, one of which is marked, and single ones. */
export const SHAPE_SCHEMAS: Record<string, JsonObject> = {
  'shelf.schema.json': {
    title: 'Shelf',
    description: 'Holds books; private ones are the administrator’s.',
    'x-entity': {
      plural: 'Shelves',
      service: 'chatbot',
      path: 'shelves',
      route: {
        list: '/chatbot/shelves',
        show: '/chatbot/shelves/:id',
        edit: '/chatbot/shelves/:id/edit',
      },
      show: { tabs: [{ label: 'Books', list: { entity: 'book', by: 'shelf' } }] },
      access: { ...access, rows: { any: [{ private: { ne: true } }, { '$user.roles': 'chatbot.admin' }] } },
      list: { columns: ['name', 'books', 'out'] },
    },
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40 },
      private: { type: 'boolean' },
      books: { type: 'integer', 'x-field': { computed: { count: { entity: 'book' } } } },
      out: {
        type: 'integer',
        title: 'Lent out',
        'x-field': { computed: { count: { entity: 'book', where: { lent: true } } } },
      },
    },
  },
  'book.schema.json': {
    title: 'Book',
    description: 'Stands on a shelf.',
    'x-entity': {
      service: 'chatbot',
      path: 'books',
      parent: 'shelf',
      route: { list: '/chatbot/shelves/:shelf/books' },
      access,
      list: { columns: ['name', 'lent', 'favourite'], search: ['name'] },
      exclusive: [
        { field: 'favourite', within: ['shelf'] },
        { field: 'rarest', on: 'refuse' },
      ],
    },
    type: 'object',
    required: ['name', 'shelf'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 40 },
      shelf: { type: 'string', 'x-field': { reference: { entity: 'shelf', onDelete: 'cascade' } } },
      lent: { type: 'boolean', default: false },
      favourite: { type: 'boolean' },
      rarest: { type: 'boolean' },
    },
  },
  'house.schema.json': {
    title: 'House rules',
    description: 'What holds for the whole library.',
    'x-entity': {
      service: 'chatbot',
      path: 'houses',
      single: 'workspace',
      route: '/chatbot/house',
      access: { read: ['chatbot.variable'], update: ['chatbot.variable'] },
    },
    type: 'object',
    required: ['days'],
    properties: {
      days: { type: 'integer', minimum: 1, maximum: 90, default: 14 },
      note: { type: 'string', maxLength: 200 },
    },
  },
  'reader.schema.json': {
    title: 'Reader card',
    description: 'What one reads with.',
    'x-entity': { service: 'chatbot', path: 'readers', single: 'me', access: { read: [] } },
    type: 'object',
    properties: {
      glasses: { type: 'boolean', default: false },
      fee: { type: 'number', readOnly: true },
    },
  },
};
