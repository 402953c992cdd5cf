import { describe, expect, it } from 'vitest';
import { readSchemaFolder } from '../loadSchemas.ts';
import { cachedProduct } from '../testProduct.ts';
import { createSchemaValidator } from './ajv.ts';
import { compileProduct } from './compile.ts';
import type { FieldErrors, JsonSchema, SchemaProblem } from './types.ts';
import { validate } from './validate.ts';

const { entities, forms } = cachedProduct();

function faultsOf(name: string, record: unknown): FieldErrors {
  const model = [...entities, ...forms].find((one) => one.name === name);
  if (!model) throw new Error(`${name} is missing`);
  return validate(model, record, { validator: createSchemaValidator(model.schema) });
}

const template = (message: object): object => ({ name: 'abc', platform: 'LINE', messages: [message] });
const incomplete = { '/messages': 'Please check completeness' };
const camera = { type: 'camera', label: 'Photo' };

describe('what all variants share', () => {
  it.each(['text', 'image', 'video', 'carousel', 'image_carousel', 'buttons', 'imagemap', 'flex'])(
    'a message of type %s has quick replies and an error message',
    (type) => {
      const message = { type, quickReply: { items: [{ type: 'camera' }] }, errorMessage: 7, unknown: 1 };
      expect(faultsOf('template', template(message))).toMatchObject({
        '/messages/0/quickReply/items/0/label': 'Label is required',
        '/messages/0/errorMessage': 'Error message is not of the right kind',
        '/messages/0/unknown': 'Unknown field "unknown"',
      });
    },
  );

  it('comes behind what a variant has of its own, which wins', () => {
    const { fields, problems } = compiled({
      properties: { note: { type: 'string', title: 'Common' }, more: { type: 'string' } },
      required: ['more'],
      oneOf: [
        { properties: { type: { const: 'a' }, note: { type: 'string', title: 'Own' } } },
        { properties: { type: { const: 'b' } } },
      ],
    });
    expect(problems).toEqual([]);
    expect(fields?.map((option) => option.fields.map(({ title, required }) => [title, required]))).toEqual([
      [
        ['Type', false],
        ['Own', false],
        ['More', true],
      ],
      [
        ['Type', false],
        ['Common', false],
        ['More', true],
      ],
    ]);
  });
});

describe('which variants are possible', () => {
  it('camera and location are quick replies only', () => {
    const buttons = { type: 'buttons', altText: 'a', text: 'a', actions: [camera] };
    expect(faultsOf('template', template(buttons))).toEqual({
      ...incomplete,
      '/messages/0/actions/0': 'Action value is required',
    });
    const text = {
      type: 'text',
      text: 'a',
      quickReply: { items: [camera, { ...camera, type: 'location' }] },
    };
    expect(faultsOf('template', template(text))).toEqual({});
  });

  it('a variant that does not exist is a mistake of the schema', () => {
    const { problems } = compiled({
      'x-field': { variants: ['a', 'bb'] },
      oneOf: [{ properties: { type: { const: 'a' } } }, { properties: { type: { const: 'b' } } }],
    });
    expect(problems).toMatchObject([
      { path: '/properties/shape/x-field/variants', message: expect.stringContaining('"bb"') as string },
    ]);
  });
});

describe('an imagemap', () => {
  const imagemap = (area: object, height = 1040): object =>
    template({
      type: 'imagemap',
      altText: 'a',
      baseUrl: 'https://a.b',
      imgUrl: 'https://a.b/c.png',
      baseSize: { width: 1040, height },
      actions: [
        {
          x: 0,
          y: 0,
          width: 1040,
          height: 1040,
          ...area,
          action: { type: 'message', label: 'a', text: 'a' },
        },
      ],
    });

  it.each([
    ['covers the picture', {}, {}],
    ['ends at the edge', { x: 40, width: 1000 }, {}],
    [
      'reaches beyond the right edge',
      { x: 41, width: 1000 },
      { ...incomplete, '/messages/0/actions/0/width': 'The area extends past the right edge of the image' },
    ],
    [
      'reaches beyond the lower edge',
      { y: 1 },
      { ...incomplete, '/messages/0/actions/0/height': 'The area extends past the bottom edge of the image' },
    ],
  ])('with an area that %s', (_, area, expected) => {
    expect(faultsOf('template', imagemap(area))).toEqual(expected);
  });

  it('is 1040 high, no more and no less', () => {
    expect(faultsOf('template', imagemap({}, 1039))).toHaveProperty(['/messages/0/baseSize/height']);
    expect(faultsOf('template', imagemap({}, 1041))).toHaveProperty(['/messages/0/baseSize/height']);
  });
});

describe('the first password', () => {
  it.each(['Secret 123', 'Secret!123', 'Sécret123'])('is not %s', (password) => {
    expect(faultsOf('set-up-password', { password })).toEqual({
      '/password': 'Password may have neither special characters nor spaces',
    });
  });

  it('is of letters and digits, while other forms keep their own rule', () => {
    expect(faultsOf('set-up-password', { password: 'Secret123' })).toEqual({});
    expect(faultsOf('reset', { code: '1', password: 'Secret! 123' })).toEqual({});
  });
});

/** The options of `shape`, a field of an entity of its own, beside what is wrong with it. */
function compiled(shape: JsonSchema) {
  const { files } = readSchemaFolder('schemas');
  const content: JsonSchema = {
    title: 'Thing',
    description: 'A thing.',
    'x-entity': { service: 'management', path: 'things', access: { read: ['cim'] }, title: 'id' },
    type: 'object',
    properties: { shape: { type: 'object', discriminator: { propertyName: 'type' }, ...shape } },
  };
  const { product, problems } = compileProduct([...files, { file: 'thing.schema.json', content }]);
  const thing = product.entities.find(({ name }) => name === 'thing');
  const own: SchemaProblem[] = problems.filter(({ file }) => file === 'thing.schema.json');
  return { fields: thing?.fields[0]?.variants?.options, problems: own };
}
