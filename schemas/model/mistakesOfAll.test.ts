import { describe, expect, it } from 'vitest';
import { compileProduct, type SourceFile } from './compile.ts';
import { access, noteSchema, noteSchemaWithField, noteFile, problemsOf } from './testMistakes.ts';
import type { JsonObject } from './types.ts';

const ENTRANCE = { id: 'chatbot', label: 'Chatbot', description: 'What the bot says.' };

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
      'the records on the card of a product',
      {
        file: 'menu.json',
        content: { groups: [{ id: 'main' }], products: [{ ...ENTRANCE, recentEntities: ['noet'] }] },
      },
      'menu.json /products/0/recentEntities/0: unknown entity "noet"; did you mean "note"?',
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
      'a fact of people’s own records that the entity lacks',
      {
        file: 'forms/own.schema.json',
        content: {
          title: 'Own',
          'x-form': { of: 'note', route: '/own', summary: { title: 'Facts', fields: ['name', 'nam'] } },
          properties: { name: { type: 'string' } },
        },
      },
      'forms/own.schema.json /x-form/summary/fields/1: unknown field of note "nam"; did you mean "name"?',
    ],
    [
      'a form behind people’s own that the product lacks',
      {
        file: 'forms/own.schema.json',
        content: {
          title: 'Own',
          'x-form': { of: 'note', route: '/own', after: [{ form: 'change' }] },
          properties: { name: { type: 'string' } },
        },
      },
      'forms/own.schema.json /x-form/after/0/form: unknown form "change"',
    ],
    [
      'a screen of a form that is of nobody’s record',
      {
        file: 'forms/own.schema.json',
        content: { title: 'Own', 'x-form': { route: '/own' }, properties: { name: { type: 'string' } } },
      },
      'forms/own.schema.json /x-form/route: needs "of" an entity of which people have a record',
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
    const sending = noteSchema({
      actions: [{ id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'] }],
    });
    expect(problemsOf(file, noteFile(sending))).toEqual([problem].flat());
  });

  it('what an action says names fields of the record', () => {
    const saying = (success: string) =>
      noteSchema({
        actions: [{ id: 'call', label: 'Call', on: ['row'], access: ['chatbot.variable'], success }],
      });
    expect(problemsOf(noteFile(saying('Called[ {{name}}]')))).toEqual([]);
    expect(problemsOf(noteFile(saying('Called {{nam}}')))).toEqual([
      '/x-entity/actions/0/success: unknown field "nam"; did you mean "name"?',
    ]);
  });

  it.each<[string, SourceFile, string | string[]]>([
    [
      'a field that begins with what the entity lacks',
      {
        file: 'forms/send.schema.json',
        content: { title: 'Send', properties: { a: { type: 'string', 'x-field': { prefillFrom: 'nam' } } } },
      },
      'forms/send.schema.json /properties/a/x-field/prefillFrom: unknown field of note "nam"; did you mean "name"?',
    ],
    [
      'a field of another type than what it begins with, which is required',
      {
        file: 'forms/send.schema.json',
        content: {
          ...{ title: 'Send', required: ['a'] },
          properties: { a: { type: 'integer', 'x-field': { prefillFrom: 'name' } } },
        },
      },
      [
        'forms/send.schema.json /properties/a/x-field/prefillFrom: a field that is not there where several are chosen cannot be required',
        'forms/send.schema.json /properties/a/x-field/prefillFrom: is of type number, but text in note',
      ],
    ],
    [
      'a field that begins with a record’s, in a form of no action',
      {
        file: 'forms/idle.schema.json',
        content: {
          title: 'Other',
          properties: { a: { type: 'string', 'x-field': { prefillFrom: 'name' } } },
        },
      },
      'forms/idle.schema.json /properties/a/x-field/prefillFrom: has an effect only in a form that asks for the input of an action',
    ],
  ])('%s', (_, file, problem) => {
    const asking = noteSchema({
      actions: [
        { id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'], input: 'send' },
        { id: 'call', label: 'Call', on: ['row'], access: ['chatbot.variable'], input: 'other' },
      ],
    });
    const forms = ['send', 'other', 'idle'].map((name) => ({
      file: `forms/${name}.schema.json`,
      content: { title: name, properties: { b: { type: 'string' } } },
    }));
    const given = [...forms.filter((form) => form.file !== file.file), file];
    expect(problemsOf(...given, noteFile(asking))).toEqual([problem].flat());
  });

  it('an action that asks for a right of its own may be given on its resource', () => {
    const sending = noteSchema({
      actions: [{ id: 'send-out', label: 'Send', on: ['row'], access: ['chatbot.variable'] }],
    });
    const given = roles({ 'chatbot.editor': { 'chatbot.variable': ['read', 'send-out'] } });
    expect(problemsOf(given, noteFile(sending))).toEqual([]);
    const listed = roles({ 'chatbot.editor': { chatbot: ['train'] } }, { operations: ['train'] });
    expect(problemsOf(listed, noteFile(noteSchema()))).toEqual([]);
  });

  it('roles that a form offers are those that there are', () => {
    const offers = noteSchemaWithField({ type: 'string', 'x-field': { choicesFrom: 'roles' } });
    const { product, problems } = compileProduct([
      { file: 'access.json', content: access },
      { file: 'menu.json', content: { groups: [] } },
      noteFile(offers),
    ]);
    expect(problems).toEqual([]);
    expect(product.entities[0]?.fields.at(-1)?.choices).toEqual([
      { value: 'chatbot.admin', label: 'chatbot.admin', group: 'chatbot' },
    ]);
  });
});
