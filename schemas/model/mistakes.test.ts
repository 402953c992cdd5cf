import { describe, expect, it } from 'vitest';
import { compileProduct, type SourceFile } from './compile.ts';
import { access, eachGivesOneProblem, entity, field, list, note, problemsOf } from './testMistakes.ts';
import type { JsonObject } from './types.ts';

const ENTRANCE = { id: 'chatbot', label: 'Chatbot', description: 'What the bot says.' };

it('finds nothing wrong where nothing is', () => {
  expect(problemsOf(note(entity()))).toEqual([]);
});

describe('one mistake in an entity gives one problem, at its place', () => {
  eachGivesOneProblem([
    [
      'a resource for a field',
      field({ type: 'string', 'x-field': { access: { write: ['chatbot', 'chatbot.varable'] } } }),
      '/properties/a/x-field/access/write/1: unknown resource "chatbot.varable"; did you mean "chatbot.variable"?',
    ],
    [
      'a list to be changed in a cell',
      field({
        type: 'array',
        items: { type: 'object', properties: { b: { type: 'string' } } },
        'x-field': { column: { edit: true } },
      }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: fields of type list have no room in a cell',
    ],
    [
      'what no form changes to be changed in a cell',
      field({ type: 'string', 'x-field': { mode: { edit: 'read' }, column: { edit: true } } }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: forms do not let it be changed either',
    ],
    [
      'what is asked about to be changed in a cell',
      field({ type: 'string', 'x-field': { confirm: 'Sure?', column: { edit: true } } }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: a change of it is asked about in the form',
    ],
    [
      'a keyword of a column',
      field({ type: 'string', 'x-field': { column: { edti: true } } }),
      '/properties/a/x-field/column/edti: unknown keyword "edti"; did you mean "edit"?',
    ],
    [
      'a resource for changes',
      entity({ access: { read: ['chatbot'], write: ['chatbt'] } }),
      '/x-entity/access/write/0: unknown resource "chatbt"; did you mean "chatbot"?',
    ],
    [
      'a path of the services',
      entity({ path: 'files' }),
      '/x-entity/path: "files" is a path of the services already; choose another one',
    ],
    [
      'rights to write what is only read',
      entity({ source: 'audit', access: { read: ['chatbot'], update: ['chatbot'] } }),
      '/x-entity/access/update: has no effect: what the services keep themselves is only read',
    ],
    [
      'a single record of nobody',
      entity({ single: 'workspce' }),
      '/x-entity/single: unknown single "workspce"; did you mean "workspace"?',
    ],
    [
      'a parent that is no reference',
      entity({ parent: 'kind' }),
      '/x-entity/parent: unknown reference to one record "kind"',
    ],
    [
      'a parent with a parent',
      entity(
        { parent: 'note' },
        { note: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
        { required: ['note'] },
      ),
      '/x-entity/parent: note has a parent itself: collections nest once',
    ],
    [
      'an address of several parts without a parent',
      entity({ path: 'notes/short' }),
      '/x-entity/path: only a collection below a "parent" has several parts',
    ],
    [
      'a mark on something else than a truth value',
      entity({ exclusive: [{ field: 'kind' }] }, { first: { type: 'boolean' } }),
      '/x-entity/exclusive/0/field: unknown field of type boolean "kind"',
    ],
    [
      'a mark within what has no single value',
      entity({ exclusive: [{ field: 'first', within: ['kin'] }] }, { first: { type: 'boolean' } }),
      '/x-entity/exclusive/0/within/0: unknown field with a single value "kin"; did you mean "kind"?',
    ],
    [
      'a count of nothing',
      field({ type: 'integer', 'x-field': { computed: { count: { entity: 'not', by: 'x' } } } }),
      '/properties/a/x-field/computed/count/entity: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a count by nothing',
      field({ type: 'integer', 'x-field': { computed: { count: { entity: 'note' } } } }),
      '/properties/a/x-field/computed/count/by: must name the field of note that refers to note; there is none',
    ],
    [
      'a filter by a count',
      entity(
        { list: { filters: ['a'] } },
        {
          up: { type: 'string', 'x-field': { reference: { entity: 'note' } } },
          a: { type: 'integer', 'x-field': { computed: { count: { entity: 'note' } } } },
        },
      ),
      '/x-entity/list/filters/0: "a" cannot be a filter: it is counted, not stored',
    ],
    [
      'an earlier name of a field that is still there',
      field({ type: 'string', 'x-field': { renamedFrom: 'kind' } }),
      '/properties/a/x-field/renamedFrom: "kind" is a field still: what is stored under it stays there',
    ],
    [
      'an icon in the menu',
      entity({ route: '/notes', menu: { group: 'main', icon: 'templat' } }),
      '/x-entity/menu/icon: unknown icon "templat"; did you mean "template"?',
    ],
    [
      'a menu entry without a screen',
      entity({ menu: { group: 'main' } }),
      '/x-entity/menu: leads nowhere: there is no "route"',
    ],
    [
      'a key of an import that is no field',
      entity({ features: { import: { key: 'nme' } } }),
      '/x-entity/features/import/key: unknown field "nme"; did you mean "name"?',
    ],
    [
      'a key of an import that is secret',
      entity({ features: { import: { key: 'key' } } }),
      '/x-entity/features/import/key: unknown field "key"',
    ],
    [
      'a key of an import that may occur twice',
      entity({ features: { import: { key: ['name', 'kind'] } } }),
      '/x-entity/features/import/key: "name", "kind" may occur twice: make it unique, or choose a key that is',
    ],
    [
      'an unknown word of an import',
      entity({ unique: [['name']], features: { import: { key: 'name', kye: 'name' } } }),
      '/x-entity/features/import/kye: unknown keyword "kye"; did you mean "key"?',
    ],
    [
      'an action named like what every entity has',
      entity({ actions: [{ id: 'restore', label: 'Restore', on: ['row'] }] }),
      '/x-entity/actions/0/id: "restore" is what every entity has; choose another name',
    ],
    [
      'rights inside a list',
      list({ type: 'string', 'x-field': { access: { read: ['chatbot'] } } }),
      '/properties/a/items/properties/b/x-field/access: rights below a list are not enforced; put it on a field outside',
    ],
    [
      'a locked field inside a list',
      list({ type: 'string', readOnly: true }),
      '/properties/a/items/properties/b/readOnly: rights below a list are not enforced; put it on a field outside',
    ],
    [
      'a secret inside variants',
      field({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' }, s: { type: 'string', 'x-field': { secret: true } } } }],
      }),
      '/properties/a/oneOf/0/properties/s/x-field/secret: rights below variants are not enforced; put it on a field outside',
    ],
    [
      'a mistake in a shared part',
      entity(
        {},
        { a: { $ref: '#/$defs/size' }, b: { $ref: '#/$defs/size' } },
        { $defs: { size: { type: 'number', minimum: 2, maximum: 1 } } },
      ),
      '/$defs/size/minimum: 2 is above "maximum", 1: nothing could be entered',
    ],
  ]);
});

describe('one mistake in the files that hold for all gives one problem', () => {
  const roles = (given: JsonObject, more: JsonObject = {}): SourceFile => ({
    file: 'access.json',
    content: { ...access, ...more, roles: given },
  });
  it.each<[string, SourceFile, string | string[]]>([
    [
      'a resource of a role',
      roles({ 'chatbot.editor': { 'chatbot.varaible': ['read'] } }),
      'access.json /roles/chatbot.editor/chatbot.varaible: unknown resource "chatbot.varaible"; did you mean "chatbot.variable"?',
    ],
    [
      'an operation of a role',
      roles({ 'chatbot.editor': { 'chatbot.variable': ['read', 'updte'] } }),
      'access.json /roles/chatbot.editor/chatbot.variable/1: unknown operation "updte"; did you mean "update"?',
    ],
    [
      'an action on another resource',
      roles({ 'chatbot.editor': { 'chatbot.entry': ['send-out'] } }),
      'access.json /roles/chatbot.editor/chatbot.entry/0: unknown operation "send-out"',
    ],
    [
      'a role of no product',
      roles({ 'chatbt.editor': { chatbot: ['read'] } }),
      'access.json /roles/chatbt.editor: unknown product "chatbt"; did you mean "chatbot"?',
    ],
    [
      'an unknown keyword',
      { file: 'access.json', content: { ...access, rolls: {} } },
      'access.json /rolls: unknown keyword "rolls"; did you mean "roles"?',
    ],
    [
      'a product that people choose',
      { file: 'menu.json', content: { groups: [{ id: 'main' }], products: [{ ...ENTRANCE, id: 'chatbt' }] } },
      'menu.json /products/0/id: unknown product "chatbt"; did you mean "chatbot"?',
    ],
    [
      'the menu group of a product',
      {
        file: 'menu.json',
        content: { groups: [{ id: 'main' }], products: [{ ...ENTRANCE, group: 'mian' }] },
      },
      'menu.json /products/0/group: unknown menu group "mian"; did you mean "main"?',
    ],
    [
      'who is led to the landing',
      {
        file: 'menu.json',
        content: { groups: [{ id: 'main' }], landing: { path: '/x', products: ['chatbt'] } },
      },
      'menu.json /landing/products/0: unknown product "chatbt"; did you mean "chatbot"?',
    ],
    [
      'an icon of a menu group',
      { file: 'menu.json', content: { groups: [{ id: 'main', icon: 'sircle' }] } },
      'menu.json /groups/0/icon: unknown icon "sircle"; did you mean "circle"?',
    ],
    [
      'a menu group in none',
      { file: 'menu.json', content: { groups: [{ id: 'main' }, { id: 'mian.content' }] } },
      'menu.json /groups/1/id: unknown menu group "mian"; did you mean "main"?',
    ],
    [
      'a file that nothing reads',
      { file: 'note.json', content: {} },
      'note.json : nothing reads a file of this name; entities, forms and definitions are named in kebab case, such as order-status.schema.json',
    ],
    [
      'a form over people’s own records of nothing',
      {
        file: 'forms/own.schema.json',
        content: { title: 'Own', 'x-form': { of: 'not' }, properties: { name: { type: 'string' } } },
      },
      'forms/own.schema.json /x-form/of: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a field of people’s own records that the entity lacks',
      {
        file: 'forms/own.schema.json',
        content: { title: 'Own', 'x-form': { of: 'note' }, properties: { nam: { type: 'string' } } },
      },
      'forms/own.schema.json /properties/nam: unknown field of note "nam"; did you mean "name"?',
    ],
    [
      'a part of one record, of an entity with many',
      {
        file: 'forms/own.schema.json',
        content: {
          title: 'Own',
          'x-form': { of: 'note', tab: { of: 'note', route: '/own' } },
          properties: { name: { type: 'string' } },
        },
      },
      [
        'forms/own.schema.json /x-form/tab: needs "of" an entity with one record (single), of which the form is a part',
        'forms/own.schema.json /x-form/tab/of: unknown entity with a list "note"',
      ],
    ],
    [
      'a form with the name of an entity',
      { file: 'forms/note.schema.json', content: { title: 'Note', properties: { a: { type: 'string' } } } },
      'forms/note.schema.json : "note" is the name of an entity already',
    ],
  ])('%s', (_, file, problem) => {
    const sending = entity({
      actions: [{ id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'] }],
    });
    expect(problemsOf(file, note(sending))).toEqual([problem].flat());
  });

  it('an action that asks for a right of its own may be given on its resource', () => {
    const sending = entity({
      actions: [{ id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'] }],
    });
    const given = roles({ 'chatbot.editor': { 'chatbot.variable': ['read', 'send-out'] } });
    expect(problemsOf(given, note(sending))).toEqual([]);
    const listed = roles({ 'chatbot.editor': { chatbot: ['train'] } }, { operations: ['train'] });
    expect(problemsOf(listed, note(entity()))).toEqual([]);
  });

  it('roles that a form offers are those that there are', () => {
    const offers = field({ type: 'string', 'x-field': { choicesFrom: 'roles' } });
    const { product, problems } = compileProduct([
      { file: 'access.json', content: access },
      { file: 'menu.json', content: { groups: [] } },
      note(offers),
    ]);
    expect(problems).toEqual([]);
    expect(product.entities[0]?.fields.at(-1)?.choices).toEqual([
      { value: 'chatbot.admin', label: 'chatbot.admin', group: 'chatbot' },
    ]);
  });
});

it('a file with one kind of mistake is checked for the others too, and nothing is told that only follows', () => {
  const content = entity(
    { lsit: {}, list: { columns: ['nmae'], sort: 'size' }, access: { write: ['chatbt'] } },
    { size: { type: 'nubmer', maximum: 3, 'x-field': { reference: { entity: 'nota' } } } },
  );
  const other = entity(
    { path: 'others' },
    { of: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
  expect(problemsOf(note(content), { file: 'other.schema.json', content: other })).toEqual([
    '/properties/size/type: unknown type "nubmer"; did you mean "number"?',
    '/x-entity/lsit: unknown keyword "lsit"; did you mean "list"?',
    '/x-entity/access: "read" is missing',
    '/x-entity/list/columns/0: unknown column "nmae"; did you mean "name"?',
    '/x-entity/access/write/0: unknown resource "chatbt"; did you mean "chatbot"?',
    '/properties/size/x-field/reference/entity: unknown entity "nota"; did you mean "note"?',
  ]);
});

it('a mistake in a shared definition is told in its own file, once', () => {
  const files = [
    {
      file: 'definitions/point.schema.json',
      content: { type: 'object', properties: { x: { type: 'number', 'x-field': { tones: { a: 'info' } } } } },
    },
    note(
      entity(
        {},
        { a: { $ref: './definitions/point.schema.json' }, b: { $ref: './definitions/point.schema.json' } },
      ),
    ),
  ];
  expect(problemsOf(...files)).toEqual([
    'definitions/point.schema.json /properties/x/x-field/tones: "tones" has no effect on a field of type number; it is for enum',
  ]);
});
