import type { JsonObject } from '../../../schemas/model/types.ts';

/** An entity that holds files, at the first level and inside a list of variants. */
export const PICTURE_SCHEMA: JsonObject = {
  title: 'Picture',
  description: 'Pictures and papers of the tests.',
  'x-entity': {
    service: 'chatbot',
    path: 'pictures',
    route: '/chatbot/pictures',
    menu: { group: 'chatbot.content', order: 9, label: 'Pictures' },
    access: { read: ['chatbot.variable'], write: ['chatbot.variable'] },
    title: '{{name}}',
    list: { columns: ['name', 'image'], search: ['name'] },
    form: { as: 'page' },
  },
  type: 'object',
  required: ['name', 'image'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    image: {
      type: 'string',
      title: 'Image',
      'x-field': { file: { types: ['image/png', 'image/jpeg'], maxBytes: 1048576, exact: '250x168' } },
    },
    icon: {
      type: 'string',
      'x-field': {
        file: { types: ['image/png', 'image/gif', 'image/webp'], maxBytes: 20000000, least: '16x16' },
        messages: { least: 'Icons are at least {least}', maxBytes: 'No more than {maxBytes}' },
      },
    },
    paper: {
      type: 'string',
      'x-field': { file: { types: ['text/csv', 'application/pdf', 'video/mp4'], maxBytes: 268435456 } },
    },
    photo: { type: 'string', format: 'uri', maxLength: 2000, 'x-field': { type: 'image' } },
    parts: {
      type: 'array',
      items: {
        discriminator: { propertyName: 'kind' },
        oneOf: [
          {
            properties: {
              kind: { type: 'string', const: 'shown' },
              picture: {
                type: 'string',
                'x-field': { file: { types: ['image/png'], maxBytes: 1048576 } },
              },
            },
          },
          { properties: { kind: { type: 'string', const: 'said' }, text: { type: 'string' } } },
        ],
      },
    },
  },
};
