import { describe, expect, it } from 'vitest';
import {
  testEachGivesOneProblem,
  noteSchema,
  noteSchemaWithField,
  list,
  noteFile,
  problemsOf,
} from './testMistakes.ts';

it('finds nothing wrong where nothing is', () => {
  expect(problemsOf(noteFile(noteSchema()))).toEqual([]);
});

describe('one mistake in an entity gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'a resource for a field',
      noteSchemaWithField({
        type: 'string',
        'x-field': { access: { write: ['chatbot', 'chatbot.varable'] } },
      }),
      '/properties/a/x-field/access/write/1: unknown resource "chatbot.varable"; did you mean "chatbot.variable"?',
    ],
    [
      'a list to be changed in a cell',
      noteSchemaWithField({
        type: 'array',
        items: { type: 'object', properties: { b: { type: 'string' } } },
        'x-field': { column: { edit: true } },
      }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: fields of type list have no room in a cell',
    ],
    [
      'what no form changes to be changed in a cell',
      noteSchemaWithField({ type: 'string', 'x-field': { mode: { edit: 'read' }, column: { edit: true } } }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: forms do not let it be changed either',
    ],
    [
      'what is asked about to be changed in a cell',
      noteSchemaWithField({ type: 'string', 'x-field': { confirm: 'Sure?', column: { edit: true } } }),
      '/properties/a/x-field/column/edit: it cannot be changed in lists: a change of it is asked about in the form',
    ],
    [
      'a keyword of a column',
      noteSchemaWithField({ type: 'string', 'x-field': { column: { edti: true } } }),
      '/properties/a/x-field/column/edti: unknown keyword "edti"; did you mean "edit"?',
    ],
    [
      'a resource for changes',
      noteSchema({ access: { read: ['chatbot'], write: ['chatbt'] } }),
      '/x-entity/access/write/0: unknown resource "chatbt"; did you mean "chatbot"?',
    ],
    [
      'a path of the services',
      noteSchema({ path: 'files' }),
      '/x-entity/path: "files" is a path of the services already; choose another one',
    ],
    [
      'rights to write what is only read',
      noteSchema({ source: 'audit', access: { read: ['chatbot'], update: ['chatbot'] } }),
      '/x-entity/access/update: has no effect: what the services keep themselves is only read',
    ],
    [
      'something to provide that nobody asks for',
      noteSchema({ provides: 'usrs' }),
      '/x-entity/provides: unknown provides "usrs"; did you mean "users"?',
    ],
    [
      'a provider without what it is asked for',
      noteSchema({ provides: 'placeholders' }),
      '/x-entity/provides: "placeholders" needs the field value',
    ],
    [
      'a single record of nobody',
      noteSchema({ single: 'workspce' }),
      '/x-entity/single: unknown single "workspce"; did you mean "workspace"?',
    ],
    [
      'an order by what people fill in',
      noteSchema(
        { ordered: 'rank' },
        { rank: { type: 'number' }, rang: { type: 'number', 'x-field': { live: true } } },
      ),
      '/x-entity/ordered: unknown number that is live "rank"; did you mean "rang"?',
    ],
    [
      'an order of one record',
      noteSchema(
        { ordered: 'rank', single: 'workspace', route: '/note' },
        { rank: { type: 'number', 'x-field': { live: true } } },
      ),
      '/x-entity/ordered: one record has no order',
    ],
    [
      'a parent that is no reference',
      noteSchema({ parent: 'kind' }),
      '/x-entity/parent: unknown reference to one record "kind"',
    ],
    [
      'a parent with a parent',
      noteSchema(
        { parent: 'note' },
        { note: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
        { required: ['note'] },
      ),
      '/x-entity/parent: note has a parent itself: collections nest once',
    ],
    [
      'a list of parents of what has none',
      noteSchema({ parents: { title: 'Shelves' } }),
      '/x-entity/parents: has no effect without a "parent"',
    ],
    [
      'an address of several parts without a parent',
      noteSchema({ path: 'notes/short' }),
      '/x-entity/path: only a collection below a "parent" has several parts',
    ],
    [
      'a mark on something else than a truth value',
      noteSchema({ exclusive: [{ field: 'kind' }] }, { first: { type: 'boolean' } }),
      '/x-entity/exclusive/0/field: unknown field of type boolean "kind"',
    ],
    [
      'a mark within what has no single value',
      noteSchema({ exclusive: [{ field: 'first', within: ['kin'] }] }, { first: { type: 'boolean' } }),
      '/x-entity/exclusive/0/within/0: unknown field with a single value "kin"; did you mean "kind"?',
    ],
    [
      'a count of nothing',
      noteSchemaWithField({
        type: 'integer',
        'x-field': { computed: { count: { entity: 'not', by: 'x' } } },
      }),
      '/properties/a/x-field/computed/count/entity: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a count by nothing',
      noteSchemaWithField({ type: 'integer', 'x-field': { computed: { count: { entity: 'note' } } } }),
      '/properties/a/x-field/computed/count/by: must name the field of note that refers to note; there is none',
    ],
    [
      'a text with an unknown value',
      noteSchemaWithField({ type: 'string', 'x-field': { computed: { text: '{{$origin}}/{{kindd}}' } } }),
      '/properties/a/x-field/computed/text: unknown field with a single value "kindd"; did you mean "kind"?',
    ],
    [
      'a text that is a number',
      noteSchemaWithField({ type: 'integer', 'x-field': { computed: { text: '{{id}}' } } }),
      '/properties/a/type: a text that is worked out is a string',
    ],
    [
      'a filter by a count',
      noteSchema(
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
      noteSchemaWithField({ type: 'string', 'x-field': { renamedFrom: 'kind' } }),
      '/properties/a/x-field/renamedFrom: "kind" is a field still: what is stored under it stays there',
    ],
    [
      'an icon in the menu',
      noteSchema({ route: '/notes', menu: { group: 'main', icon: 'templat' } }),
      '/x-entity/menu/icon: unknown icon "templat"; did you mean "template"?',
    ],
    [
      'a menu entry without a screen',
      noteSchema({ menu: { group: 'main' } }),
      '/x-entity/menu: leads nowhere: there is no "route"',
    ],
    [
      'a format to read of what is not imported',
      noteSchema({ features: { formats: { rasa: { label: 'Rasa', reads: ['.yml'] } } } }),
      '/x-entity/features/formats/rasa/reads: needs features.import',
    ],
    [
      'a format to write of what is not exported',
      noteSchema({ features: { export: false, formats: { rasa: { label: 'Rasa', writes: '.yml' } } } }),
      '/x-entity/features/formats/rasa/writes: needs features.export',
    ],
    [
      'a format for nothing',
      noteSchema({ features: { formats: { rasa: { label: 'Rasa' } } } }),
      '/x-entity/features/formats/rasa: has no effect: say "reads", "writes", or both',
    ],
    [
      'a format that every list has',
      noteSchema({ features: { formats: { csv: { label: 'CSV', writes: '.csv' } } } }),
      '/x-entity/features/formats/csv: "csv" is what every list has',
    ],
    [
      'a key of an import that is no field',
      noteSchema({ features: { import: { key: 'nme' } } }),
      '/x-entity/features/import/key: unknown field "nme"; did you mean "name"?',
    ],
    [
      'a key of an import that is secret',
      noteSchema({ features: { import: { key: 'key' } } }),
      '/x-entity/features/import/key: unknown field "key"',
    ],
    [
      'a key of an import that may occur twice',
      noteSchema({ features: { import: { key: ['name', 'kind'] } } }),
      '/x-entity/features/import/key: "name", "kind" may occur twice: make it unique, or choose a key that is',
    ],
    [
      'an unknown word of an import',
      noteSchema({ unique: [['name']], features: { import: { key: 'name', kye: 'name' } } }),
      '/x-entity/features/import/kye: unknown keyword "kye"; did you mean "key"?',
    ],
    [
      'an action named like what every entity has',
      noteSchema({ actions: [{ id: 'restore', label: 'Restore', on: ['row'] }] }),
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
      noteSchemaWithField({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' }, s: { type: 'string', 'x-field': { secret: true } } } }],
      }),
      '/properties/a/oneOf/0/properties/s/x-field/secret: rights below variants are not enforced; put it on a field outside',
    ],
    [
      'a mistake in a shared part',
      noteSchema(
        {},
        { a: { $ref: '#/$defs/size' }, b: { $ref: '#/$defs/size' } },
        { $defs: { size: { type: 'number', minimum: 2, maximum: 1 } } },
      ),
      '/$defs/size/minimum: 2 is above "maximum", 1: nothing could be entered',
    ],
  ]);
});

it('a file with one kind of mistake is checked for the others too, without consequential problems', () => {
  const content = noteSchema(
    { lsit: {}, list: { columns: ['nmae'], sort: 'size' }, access: { write: ['chatbt'] } },
    { size: { type: 'nubmer', maximum: 3, 'x-field': { reference: { entity: 'nota' } } } },
  );
  const other = noteSchema(
    { path: 'others' },
    { of: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
  expect(problemsOf(noteFile(content), { file: 'other.schema.json', content: other })).toEqual([
    '/properties/size/type: unknown type "nubmer"; did you mean "number"?',
    '/x-entity/lsit: unknown keyword "lsit"; did you mean "list"?',
    '/x-entity/access: "read" is missing',
    '/x-entity/list/columns/0: unknown column "nmae"; did you mean "name"?',
    '/x-entity/access/write/0: unknown resource "chatbt"; did you mean "chatbot"?',
    '/properties/size/x-field/reference/entity: unknown entity "nota"; did you mean "note"?',
  ]);
});

it('a mistake in a shared definition is reported in its own file, once', () => {
  const files = [
    {
      file: 'definitions/point.schema.json',
      content: { type: 'object', properties: { x: { type: 'number', 'x-field': { tones: { a: 'info' } } } } },
    },
    noteFile(
      noteSchema(
        {},
        { a: { $ref: './definitions/point.schema.json' }, b: { $ref: './definitions/point.schema.json' } },
      ),
    ),
  ];
  expect(problemsOf(...files)).toEqual([
    'definitions/point.schema.json /properties/x/x-field/tones: "tones" has no effect on a field of type number; it is for enum',
  ]);
});

it('a list of parents has an address above that of their lists, and tells of their fields', () => {
  const under = [{ text: '{{nam}}', when: { kin: 'long' }, action: 'mend' }];
  const content = noteSchema(
    { parent: 'shelf', route: '/notes', parents: { title: 'Shelves', columns: ['nam'], under } },
    { shelf: { type: 'string', 'x-field': { reference: { entity: 'shelf' } } } },
    { required: ['shelf'] },
  );
  const shelf = { file: 'shelf.schema.json', content: noteSchema({ path: 'shelves' }) };
  expect(problemsOf(noteFile(content), shelf)).toEqual([
    '/x-entity/parents: has no address without a route that ends with "/:shelf"',
    '/x-entity/parents/columns/0: unknown field "nam"; did you mean "name"?',
    '/x-entity/parents/under/0/text: unknown field "nam"; did you mean "name"?',
    '/x-entity/parents/under/0/when: unknown field "kin"; did you mean "kind"?',
    '/x-entity/parents/under/0/action: has no effect: nothing is done there',
  ]);
});
