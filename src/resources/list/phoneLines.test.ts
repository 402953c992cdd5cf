import { expect, it } from 'vitest';
import type { Json } from '../../../schemas/model/types.ts';
import { registerSign } from '../fieldKit/signs.ts';
import { type ConsoleEntity, entityByName } from '../product.ts';
import { fieldNamed } from '../columns.ts';
import { selectPhoneLines } from './phoneLines.ts';

const lines = (name: string, values: Record<string, Json>) => {
  const model: ConsoleEntity = entityByName(name);
  const columns = model.list.columns.flatMap((column) => fieldNamed(model, column) ?? []);
  const titleColumn = fieldNamed(model, 'name') ?? fieldNamed(model, 'displayName');
  const rowOptions = {
    ...{ model, columns, titleColumn, constantColumns: [], selectable: true, hasMenu: true, canPeek: false },
    ...{ openPath: () => undefined, canEdit: () => false },
  };
  const record = { id: 'r1', version: 1, createdAt: '', updatedAt: '', ...values };
  const { switchedOff, fieldWithSign, secondLine, hasLinePerField } = selectPhoneLines(rowOptions, record);
  const named = (fields: { name: string }[]): string[] => fields.map((field) => field.name);
  return {
    off: named(switchedOff),
    signed: named(fieldWithSign ? [fieldWithSign] : []),
    below: named(secondLine),
    inLines: hasLinePerField,
  };
};

it('leaves out a state that most records are in, and says one that few are in', () => {
  const person = { displayName: 'Anna', userTags: ['vip'], channel: 'c1' };
  expect(lines('profile', { ...person, followState: 'following' }).below).toEqual(['userTags', 'channel']);
  expect(lines('profile', { ...person, followState: 'blocked' }).below).toEqual(['followState', 'userTags']);
});

it('beside chips a channel has its sign only, otherwise its name as well', () => {
  registerSign('channel-type', () => null);
  const person = { displayName: 'Anna', userTags: ['vip'], channel: 'c1', followState: 'following' };
  expect(lines('profile', person)).toMatchObject({ signed: ['channel'], below: ['userTags'] });
  expect(lines('profile', { ...person, userTags: [] })).toMatchObject({ below: ['channel'] });
  expect(lines('campaign', { name: 'Sale', target: 'everyone', channel: 'c1' })).toMatchObject({
    signed: ['channel'],
    below: ['target', 'channel'],
  });
});

it('says the ordinary state where the line would be empty, and the one that the tabs are by', () => {
  expect(lines('channel', { name: 'Shop', active: true, credentials: 'works' }).below).toEqual([
    'credentials',
  ]);
  expect(lines('rich-menu', { name: 'Menu', size: 'compact', use: 'used' }).below).toEqual(['use', 'size']);
});

it('says a switch where it is not as it is at first', () => {
  expect(lines('entity', { name: 'city', format: 'list', autoDetect: false }).below).toEqual(['format']);
  expect(lines('entity', { name: 'city', format: 'regex', autoDetect: true }).below).toEqual([
    'format',
    'autoDetect',
  ]);
  expect(lines('chat-logic', { name: 'Rule', active: true }).off).toEqual([]);
  expect(lines('chat-logic', { name: 'Rule', active: false }).off).toEqual(['active']);
});

it('leaves out a choice with its default, where there is another text', () => {
  expect(lines('variable', { name: 'shop', scope: 'bot', value: 'Siam' }).below).toEqual(['value']);
  expect(lines('variable', { name: 'shop', scope: 'environment', value: 'Siam' }).below).toEqual([
    'scope',
    'value',
  ]);
  expect(lines('template', { name: 'hello', platform: 'multi' }).below).toEqual(['platform']);
  expect(lines('campaign', { name: 'Sale', target: 'everyone', channel: 'c1' }).below).toEqual([
    'target',
    'channel',
  ]);
});

it('leaves out what the schema keeps off phones', () => {
  const member = { name: 'Anna', email: 'anna@demo.example', roles: ['cim.user'] };
  expect(lines('member', member).below).toEqual(['roles']);
});

it('says the word of one of two values where it is not the one at first', () => {
  const link = { name: 'Menu', chatBarText: 'Shops', selected: true, default: false };
  expect(lines('rich-menu-link', { ...link, priority: '02' })).toMatchObject({
    off: [],
    below: ['default', 'priority'],
  });
  expect(lines('rich-menu-link', { ...link, default: true, selected: false })).toMatchObject({
    off: [],
    below: ['selected'],
  });
});

it('gives each of several sentences a line of its own', () => {
  const rule = (answer: object | null) =>
    JSON.parse(`{"name":"Rule","when":{"event":"follow"},"then":${JSON.stringify(answer)}}`) as {
      name: string;
    };
  expect(lines('chat-logic', rule({ type: 'handoff' }))).toMatchObject({
    below: ['when', 'then'],
    inLines: true,
  });
  expect(lines('chat-logic', rule(null))).toMatchObject({ below: ['when'], inLines: false });
});

it('says how many a segment has, before what its conditions are', () => {
  const who = { match: 'all', conditions: [] };
  expect(lines('segment', { name: 'VIP', who }).below).toEqual(['people', 'who']);
});

it('leaves out what a schema keeps out of the rows of phones, such as a switch that a state says already', () => {
  const off = { name: 'Shop', active: false, credentials: 'missing' };
  expect(lines('channel', off)).toMatchObject({ off: [], below: ['credentials'] });
  const link = { name: 'Menu', chatBarText: 'Menu', default: false, segment: 's1', priority: '05' };
  expect(lines('rich-menu-link', link).below).toEqual(['default', 'priority']);
});
