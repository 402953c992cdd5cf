import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProduct } from '../model/compile.ts';
import { readSchemaFolder } from '../loadSchemas.ts';
import { createSchemaValidator } from '../model/ajv.ts';
import type { EntityModel, Json, JsonObject } from '../model/types.ts';
import { validate } from '../model/validate.ts';
import { channelTypeOf, channelTypes, channelTypesThatCan, registerChannelType } from './registry.ts';
import type { ChannelTypeSchema } from './types.ts';

const PIGEON = {
  ...{ type: 'PIGEON', label: 'Pigeon', order: 50, personLabel: 'Sender', fields: ['token'] },
  capabilities: { multicast: true },
};

it('every folder of a type is registered under the type that its file says', () => {
  const folders = readdirSync('schemas/channels', { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(channelTypes().map(({ type }) => type.toLowerCase())).toHaveLength(folders.length);
  for (const { type } of channelTypes()) expect(channelTypeOf(type).type).toBe(type);
  expect(() => registerChannelType(channelTypes()[0] as ChannelTypeSchema)).toThrow('registered twice');
  expect(channelTypesThatCan('richMenus')).toHaveLength(1);
});

it('the types are choices, and conditions ask what they can do', () => {
  const { files } = readSchemaFolder('schemas');
  const { product, problems } = compileProduct([
    ...files,
    { file: 'channels/pigeon/channel.json', content: PIGEON },
  ]);
  expect(problems).toEqual([]);
  const fieldOf = (entity: string, name: string) =>
    product.entities.find((one) => one.name === entity)?.fields.find((one) => one.name === name);
  expect(fieldOf('channel', 'type')?.choices?.at(-1)).toMatchObject({ value: 'PIGEON', label: 'Pigeon' });
  expect(fieldOf('campaign', 'platform')?.choices?.map(({ value }) => value)).toContain('PIGEON');
  expect(fieldOf('channel', 'token')?.visibleWhen).toEqual({ type: ['LINE', 'FACEBOOK', 'PIGEON'] });
  expect(fieldOf('channel', 'webhookUrl')?.visibleWhen).toEqual({ type: ['WEBCHAT', 'CUSTOM'] });
});

it('what a type takes of a message limits what is written for it, and what it leaves out the message says', () => {
  const { files } = readSchemaFolder('schemas');
  const limits = { text: 300, optionText: 9000 };
  const { product, problems } = compileProduct([
    ...files,
    { file: 'channels/pigeon/channel.json', content: { ...PIGEON, limits } },
  ]);
  expect(problems).toEqual([]);
  const template = product.entities.find(({ name }) => name === 'template') as EntityModel;
  const validator = createSchemaValidator(template.schema);
  const faults = (message: Json, platform?: string, types: string[] = []) => {
    const errors = validate(
      template,
      { messages: [message], platform },
      { validator, inUse: { 'channel.type': types } },
    );
    return Object.keys(errors).filter((pointer) => pointer.startsWith('/messages/'));
  };
  const text = (length: number): Json => ({ type: 'text', text: 'x'.repeat(length) });
  const option = (length: number, count: number): Json => ({
    ...{ type: 'buttons', altText: 'a', text: 'x'.repeat(length) },
    actions: Array.from({ length: count }, () => ({ type: 'message', label: 'a', text: 'a' })),
  });
  expect(faults(text(301), 'PIGEON')).toEqual(['/messages/0/text']);
  expect(faults(text(300), 'PIGEON')).toEqual([]);
  expect(faults(text(301), 'multi', ['LINE', 'PIGEON'])).toEqual(['/messages/0/text']);
  expect(faults(text(2000), 'multi', ['FACEBOOK'])).toEqual([]);
  expect(faults(text(2001), 'multi', ['FACEBOOK'])).toEqual(['/messages/0/text']);
  expect(faults(text(5000), 'LINE')).toEqual([]);
  expect(faults(option(641, 10), 'PIGEON')).toEqual(['/messages/0/text']);
  expect(faults(option(640, 10), 'PIGEON')).toEqual([]);
  expect(faults(option(161, 4), 'LINE')).toEqual(['/messages/0/text']);
  expect(faults(option(160, 5), 'LINE')).toEqual(['/messages/0/actions']);
  expect(faults(option(640, 4), 'FACEBOOK')).toEqual(['/messages/0/actions']);
  expect(faults(option(161, 10))).toEqual(['/messages/0/text']);
});

it('tells what a type says wrongly, and what no type can do', () => {
  const { files } = readSchemaFolder('schemas');
  const channel = files.find(({ file }) => file === 'chat-ad.schema.json');
  const asking = JSON.parse(
    JSON.stringify(channel?.content).replace('"chatAds"', '"chatAdds"'),
  ) as JsonObject;
  const wrong = { ...PIGEON, capabilities: { multycast: true }, limits: { text: 0 } };
  const message = files.find(({ file }) => file === 'messages/carousel/message.schema.json');
  const asked = JSON.parse(
    JSON.stringify(message?.content).replaceAll('limits.columnActions', 'limits.columActions'),
  ) as JsonObject;
  const { problems } = compileProduct([
    ...files.filter((one) => one !== channel && one !== message),
    { file: 'messages/carousel/message.schema.json', content: asked },
    { file: 'chat-ad.schema.json', content: asking },
    { file: 'channels/pigeon/channel.json', content: wrong },
  ]);
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'channels/pigeon/channel.json: unknown keyword "multycast"; did you mean "multicast"?',
    'channels/pigeon/channel.json: must be >= 1',
    'messages/carousel/message.schema.json: unknown limit of channels "limits.columActions"; did you mean "limits.columnActions"?',
    'chat-ad.schema.json: unknown capability of channels "chatAdds"; did you mean "chatAds"?',
  ]);
});

describe('what a type brings into the form of a channel', () => {
  const { files } = readSchemaFolder('schemas');
  const channelWith = (fields: Json) => {
    const { product, problems } = compileProduct([
      ...files,
      { file: 'channels/pigeon/channel.json', content: PIGEON },
      { file: 'channels/pigeon/fields.json', content: fields },
    ]);
    const told = problems.map(({ file, path, message }) => `${file}${path}: ${message}`);
    return { channel: product.entities.find(({ name }) => name === 'channel') as EntityModel, told };
  };

  it('is a field of its records alone, and its sections while it is chosen', () => {
    const { channel, told } = channelWith({
      properties: {
        loft: { type: 'string' },
        coos: { type: 'boolean', 'x-field': { visibleWhen: { loft: 'A' } } },
      },
      form: [{ title: 'Loft', step: true, fields: ['loft', 'coos', 'token'], needed: ['loft'] }],
    });
    expect(told).toEqual([]);
    const conditionOf = (name: string) => channel.fields.find((one) => one.name === name)?.visibleWhen;
    expect(conditionOf('loft')).toEqual({ type: 'PIGEON' });
    expect(conditionOf('coos')).toEqual({ loft: 'A', type: 'PIGEON' });
    const own = channel.form.main.filter(({ when }) => when?.['type'] === 'PIGEON');
    expect(own).toMatchObject([{ title: 'Loft', rows: [['loft'], ['coos'], ['token']], needed: ['loft'] }]);
    expect(channel.form.main.at(-1)?.rows.flat()).not.toContain('loft');
  });

  it('has a section of all its fields where it says nothing of a form', () => {
    const { channel, told } = channelWith({ properties: { loft: { type: 'string' } } });
    expect(told).toEqual([]);
    const own = channel.form.main.filter(({ when }) => when?.['type'] === 'PIGEON');
    expect(own).toMatchObject([{ rows: [['token'], ['loft']] }]);
  });

  it.each<[what: string, fields: Json, told: unknown[]]>([
    [
      'a field that all types have',
      { properties: { name: { type: 'string' } } },
      [
        'channels/pigeon/fields.json/properties/name: is a field of channel.schema.json already; what several types have stands in channel.schema.json, and "fields" of each channel.json names it',
      ],
    ],
    [
      'a field of another type',
      { properties: { pageId: { type: 'string' } } },
      [
        'channels/pigeon/fields.json/properties/pageId: is a field of channels/facebook/fields.json already; what several types have stands in channel.schema.json, and "fields" of each channel.json names it',
      ],
    ],
    [
      'a mistake in a field',
      { properties: { loft: { type: 'string', 'x-field': { widget: 'slider' } } } },
      [
        expect.stringContaining(
          'channels/pigeon/fields.json/properties/loft/x-field/widget: "slider" does not suit a field of type text',
        ),
      ],
    ],
    [
      'a section of fields that there are not',
      { form: [{ title: 'Loft', step: true, fields: ['lofts'], needed: ['token'] }] },
      [
        expect.stringMatching(
          /^channels\/pigeon\/fields.json\/form\/0\/fields: unknown field "lofts"; valid: name, type,/,
        ),
        'channels/pigeon/fields.json/form/0: unknown field of the section "token"; valid: lofts',
      ],
    ],
    [
      'a field twice',
      { form: [{ fields: ['token'] }, { fields: ['token'] }] },
      ['channels/pigeon/fields.json/form/1/fields: "token" is placed twice'],
    ],
    [
      'what only a step has',
      {
        form: [
          { fields: ['token'], picture: 'loft' },
          { title: 'Key', step: true, fields: [], action: 'new-api-key' },
        ],
      },
      [
        'channels/pigeon/fields.json/form/0/picture: "picture" has an effect on a "step" only',
        'channels/pigeon/fields.json/form/1/action: unknown action on a record that asks nothing "new-api-key"; valid: test, activate, download-data',
      ],
    ],
  ])('tells %s', (_, fields, told) => {
    expect(channelWith(fields).told).toEqual(told);
  });
});
