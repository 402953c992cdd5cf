import { describe } from 'vitest';
import { testEachGivesOneProblem, noteSchema, noteSchemaWithField, list } from './testMistakes.ts';

describe('one mistake in a field gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'a value that says nothing, of a field that is no variable',
      noteSchemaWithField({ type: 'string', 'x-field': { variableIgnores: { values: ['x'] } } }),
      '/properties/a/x-field/variableIgnores: has no effect without "variable"',
    ],
    [
      'a value that ends as a field that is not there',
      noteSchemaWithField({
        type: 'string',
        'x-field': { variable: 'a', variableIgnores: { sameEndingAs: 'naem' } },
      }),
      '/properties/a/x-field/variableIgnores/sameEndingAs: unknown field of a text "naem"; did you mean "name"?',
    ],
    [
      'a choice that says nothing and is none',
      noteSchemaWithField({
        enum: ['other', 'y'],
        'x-field': { variable: 'a', variableIgnores: { values: ['othr'] } },
      }),
      '/properties/a/x-field/variableIgnores/values/0: unknown choice "othr"; did you mean "other"?',
    ],
    [
      'a field that stands in no line',
      noteSchemaWithField({
        type: 'object',
        properties: { from: { type: 'string' }, until: { type: 'string' } },
        'x-field': { widget: 'lines', options: { lines: { Time: ['from'] } } },
      }),
      '/properties/a/x-field/options/lines: "until" stands in no line',
    ],
    [
      'a line of a field that is not there',
      noteSchemaWithField({
        type: 'object',
        properties: { until: { type: 'string' } },
        'x-field': { widget: 'lines', options: { lines: { Time: ['until', 'untill'] } } },
      }),
      '/properties/a/x-field/options/lines: unknown field "untill"; did you mean "until"?',
    ],
    [
      'a retired field inside of another that keeps its values',
      list({ type: 'string', 'x-field': { retired: 'keep' } }),
      '/properties/a/items/properties/b/x-field/retired: only a field of the record itself keeps its values: say "drop", or retire the field that holds it',
    ],
    [
      'retired items',
      noteSchemaWithField({ type: 'array', items: { type: 'string', 'x-field': { retired: 'drop' } } }),
      '/properties/a/items/x-field/retired: only fields can be retired, not the items of a list',
    ],
    [
      'a retired field that is computed',
      noteSchemaWithField({ type: 'string', 'x-field': { retired: 'keep', computed: { text: '{{name}}' } } }),
      '/properties/a/x-field/retired: what is computed is stored nowhere: delete the field',
    ],
    [
      'something else that becomes of values',
      noteSchemaWithField({ type: 'string', 'x-field': { retired: 'kep' } }),
      '/properties/a/x-field/retired: unknown retired "kep"; did you mean "keep"?',
    ],
    [
      'a column of a field that is retired',
      noteSchema({ list: { columns: ['a'] } }, { a: { type: 'string', 'x-field': { retired: 'keep' } } }),
      '/x-entity/list/columns/0: unknown column "a"; did you mean "id"?',
    ],
    [
      'a column of a tab that there is not',
      noteSchema(
        { list: { tabs: { by: 'a' } } },
        {
          a: { type: 'string', enum: ['long', 'y'] },
          b: { type: 'string', 'x-field': { column: { tabs: ['lng'] } } },
        },
      ),
      '/properties/b/x-field/column/tabs: unknown tab "lng"; did you mean "long"?',
    ],
    [
      'an order of a tab that there is not',
      noteSchema(
        { list: { tabs: { by: 'a', sort: { lng: 'name' } } } },
        { a: { type: 'string', enum: ['long', 'y'] } },
      ),
      '/x-entity/list/tabs/sort/lng: unknown tab "lng"; did you mean "long"?',
    ],
    [
      'a sentence of an empty tab that there is not',
      noteSchema(
        { list: { tabs: { by: 'a', empty: { lng: { title: 'No long ones', text: 'They stand here.' } } } } },
        { a: { type: 'string', enum: ['long', 'y'] } },
      ),
      '/x-entity/list/tabs/empty/lng: unknown tab "lng"; did you mean "long"?',
    ],
    [
      'a tab in the order of a field that there is not',
      noteSchema(
        { list: { tabs: { by: 'a', sort: { long: '-nmae' } } } },
        { a: { type: 'string', enum: ['long', 'y'] } },
      ),
      '/x-entity/list/tabs/sort/long: unknown sort field "nmae"; did you mean "name"?',
    ],
    [
      'a cell with a field that there is not',
      noteSchemaWithField({ type: 'string', 'x-field': { column: { secondaryField: 'nmae' } } }),
      '/properties/a/x-field/column/secondaryField: unknown column "nmae"; did you mean "name"?',
    ],
    [
      'a retired choice that is offered',
      noteSchemaWithField({ enum: ['x', 'y'], 'x-field': { retiredChoices: { x: 'y' } } }),
      '/properties/a/x-field/retiredChoices/x: "x" is a choice still: take it out of "enum"',
    ],
    [
      'a retired choice that becomes none',
      noteSchemaWithField({ enum: ['long', 'y'], 'x-field': { retiredChoices: { x: 'lng' } } }),
      '/properties/a/x-field/retiredChoices/x: unknown choice "lng"; did you mean "long"?',
    ],
    [
      'retired choices of a text',
      noteSchemaWithField({ type: 'string', 'x-field': { retiredChoices: {} } }),
      '/properties/a/x-field/retiredChoices: "retiredChoices" has no effect on a field of type text; it is for enum, tags',
    ],
    [
      'a name that is to stand out in a text, and is no field',
      noteSchemaWithField({ type: 'string', 'x-field': { highlight: ['b'] } }),
      '/properties/a/x-field/highlight/0: unknown field "b"; did you mean "a"?',
    ],
    [
      'what waits to be added and is required',
      noteSchemaWithField({ type: 'string', 'x-field': { collapsed: 'empty' } }, { required: ['a'] }),
      '/properties/a/x-field/collapsed: the field is required, so it cannot wait to be added',
    ],
    [
      'an upload in the place of an address that none is taken for',
      noteSchemaWithField({
        ...{ type: 'string', format: 'https-uri' },
        'x-field': { type: 'url', file: { types: ['video/mp4'], maxBytes: 9 } },
      }),
      '/properties/a/x-field/file: an address that takes uploads has the format "media-uri" or "picture-uri"',
    ],
    [
      'a copy of a file that has no address',
      noteSchemaWithField({
        type: 'string',
        'x-field': { file: { types: ['image/png'], maxBytes: 9, copy: true } },
      }),
      '/properties/a/x-field/file/copy: "copy" has an effect on fields with the format "media-uri" or "picture-uri" only',
    ],
    [
      'a field for a small copy',
      noteSchemaWithField({
        ...{ type: 'string', format: 'media-uri' },
        'x-field': { file: { types: ['image/png'], maxBytes: 9, smallIn: 'b' } },
      }),
      '/properties/a/x-field/file/smallIn: unknown address "b"',
    ],
    [
      'an icon of a variant',
      noteSchemaWithField({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' } }, 'x-field': { icon: 'vidoe' } }],
      }),
      '/properties/a/oneOf/0/x-field/icon: unknown icon "vidoe"; did you mean "video"?',
    ],
    [
      'a field keyword on a variant',
      noteSchemaWithField({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' } }, 'x-field': { placeholder: 'x' } }],
      }),
      '/properties/a/oneOf/0/x-field/placeholder: "placeholder" has an effect on fields, not on a variant',
    ],
    [
      'a variant keyword on a field',
      noteSchemaWithField({ type: 'string', 'x-field': { icon: 'text' } }),
      '/properties/a/x-field/icon: "icon" has an effect on variants only',
    ],
    [
      'an option that the widget does not take',
      list({ type: 'string' }, { options: { addLable: 'Add' } }),
      '/properties/a/x-field/options/addLable: unknown option "addLable"; did you mean "addLabel"? (widget list)',
    ],
    [
      'an option of another kind',
      noteSchemaWithField({ type: 'string', format: 'date-time', 'x-field': { options: { timeZone: 7 } } }),
      '/properties/a/x-field/options/timeZone: string expected, found 7',
    ],
    [
      'a field in a summary',
      list({ type: 'string' }, { options: { summary: '{{b}} {{c}}' } }),
      '/properties/a/x-field/options/summary: unknown field "c"; did you mean "b"?',
    ],
    [
      'a widget for another type',
      noteSchemaWithField({ type: 'string', 'x-field': { widget: 'boolean' } }),
      '/properties/a/x-field/widget: "boolean" does not suit a field of type text',
    ],
    [
      'a display for another type',
      noteSchemaWithField({ type: 'number', 'x-field': { display: 'avatar' } }),
      '/properties/a/x-field/display: "avatar" does not suit a field of type number',
    ],
    [
      'a field type for another kind of value',
      noteSchemaWithField({ type: 'number', 'x-field': { widget: 'long-text' } }),
      '/properties/a/type: a field of type long-text holds string, not number',
    ],
    [
      'a required field that creating hides',
      noteSchemaWithField({ type: 'string', 'x-field': { mode: { create: 'hidden' } } }, { required: ['a'] }),
      '/properties/a/x-field/mode/create: the field is required, but cannot be filled in when a record is created; give it a default',
    ],
    [
      'a required field that only stored records have',
      noteSchemaWithField(
        { type: 'string', 'x-field': { visibleWhen: { '/version': { exists: true } } } },
        { required: ['a'] },
      ),
      '/properties/a/x-field/visibleWhen: the field is required, but this cannot hold when a record is created; give it a default',
    ],
    [
      'a required reference that a deletion empties',
      noteSchemaWithField(
        { type: 'string', 'x-field': { reference: { entity: 'note', onDelete: 'unset' } } },
        { required: ['a'] },
      ),
      '/properties/a/x-field/reference/onDelete: the field is required, so it cannot be emptied; "restrict" or "cascade"',
    ],
    [
      'a reference said of the items of a list',
      noteSchemaWithField({
        type: 'array',
        items: { type: 'string', 'x-field': { reference: { entity: 'note' } } },
      }),
      '/properties/a/items/x-field/reference: stands beside `items`: the list is what holds the references',
    ],
    [
      'a value that follows from what is no reference',
      noteSchemaWithField({ type: 'string', readOnly: true, 'x-field': { derive: 'kinds.name' } }),
      '/properties/a/x-field/derive: unknown reference to one record "kinds"',
    ],
    [
      'a value that follows from another record and can be filled in',
      noteSchema(
        {},
        {
          note: { type: 'string', 'x-field': { reference: { entity: 'note' } } },
          a: { type: 'string', 'x-field': { derive: 'note.name' } },
        },
      ),
      '/properties/a/x-field/derive: the field needs "readOnly": its value follows from another record',
    ],
    [
      'a field name with a dot',
      noteSchema({}, { 'a.b': { type: 'string' } }),
      '/properties/a.b: "a.b" is no name for a field: a letter, then letters, digits and underscores',
    ],
    [
      'a field name with a dollar',
      noteSchema({}, { $now: { type: 'string' } }),
      '/properties/$now: "$now" is no name for a field: a letter, then letters, digits and underscores',
    ],
    [
      'a field name of the language',
      noteSchema({}, { constructor: { type: 'string' } }),
      '/properties/constructor: "constructor" is reserved by JavaScript; choose another name',
    ],
    [
      'a length of a number',
      noteSchemaWithField({ type: 'number', maxLength: 3 }),
      '/properties/a/maxLength: "maxLength" has no effect on a field of type number; it is for text, long-text, email, phone, url, secret, image',
    ],
    [
      'labels without choices',
      noteSchemaWithField({ type: 'boolean', 'x-field': { labels: { true: 'Yes' } } }),
      '/properties/a/x-field/labels: "labels" has no effect on a field of type boolean; it is for enum',
    ],
    [
      'a condition on an item',
      noteSchemaWithField({
        type: 'array',
        items: { type: 'string', 'x-field': { visibleWhen: { kind: 'long' } } },
      }),
      '/properties/a/items/x-field/visibleWhen: "visibleWhen" has no effect on the items of a list',
    ],
    [
      'a keyword laid over a field that there is not',
      noteSchemaWithField(
        { $ref: '#/$defs/point', 'x-field': { fields: { xx: { maximum: 3 } } } },
        { $defs: { point: { type: 'object', properties: { x1: { type: 'number' } } } } },
      ),
      '/properties/a/x-field/fields/xx: unknown field "xx"; did you mean "x1"?',
    ],
  ]);
});
