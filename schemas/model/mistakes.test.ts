import { describe, expect, it } from 'vitest';
import { compileProduct, type SourceFile } from './compile.ts';
import type { Json, JsonObject } from './types.ts';

const access: JsonObject = {
  products: { chatbot: ['entry', 'variable'] },
  roles: { 'chatbot.admin': { chatbot: ['*'] } },
};

/** An entity without a mistake, with parts laid over it. */
const entity = (keywords: JsonObject = {}, properties: JsonObject = {}, rest: JsonObject = {}): Json => ({
  title: 'Note',
  description: 'A note.',
  'x-entity': { service: 'chatbot', path: 'notes', access: { read: ['chatbot.variable'] }, ...keywords },
  properties: {
    name: { type: 'string' },
    kind: { type: 'string', enum: ['long', 'short'] },
    key: { type: 'string', 'x-field': { secret: true } },
    guarded: { type: 'string', 'x-field': { access: { read: ['chatbot'] } } },
    extra: { type: 'object', additionalProperties: true },
    ...properties,
  },
  ...rest,
});
/** The same with a page to read a record on, and a field that refers to another one. */
const shown = (show: JsonObject): Json =>
  entity(
    { route: { list: '/notes', show: '/notes/:id' }, show },
    { up: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
const field = (schema: JsonObject, rest?: JsonObject): Json => entity({}, { a: schema }, rest);
const list = (item: JsonObject, own: JsonObject = {}): Json =>
  field({ type: 'array', items: { type: 'object', properties: { b: item } }, 'x-field': own });

/** Every problem as `file path: message`; `note.schema.json` is left out of the line. */
function problemsOf(...files: SourceFile[]): string[] {
  const given = new Set(files.map(({ file }) => file));
  const common = [
    { file: 'access.json', content: access },
    { file: 'menu.json', content: { groups: [{ id: 'main' }] } },
  ].filter(({ file }) => !given.has(file));
  const { problems } = compileProduct([...common, ...files]);
  return problems.map(({ file, path, message }) =>
    `${file === 'note.schema.json' ? '' : `${file} `}${path}: ${message}`.replace(/; valid: .*/, ''),
  );
}
const note = (content: Json): SourceFile => ({ file: 'note.schema.json', content });

it('finds nothing wrong where nothing is', () => {
  expect(problemsOf(note(entity()))).toEqual([]);
});

describe('one mistake in an entity gives one problem, at its place', () => {
  it.each<[string, Json, string]>([
    [
      'a resource for a field',
      field({ type: 'string', 'x-field': { access: { write: ['chatbot', 'chatbot.varable'] } } }),
      '/properties/a/x-field/access/write/1: unknown resource "chatbot.varable"; did you mean "chatbot.variable"?',
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
      'an icon of a variant',
      field({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' } }, 'x-field': { icon: 'vidoe' } }],
      }),
      '/properties/a/oneOf/0/x-field/icon: unknown icon "vidoe"; did you mean "video"?',
    ],
    [
      'a field keyword on a variant',
      field({
        discriminator: { propertyName: 't' },
        oneOf: [{ properties: { t: { const: 'x' } }, 'x-field': { placeholder: 'x' } }],
      }),
      '/properties/a/oneOf/0/x-field/placeholder: "placeholder" has an effect on fields, not on a variant',
    ],
    [
      'a variant keyword on a field',
      field({ type: 'string', 'x-field': { icon: 'text' } }),
      '/properties/a/x-field/icon: "icon" has an effect on variants only',
    ],
    [
      'an option that the widget does not take',
      list({ type: 'string' }, { options: { addLable: 'Add' } }),
      '/properties/a/x-field/options/addLable: unknown option "addLable"; did you mean "addLabel"? (widget list)',
    ],
    [
      'an option of another kind',
      field({ type: 'string', format: 'date-time', 'x-field': { options: { timeZone: 7 } } }),
      '/properties/a/x-field/options/timeZone: string expected, found 7',
    ],
    [
      'a field in a summary',
      list({ type: 'string' }, { options: { summary: '{{b}} {{c}}' } }),
      '/properties/a/x-field/options/summary: unknown field "c"; did you mean "b"?',
    ],
    [
      'a widget for another type',
      field({ type: 'string', 'x-field': { widget: 'boolean' } }),
      '/properties/a/x-field/widget: "boolean" does not suit a field of type text',
    ],
    [
      'a display for another type',
      field({ type: 'number', 'x-field': { display: 'avatar' } }),
      '/properties/a/x-field/display: "avatar" does not suit a field of type number',
    ],
    [
      'a field type for another kind of value',
      field({ type: 'number', 'x-field': { widget: 'long-text' } }),
      '/properties/a/type: a field of type long-text holds string, not number',
    ],
    [
      'a tone',
      field({ enum: ['x'], 'x-field': { tones: { x: 'sucess' } } }),
      '/properties/a/x-field/tones/x: unknown tone "sucess"; did you mean "success"?',
    ],
    [
      'a label of no choice',
      field({ enum: ['draft'], 'x-field': { labels: { draf: 'Draft' } } }),
      '/properties/a/x-field/labels/draf: unknown choice "draf"; did you mean "draft"?',
    ],
    [
      'a tone of no choice',
      field({ enum: ['draft'], 'x-field': { tones: { drafts: 'info' } } }),
      '/properties/a/x-field/tones/drafts: unknown choice "drafts"; did you mean "draft"?',
    ],
    [
      'a default that is no choice',
      field({ enum: ['draft'], default: 'drat' }),
      '/properties/a/default: "drat" is refused by the field itself: unknown choice "drat"; did you mean "draft"?',
    ],
    [
      'a default beyond the limits',
      field({ type: 'integer', minimum: 1, default: 0 }),
      '/properties/a/default: 0 is refused by the field itself: must be >= 1',
    ],
    [
      'a default of another type',
      field({ type: 'boolean', default: 'yes' }),
      '/properties/a/default: "yes" is refused by the field itself: must be boolean',
    ],
    [
      'a default against the pattern',
      field({ type: 'string', pattern: '^[a-z]+$', default: 'A' }),
      '/properties/a/default: "A" is refused by the field itself: must match pattern "^[a-z]+$"',
    ],
    [
      'a choice of another type',
      field({ type: 'string', enum: ['1', 2] }),
      '/properties/a/enum/1: 2 is refused by the field itself: must be string',
    ],
    [
      'a minimum above the maximum',
      field({ type: 'number', minimum: 5, maximum: 4 }),
      '/properties/a/minimum: 5 is above "maximum", 4: nothing could be entered',
    ],
    [
      'lengths that exclude each other',
      field({ type: 'string', minLength: 9, maxLength: 8 }),
      '/properties/a/minLength: 9 is above "maxLength", 8: nothing could be entered',
    ],
    [
      'numbers of items that exclude each other',
      field({ type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 2 }),
      '/properties/a/minItems: 3 is above "maxItems", 2: nothing could be entered',
    ],
    [
      'a conditional limit that nothing meets',
      field({
        type: 'string',
        minLength: 5,
        'x-field': { limits: [{ when: { kind: 'long' }, maxLength: 4 }] },
      }),
      '/properties/a/x-field/limits/0/maxLength: 5 is above "maxLength", 4: nothing could be entered',
    ],
    [
      'a conditional limit that never counts',
      field({
        type: 'string',
        maxLength: 5,
        'x-field': { limits: [{ when: { kind: 'long' }, maxLength: 9 }] },
      }),
      '/properties/a/x-field/limits/0/maxLength: is no stricter than the field\'s own "maxLength", so it never counts',
    ],
    [
      'a conditional limit of another type',
      field({ type: 'string', 'x-field': { limits: [{ when: { kind: 'long' }, maxItems: 9 }] } }),
      '/properties/a/x-field/limits/0/maxItems: "maxItems" has no effect on a field of type text',
    ],
    [
      'a required field that creating hides',
      field({ type: 'string', 'x-field': { mode: { create: 'hidden' } } }, { required: ['a'] }),
      '/properties/a/x-field/mode/create: the field is required, but cannot be filled in when a record is created; give it a default',
    ],
    [
      'a required field that only stored records have',
      field(
        { type: 'string', 'x-field': { visibleWhen: { '/version': { exists: true } } } },
        { required: ['a'] },
      ),
      '/properties/a/x-field/visibleWhen: the field is required, but this cannot hold when a record is created; give it a default',
    ],
    [
      'a required reference that a deletion empties',
      field(
        { type: 'string', 'x-field': { reference: { entity: 'note', onDelete: 'unset' } } },
        { required: ['a'] },
      ),
      '/properties/a/x-field/reference/onDelete: the field is required, so it cannot be emptied; "restrict" or "cascade"',
    ],
    [
      'uniqueness inside an object',
      field({ type: 'object', properties: { b: { type: 'string', 'x-field': { unique: true } } } }),
      '/properties/a/properties/b/x-field/unique: "unique" has an effect on fields of the record itself only',
    ],
    [
      'a required field that is live',
      field({ type: 'number', 'x-field': { live: true } }, { required: ['a'] }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it cannot be required',
    ],
    [
      'a unique field that is live',
      field({ type: 'number', 'x-field': { live: true, unique: true } }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it cannot be unique',
    ],
    [
      'a live field with a default',
      field({ type: 'number', default: 0, 'x-field': { live: true } }),
      '/properties/a/x-field/live: the services keep "a" beside the record: it has no default',
    ],
    [
      'a live field inside an object',
      field({ type: 'object', properties: { b: { type: 'number', 'x-field': { live: true } } } }),
      '/properties/a/properties/b/x-field/live: the services keep "b" beside the record: it must be a field of the record itself',
    ],
    [
      'a live field that is searched',
      entity({ list: { search: ['a'] } }, { a: { type: 'string', 'x-field': { live: true } } }),
      '/x-entity/list/search/0: "a" cannot be a search field: it is live',
    ],
    [
      'a live field that decides who sees a record',
      entity(
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
      entity({ title: 'key' }),
      '/x-entity/title: "key" cannot be a title field: it is a secret',
    ],
    [
      'a secret that is searched',
      entity({ list: { search: ['key'] } }),
      '/x-entity/list/search/0: "key" cannot be a search field: it is a secret',
    ],
    [
      'a secret that sorts',
      entity({ list: { sort: '-key' } }),
      '/x-entity/list/sort: "key" cannot be a sort field: it is a secret',
    ],
    [
      'a secret as a column',
      entity({ list: { columns: ['key'] } }),
      '/x-entity/list/columns/0: "key" cannot be a column: it is a secret',
    ],
    [
      'a secret as a filter',
      entity({ list: { filters: ['kind', 'key'] } }),
      '/x-entity/list/filters/1: "key" cannot be a filter: it is a secret',
    ],
    [
      'a secret in a unique set',
      entity({ unique: [['name', 'key']] }),
      '/x-entity/unique/0/1: "key" cannot be a unique field: it is a secret',
    ],
    [
      'a secret that is unique',
      field({ type: 'string', 'x-field': { secret: true, unique: true } }),
      '/properties/a/x-field/unique: a secret cannot be unique: the refusal would tell what others have',
    ],
    [
      'a guarded field that everybody searches',
      entity({ list: { search: ['guarded'] } }),
      '/x-entity/list/search/0: "guarded" cannot be a search field: not everybody who sees the record may read it',
    ],
    [
      'a search in what is no text',
      entity({ list: { search: ['extra'] } }),
      '/x-entity/list/search/0: "extra" cannot be a search field: it is no text',
    ],
    [
      'a filter on a type that has none',
      entity({ list: { filters: ['extra'] } }),
      '/x-entity/list/filters/0: "extra" cannot be a filter: json fields have no filter',
    ],
    [
      'a sort on a type that has none',
      entity({ list: { sort: 'extra' } }),
      '/x-entity/list/sort: "extra" cannot be a sort field: it has no order',
    ],
    [
      'a column twice',
      entity({ list: { columns: ['name', 'kind', 'name'] } }),
      '/x-entity/list/columns/2: "name" stands here twice',
    ],
    [
      'a field placed twice',
      entity({ form: { main: [{ fields: ['name'] }], aside: [{ fields: ['name'] }] } }),
      '/x-entity/form/aside/0/fields: "name" is placed twice',
    ],
    [
      'a panel placed twice',
      entity({ form: { aside: [{ panel: 'reach' }, { panel: 'preview' }, { panel: 'reach' }] } }),
      '/x-entity/form/aside/2/panel: "reach" is placed twice',
    ],
    [
      'a word of a panel',
      entity({ form: { aside: [{ panel: 'reach', lable: 'Reach' }] } }),
      '/x-entity/form/aside/0/lable: unknown keyword "lable"; did you mean "label"?',
    ],
    [
      'a section beside panels',
      entity({ form: { aside: [{ panel: 'reach' }, { fields: ['nam'] }] } }),
      '/x-entity/form/aside/1/fields: unknown field "nam"; did you mean "name"?',
    ],
    [
      'a panel beside a dialog',
      entity({ form: { as: 'dialog', aside: [{ panel: 'reach' }] } }),
      '/x-entity/form/aside/0: a dialog has no room beside it; the form must be a page, tabs or steps',
    ],
    [
      'a list beside the record of which a dialog is opened over',
      entity({ route: '/notes', form: { as: 'dialog' }, list: { as: 'split' } }),
      '/x-entity/list/as: a dialog over the list leaves no record beside it',
    ],
    [
      'a record beside a list that is nowhere',
      entity({ list: { as: 'split' } }),
      '/x-entity/list/as: has no effect without a "route"',
    ],
    [
      'a panel of a list by a strange name',
      entity({ list: { aside: { panel: 'Bot tester' } } }),
      '/x-entity/list/aside/panel: must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"',
    ],
    [
      "a record's page that has no address",
      entity({ route: '/notes', show: { meta: ['name'] } }),
      '/x-entity/show: leads nowhere: there is no "route.show"',
    ],
    [
      'a field below the title',
      shown({ meta: ['nmae'] }),
      '/x-entity/show/meta/0: unknown field "nmae"; did you mean "name"?',
    ],
    [
      'a fact',
      shown({ facts: ['name', 'createdOn'] }),
      '/x-entity/show/facts/1: unknown field "createdOn"; did you mean "createdAt"?',
    ],
    [
      'a picture that is none',
      shown({ picture: 'name' }),
      '/x-entity/show/picture: unknown field with a picture "name"',
    ],
    [
      'a tab without content',
      shown({ tabs: [{ label: 'Details' }] }),
      '/x-entity/show/tabs/0: a tab has either "sections", or "list", or "panel"',
    ],
    [
      'a tab with two contents',
      shown({ tabs: [{ label: 'Details', panel: 'x', sections: [{ fields: ['*'] }] }] }),
      '/x-entity/show/tabs/0: a tab has either "sections", or "list", or "panel"',
    ],
    [
      'a field in a tab',
      shown({ tabs: [{ label: 'Details', sections: [{ fields: ['name', 'knid'] }] }] }),
      '/x-entity/show/tabs/0/sections/0/fields: unknown field "knid"; did you mean "kind"?',
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
      'the entity of a tab',
      shown({ tabs: [{ label: 'Notes', list: { entity: 'not', by: 'up' } }] }),
      '/x-entity/show/tabs/0/list/entity: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a field that leads elsewhere',
      shown({ tabs: [{ label: 'Notes', list: { entity: 'note', by: 'upp' } }] }),
      '/x-entity/show/tabs/0/list/by: unknown field that refers to note "upp"; did you mean "up"?',
    ],
    [
      'the sign of a tab',
      shown({ tabs: [{ label: 'Notes', icon: 'histroy', panel: 'x' }] }),
      '/x-entity/show/tabs/0/icon: unknown icon "histroy"; did you mean "history"?',
    ],
    [
      'a grid of what fits into no cell',
      list({ type: 'object', properties: { c: { type: 'string' } } }, { widget: 'grid' }),
      '/properties/a/x-field/widget: a grid has no cell for "b" of type object',
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
      'a field name with a dot',
      entity({}, { 'a.b': { type: 'string' } }),
      '/properties/a.b: "a.b" is no name for a field: a letter, then letters, digits and underscores',
    ],
    [
      'a field name with a dollar',
      entity({}, { $now: { type: 'string' } }),
      '/properties/$now: "$now" is no name for a field: a letter, then letters, digits and underscores',
    ],
    [
      'a field name of the language',
      entity({}, { constructor: { type: 'string' } }),
      '/properties/constructor: "constructor" is a word of JavaScript; choose another name',
    ],
    [
      'a length of a number',
      field({ type: 'number', maxLength: 3 }),
      '/properties/a/maxLength: "maxLength" has no effect on a field of type number; it is for text, long-text, email, phone, url, secret, image',
    ],
    [
      'labels without choices',
      field({ type: 'boolean', 'x-field': { labels: { true: 'Yes' } } }),
      '/properties/a/x-field/labels: "labels" has no effect on a field of type boolean; it is for enum',
    ],
    [
      'a condition on an item',
      field({ type: 'array', items: { type: 'string', 'x-field': { visibleWhen: { kind: 'long' } } } }),
      '/properties/a/items/x-field/visibleWhen: "visibleWhen" has no effect on the items of a list',
    ],
    [
      'a keyword laid over a field that there is not',
      field(
        { $ref: '#/$defs/point', 'x-field': { fields: { xx: { maximum: 3 } } } },
        { $defs: { point: { type: 'object', properties: { x1: { type: 'number' } } } } },
      ),
      '/properties/a/x-field/fields/xx: unknown field "xx"; did you mean "x1"?',
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
  ])('%s', (_, content, problem) => {
    expect(problemsOf(note(content))).toEqual([problem]);
  });
});

describe('one mistake in the files that hold for all gives one problem', () => {
  const roles = (given: JsonObject, more: JsonObject = {}): SourceFile => ({
    file: 'access.json',
    content: { ...access, ...more, roles: given },
  });
  it.each<[string, SourceFile, string]>([
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
      'a form with the name of an entity',
      { file: 'forms/note.schema.json', content: { title: 'Note', properties: { a: { type: 'string' } } } },
      'forms/note.schema.json : "note" is the name of an entity already',
    ],
  ])('%s', (_, file, problem) => {
    const sending = entity({
      actions: [{ id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'] }],
    });
    expect(problemsOf(file, note(sending))).toEqual([problem]);
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
      { value: 'chatbot.admin', label: 'chatbot.admin' },
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
