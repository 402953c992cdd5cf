import { describe, expect, it } from 'vitest';
import { loadProduct } from '../loadSchemas.ts';
import { compileProduct, type SourceFile } from './compile.ts';
import type { Json, JsonObject, SchemaProblem } from './types.ts';

const access = {
  products: { chatbot: ['entry', 'variable'] },
  roles: { 'chatbot.admin': { chatbot: ['*'] } },
};
const menu = { groups: [{ id: 'main' }] };

function entity(keywords: JsonObject = {}, properties: JsonObject = {}, rest: JsonObject = {}): Json {
  return {
    title: 'Note',
    description: 'A note.',
    'x-entity': { service: 'chatbot', path: 'notes', access: { read: ['chatbot.variable'] }, ...keywords },
    properties: {
      name: { type: 'string' },
      kind: { type: 'string', enum: ['long', 'short'] },
      ...properties,
    },
    ...rest,
  };
}

function problemsOf(content: Json, more: SourceFile[] = []): SchemaProblem[] {
  const files = [
    { file: 'access.json', content: access },
    { file: 'menu.json', content: menu },
    { file: 'note.schema.json', content },
  ];
  return compileProduct([...files, ...more]).problems;
}

describe('compileProduct', () => {
  it('fills in every default', () => {
    const { product, problems } = compileProduct([
      { file: 'access.json', content: access },
      { file: 'menu.json', content: menu },
      { file: 'note.schema.json', content: entity({ route: '/notes' }) },
    ]);
    expect(problems).toEqual([]);
    expect(product.entities[0]).toMatchObject({
      name: 'note',
      plural: 'Notes',
      recordTitle: '{{name}}',
      routes: { list: '/notes', create: '/notes/create', edit: '/notes/:id' },
      list: {
        columns: ['name', 'kind'],
        sort: { field: 'createdAt', order: 'DESC' },
        search: ['name'],
        filters: ['kind'],
      },
      form: { layout: 'page', main: [{ rows: [['name'], ['kind']] }] },
    });
  });

  it('gives models that survive JSON unchanged and cannot be altered', () => {
    const { entities } = loadProduct('schemas');
    expect(JSON.parse(JSON.stringify(entities))).toEqual(entities);
    expect(() => Object.assign(entities[0]?.fields[0] ?? {}, { name: 'x' })).toThrow(TypeError);
  });

  it.each<[string, Json, string, string]>([
    ['a tab of an entity that there is not', entity({ tabOf: 'nota' }), '/x-entity/tabOf', 'nota'],
    [
      'a panel beside a list at an address that is not below it',
      entity({ route: '/notes', tabs: [{ panel: 'counts', label: 'Counts', route: '/note/counts' }] }),
      '/x-entity/tabs/0/route',
      'is not below /notes',
    ],
    [
      'a tab that edits a field that there is not',
      entity({
        route: { list: '/notes', show: '/notes/:id' },
        show: { tabs: [{ label: 'Kind', edit: ['kin'] }] },
      }),
      '/x-entity/show/tabs/0/edit/0',
      'did you mean "kind"?',
    ],
    [
      'a panel beside a list that there is not',
      entity({ tabs: [{ panel: 'counts', label: 'Counts', route: '/notes/counts' }] }),
      '/x-entity/tabs',
      'need a list with a "route"',
    ],
    [
      'an unknown keyword',
      entity({ lsit: {} }),
      '/x-entity/lsit',
      'unknown keyword "lsit"; did you mean "list"?',
    ],
    [
      'an unknown field keyword',
      entity({}, { a: { type: 'string', 'x-field': { uniqe: true } } }),
      '/properties/a/x-field/uniqe',
      'did you mean "unique"?',
    ],
    [
      'a missing keyword',
      { title: 'Note', properties: {}, 'x-entity': { service: 'chatbot', path: 'n', access: { read: [] } } },
      '',
      '"description" is missing',
    ],
    [
      'an unknown column',
      entity({ list: { columns: ['nmae'] } }),
      '/x-entity/list/columns/0',
      'unknown column "nmae"; did you mean "name"?',
    ],
    [
      'an unknown search field',
      entity({ list: { search: ['nam'] } }),
      '/x-entity/list/search/0',
      'did you mean "name"?',
    ],
    [
      'an unknown sort field',
      entity({ list: { sort: '-kinds' } }),
      '/x-entity/list/sort',
      'did you mean "kind"?',
    ],
    [
      'tabs by a field without choices',
      entity({ list: { tabs: { by: 'name' } } }),
      '/x-entity/list/tabs/by',
      'valid: kind',
    ],
    [
      'an unknown field in a form',
      entity({ form: { main: [{ fields: [['kid']] }] } }),
      '/x-entity/form/main/0/fields',
      'did you mean "kind"?',
    ],
    [
      'an unknown field in the title',
      entity({ title: '{{nam}}' }),
      '/x-entity/title',
      'did you mean "name"?',
    ],
    [
      'an unknown widget',
      entity({}, { a: { type: 'string', 'x-field': { widget: 'txt' } } }),
      '/properties/a/x-field/widget',
      'unknown widget "txt"; did you mean "text"?',
    ],
    [
      'an unknown reference',
      entity({}, { a: { type: 'string', 'x-field': { reference: { entity: 'nota' } } } }),
      '/properties/a/x-field/reference/entity',
      'did you mean "note"?',
    ],
    [
      'an unknown definition',
      entity({}, { a: { $ref: '#/$defs/lable' } }, { $defs: { label: { type: 'string' } } }),
      '/properties/a/$ref',
      'did you mean "label"?',
    ],
    [
      'a definition that holds itself',
      entity(
        {},
        { a: { $ref: '#/$defs/tree' } },
        { $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      ),
      '/$defs/tree/items/$ref',
      'refers to itself',
    ],
    [
      'a bad field in a condition',
      entity({}, { a: { type: 'string', 'x-field': { visibleWhen: { kinds: 'long' } } } }),
      '/properties/a/x-field/visibleWhen/kinds',
      'did you mean "kind"?',
    ],
    [
      'a bad operator in a condition',
      entity({}, { a: { type: 'string', 'x-field': { visibleWhen: { name: { exist: true } } } } }),
      '/properties/a/x-field/visibleWhen/name',
      'unknown operator "exist"; did you mean "exists"?',
    ],
    [
      'a bad value in a condition',
      entity({}, { a: { type: 'string', 'x-field': { visibleWhen: { kind: 'lnog' } } } }),
      '/properties/a/x-field/visibleWhen/kind',
      'unknown value "lnog"; did you mean "long"?',
    ],
    [
      'an unknown resource',
      entity({ access: { read: ['chatbot.varable'] } }),
      '/x-entity/access/read/0',
      'did you mean "chatbot.variable"?',
    ],
    [
      'an unknown menu group',
      entity({ menu: { group: 'mian' } }),
      '/x-entity/menu/group',
      'did you mean "main"?',
    ],
    [
      'an unknown rule in messages',
      entity({}, { a: { type: 'string', 'x-field': { messages: { requird: 'x' } } } }),
      '/properties/a/x-field/messages/requird',
      'did you mean "required"?',
    ],
    [
      'an unknown form of an action',
      entity({ actions: [{ id: 'send', label: 'Send', on: ['row'], input: 'snd' }] }),
      '/x-entity/actions/0/input',
      'unknown form "snd"',
    ],
    [
      'a required field that is none',
      entity({}, {}, { required: ['nam'] }),
      '/required/0',
      '"nam" is required but is no property',
    ],
    [
      'a field with a kept name',
      entity({}, { version: { type: 'string' } }),
      '/properties/version',
      '"version" is a field of every record',
    ],
    [
      'a pattern that is none',
      entity({}, { a: { type: 'string', pattern: '(' } }),
      '/properties/a/pattern',
      'must match format',
    ],
    [
      'variants without a discriminator',
      entity({}, { a: { oneOf: [{ properties: { t: { const: 'x' } } }] } }),
      '/properties/a/oneOf',
      '"discriminator"',
    ],
  ])('tells of %s: where, and what would be right', (_, content, path, message) => {
    const found = problemsOf(content);
    expect(found).toContainEqual({
      file: 'note.schema.json',
      path,
      message: expect.stringContaining(message) as string,
    });
  });

  it('tells of all mistakes at once, of every file', () => {
    const two = entity(
      { path: 'tows', list: { columns: ['x1'] }, menu: { group: 'z' } },
      { b: { type: 'strng' } },
    );
    const found = problemsOf(entity({ list: { columns: ['nmae'], sort: 'kid' } }), [
      { file: 'two.schema.json', content: two },
    ]);
    expect(found.map((one) => one.file)).toEqual(
      expect.arrayContaining(['note.schema.json', 'two.schema.json']),
    );
    expect(found.length).toBeGreaterThanOrEqual(3);
  });

  it('tells of two entities at one path', () => {
    const found = problemsOf(entity(), [{ file: 'other.schema.json', content: entity() }]);
    expect(found.map((one) => one.message)).toContain('"notes" is the path of note already');
  });
});
