import { expect, it } from 'vitest';
import { readSchemaFolder } from '../loadSchemas.ts';
import { compileProduct } from './compile.ts';
import type { JsonSchema } from './types.ts';

function problemsOf(properties: JsonSchema): Record<string, string> {
  const content: JsonSchema = {
    title: 'Thing',
    description: 'A thing.',
    'x-entity': { service: 'management', path: 'things', access: { read: ['cim'] }, title: 'id' },
    type: 'object',
    properties,
  };
  const { files } = readSchemaFolder('schemas');
  const { problems } = compileProduct([...files, { file: 'thing.schema.json', content }]);
  const own = problems.filter(({ file }) => file === 'thing.schema.json');
  return Object.fromEntries(own.map(({ path, message }) => [path, message]));
}

const choice = { type: 'string', enum: ['a', 'b'] };
const text = (visibleWhen: JsonSchema): JsonSchema => ({ type: 'string', 'x-field': { visibleWhen } });

it('takes the person and the time from the context', () => {
  const known = {
    choice,
    one: text({ choice: { context: 'user.id' } }),
    two: text({ choice: { in: { context: 'user.roles' } } }),
    three: text({ $now: { gt: '2026' }, '$user.roles': 'cim.admin' }),
  };
  expect(problemsOf(known)).toEqual({});
});

it('names what the context does not have', () => {
  const path = '/properties/one/x-field/visibleWhen/choice';
  const message = expect.stringContaining('user.id') as string;
  expect(problemsOf({ choice, one: text({ choice: { context: 'user.ids' } }) })).toEqual({ [path]: message });
  expect(problemsOf({ choice, one: text({ choice: { ne: { context: 'user.ids' } } }) })).toEqual({
    [path]: message,
  });
  expect(problemsOf({ choice, one: text({ '$user.ids': 'x' }) })).toEqual({
    '/properties/one/x-field/visibleWhen/$user.ids': message,
  });
});

it('knows the fields with choices whose values may be in use, and the roles', () => {
  const path = '/properties/one/x-field/visibleWhen/';
  expect(problemsOf({ one: text({ '$inUse.channel.type': ['LINE', 'WEBCHAT'] }) })).toEqual({});
  expect(problemsOf({ one: text({ '$inUse.channel.typ': 'LINE' }) })).toEqual({
    [`${path}$inUse.channel.typ`]: expect.stringContaining('inUse.channel.type'),
  });
  expect(problemsOf({ one: text({ '$inUse.channel.type': { contains: 'LINES' } }) })).toEqual({
    [`${path}$inUse.channel.type`]: expect.stringContaining('LINE'),
  });
  expect(problemsOf({ one: text({ '$user.roles': 'cim.admn' }) })).toEqual({
    [`${path}$user.roles`]: expect.stringContaining('cim.admin'),
  });
});

it('takes a text that looks like one for the choice that it is not', () => {
  expect(problemsOf({ choice, one: text({ choice: '$user.id' }) })).toHaveProperty([
    '/properties/one/x-field/visibleWhen/choice',
  ]);
});

it('refuses a field whose name begins as the context does', () => {
  expect(problemsOf({ $user: { type: 'string' } })).toHaveProperty(['/properties/$user']);
});

it('refuses a sum with what is no number beside it, and an index outside of a list', () => {
  const sized = { type: 'integer', 'x-field': { combinedMaximum: { otherFields: ['choice'], maximum: 5 } } };
  const index = { type: 'integer', 'x-field': { generated: 'index' } };
  expect(Object.keys(problemsOf({ choice, sized, index }))).toEqual([
    '/properties/index/x-field/generated',
    '/properties/sized/x-field/combinedMaximum/otherFields/0',
  ]);
});
