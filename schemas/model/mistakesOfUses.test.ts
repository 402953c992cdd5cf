import { describe } from 'vitest';
import { testEachGivesOneProblem, noteSchema, noteSchemaWithField, list } from './testMistakes.ts';
import type { Json, JsonObject } from './types.ts';

const texts: JsonObject = { type: 'array', items: { type: 'string' } };
const choiceTable = (options: JsonObject): Json =>
  noteSchema(
    {},
    {
      muted: { ...texts, 'x-field': { type: 'tags', widget: 'choice-table', options } },
      mail: { ...texts, 'x-field': { type: 'tags', mode: { create: 'hidden', edit: 'hidden' } } },
    },
  );

describe('one mistake in what a field is used for gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'uniqueness inside an object',
      noteSchemaWithField({
        type: 'object',
        properties: { b: { type: 'string', 'x-field': { unique: true } } },
      }),
      '/properties/a/properties/b/x-field/unique: "unique" has an effect on fields of the record itself only',
    ],
    [
      'an item of what nothing refers to',
      noteSchemaWithField({
        type: 'string',
        'x-field': { widget: 'item-of', options: { of: 'note', list: 'a', value: 'b' } },
      }),
      '/properties/a/x-field/options/of: unknown reference beside it "note"',
    ],
    [
      'an item of a list that is not there',
      noteSchema(
        {},
        {
          steps: { type: 'array', items: { type: 'object', properties: { word: { type: 'string' } } } },
          first: {
            type: 'string',
            'x-field': { widget: 'item-of', options: { list: 'step', value: 'word' } },
          },
        },
      ),
      '/properties/first/x-field/options/list: unknown list "step"; did you mean "steps"?',
    ],
    [
      'an item by what it has not',
      noteSchema(
        {},
        {
          steps: { type: 'array', items: { type: 'object', properties: { word: { type: 'string' } } } },
          first: {
            type: 'string',
            'x-field': { widget: 'item-of', options: { list: 'steps', value: 'wrod' } },
          },
        },
      ),
      '/properties/first/x-field/options/value: unknown text of its items "wrod"; did you mean "word"?',
    ],
    [
      'a table of choices with a column that is no list beside it',
      choiceTable({ columns: { muted: {}, mial: {} }, rows: 'note.kind' }),
      '/properties/muted/x-field/options/columns/mial: unknown list beside it "mial"; did you mean "mail"?',
    ],
    [
      'a table of choices that no field has',
      choiceTable({ columns: { muted: {}, mail: {} }, rows: 'note.knid' }),
      '/properties/muted/x-field/options/rows: unknown field with choices "note.knid"; did you mean "note.kind"?',
    ],
    [
      'a required field that is live',
      noteSchemaWithField({ type: 'number', 'x-field': { live: true } }, { required: ['a'] }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it cannot be required',
    ],
    [
      'a column for a field of an entity without live fields',
      noteSchemaWithField({ type: 'number', 'x-field': { materialized: true } }),
      '/properties/a/x-field/materialized: "a" has no column: the entity has no live field beside which it would stand',
    ],
    [
      'a column for a field that is live',
      noteSchemaWithField({ type: 'number', 'x-field': { live: true, materialized: true } }),
      '/properties/a/x-field/materialized: "a" has no column: it is live, and stands beside the document already',
    ],
    [
      'a unique field that is live',
      noteSchemaWithField({ type: 'number', 'x-field': { live: true, unique: true } }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it cannot be unique',
    ],
    [
      'a live field with a default',
      noteSchemaWithField({ type: 'number', default: 0, 'x-field': { live: true } }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it has no default',
    ],
    [
      'a live field inside an object',
      noteSchemaWithField({
        type: 'object',
        properties: { b: { type: 'number', 'x-field': { live: true } } },
      }),
      '/properties/a/properties/b/x-field/live: the services keep "b" beside the record: it must be a field of the record itself',
    ],
    [
      'a live field that is searched',
      noteSchema({ list: { search: ['a'] } }, { a: { type: 'string', 'x-field': { live: true } } }),
      '/x-entity/list/search/0: "a" cannot be a search field: it is live',
    ],
    [
      'a live field that decides who sees a record',
      noteSchema(
        { access: { read: ['chatbot.variable'], rows: { a: 'x' } } },
        { a: { type: 'string', 'x-field': { live: true } } },
      ),
      '/x-entity/access/rows: "a" cannot decide who sees a record: it is live',
    ],
    [
      'a live list',
      list({ type: 'string' }, { live: true }),
      '/properties/a/x-field/live: "live" has no effect on a field of type list; it is for text, number, boolean, enum, date, date-time',
    ],
    [
      'a secret as the title',
      noteSchema({ title: 'key' }),
      '/x-entity/title: "key" cannot be a title field: it is a secret',
    ],
    [
      'a secret that is searched',
      noteSchema({ list: { search: ['key'] } }),
      '/x-entity/list/search/0: "key" cannot be a search field: it is a secret',
    ],
    [
      'a secret that sorts',
      noteSchema({ list: { sort: '-key' } }),
      '/x-entity/list/sort: "key" cannot be a sort field: it is a secret',
    ],
    [
      'a secret as a column',
      noteSchema({ list: { columns: ['key'] } }),
      '/x-entity/list/columns/0: "key" cannot be a column: it is a secret',
    ],
    [
      'a secret as a filter',
      noteSchema({ list: { filters: ['kind', 'key'] } }),
      '/x-entity/list/filters/1: "key" cannot be a filter: it is a secret',
    ],
    [
      'a secret in a unique set',
      noteSchema({ unique: [['name', 'key']] }),
      '/x-entity/unique/0/1: "key" cannot be a unique field: it is a secret',
    ],
    [
      'a secret that is unique',
      noteSchemaWithField({ type: 'string', 'x-field': { secret: true, unique: true } }),
      '/properties/a/x-field/unique: a secret cannot be unique: the refusal would tell what others have',
    ],
    [
      'a guarded field that everybody searches',
      noteSchema({ list: { search: ['guarded'] } }),
      '/x-entity/list/search/0: "guarded" cannot be a search field: not everybody who sees the record may read it',
    ],
    [
      'a search in what is no text',
      noteSchema({ list: { search: ['extra'] } }),
      '/x-entity/list/search/0: "extra" cannot be a search field: it is no text',
    ],
    [
      'a filter on a type that has none',
      noteSchema({ list: { filters: ['extra'] } }),
      '/x-entity/list/filters/0: "extra" cannot be a filter: json fields have no filter',
    ],
    [
      'a sort on a type that has none',
      noteSchema({ list: { sort: 'extra' } }),
      '/x-entity/list/sort: "extra" cannot be a sort field: it has no order',
    ],
    [
      'a column twice',
      noteSchema({ list: { columns: ['name', 'kind', 'name'] } }),
      '/x-entity/list/columns/2: "name" stands here twice',
    ],
  ]);
});
