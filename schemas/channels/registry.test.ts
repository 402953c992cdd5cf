import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileProduct } from '../model/compile.ts';
import { readSchemaFolder } from '../folder.ts';
import type { JsonObject } from '../model/types.ts';
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

it('tells what a type says wrongly, and what no type can do', () => {
  const { files } = readSchemaFolder('schemas');
  const channel = files.find(({ file }) => file === 'chat-ad.schema.json');
  const asking = JSON.parse(
    JSON.stringify(channel?.content).replace('"chatAds"', '"chatAdds"'),
  ) as JsonObject;
  const wrong = { ...PIGEON, capabilities: { multycast: true } };
  const { problems } = compileProduct([
    ...files.filter((one) => one !== channel),
    { file: 'chat-ad.schema.json', content: asking },
    { file: 'channels/pigeon/channel.json', content: wrong },
  ]);
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'channels/pigeon/channel.json: unknown keyword "multycast"; did you mean "multicast"?',
    'chat-ad.schema.json: unknown capability of channels "chatAdds"; did you mean "chatAds"?',
  ]);
});
