import { describe, expect, it } from 'vitest';
import { createSchemaValidator } from './ajv.ts';
import { compileFields } from './compile/field.ts';
import { SourceMap } from './compile/sourceMap.ts';
import { plainSchema } from './compile/plainSchema.ts';
import { Problems } from './compile/problems.ts';
import { dropHiddenFields } from './dropHiddenFields.ts';
import type { FieldErrors, JsonSchema } from './types.ts';
import { validate, type ValidateOptions } from './validate.ts';

function form(properties: JsonSchema, required: string[] = []) {
  const schema = { type: 'object', properties, required };
  const model = { fields: compileFields(schema, { path: '', origins: new SourceMap(new Problems('test')) }) };
  const validator = createSchemaValidator(plainSchema(schema));
  return {
    model,
    faults: (record: unknown, options: Partial<ValidateOptions> = {}): FieldErrors =>
      validate(model, record, { validator, ...options }),
  };
}

const name = { type: 'string', minLength: 1, maxLength: 5, pattern: '^[a-z ]+$' };
const shape: JsonSchema = {
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [
    {
      required: ['text'],
      properties: { type: { const: 'text' }, text: { type: 'string' }, note: { type: 'string' } },
    },
    {
      required: ['url'],
      properties: {
        type: { const: 'image' },
        url: { type: 'string', format: 'https-uri' },
        note: { type: 'string' },
      },
    },
  ],
};

describe('validate', () => {
  it('accepts a good record', () => {
    expect(form({ name }, ['name']).faults({ name: 'anna' })).toEqual({});
  });

  it.each([
    ['absent', {}, 'Name is required'],
    ['empty', { name: '' }, 'Name is required'],
    ['null', { name: null }, 'Name is required'],
    ['blank', { name: '   ' }, 'Name must be at least 1 characters'],
    ['long', { name: 'annabel' }, 'Name must be less than 5 characters'],
    ['of another kind', { name: 7 }, 'Name is not of the right kind'],
    ['with a wrong character', { name: 'An' }, 'Name has characters that are not allowed'],
  ])('tells of a text that is %s', (_, record, message) => {
    expect(form({ name }, ['name']).faults(record)).toEqual({ '/name': message });
  });

  it('lets a pattern stay that was stored before patterns had a size', () => {
    const pattern = { type: 'string', format: 'regex' };
    const list = form({ list: { type: 'array', items: { type: 'object', properties: { pattern } } } });
    const record = (text: string) => ({ list: [{ pattern: text }] });
    const options = { isPatternTooLarge: (text: string) => text.length > 3, stored: record('aaaa') };
    expect(list.faults(record('aaaa'), options)).toEqual({});
    expect(list.faults(record('aaaab'), options)).toEqual({
      '/list/0/pattern': expect.stringContaining('Pattern is too large'),
    });
  });

  it.each([
    ['Thai with vowels and tones', 'ที่'.repeat(20), /^$/],
    ['a letter with marks beyond what 20 characters need', `a${'\u0301'.repeat(80)}`, /combined/],
    ['as many as are taken', `a${'\u0301'.repeat(79)}`, /^$/],
    ['what is too long anyway', 'ก'.repeat(21), /less than 20/],
  ])('tells of a limit in graphemes of %s', (_, name, expected) => {
    const { faults } = form({
      name: { type: 'string', maxLength: 20, 'x-field': { lengthUnit: 'graphemes' } },
    });
    expect(faults({ name })['/name'] ?? '').toMatch(expected);
  });

  it('lets a text stay that was stored before its limit in graphemes had one in code points', () => {
    const { faults } = form({
      name: { type: 'string', maxLength: 20, 'x-field': { lengthUnit: 'graphemes' } },
    });
    const stored = { name: `a${'\u0301'.repeat(80)}` };
    expect(faults(stored, { stored })).toEqual({});
  });

  it('names every unknown field, prototype keys included', () => {
    const record = JSON.parse('{"name":"anna","nmae":1,"__proto__":{"x":1},"a/b":2}') as unknown;
    expect(form({ name }).faults(record)).toEqual({
      '/nmae': 'Unknown field "nmae"',
      '/__proto__': 'Unknown field "__proto__"',
      '/a~1b': 'Unknown field "a~1b"',
    });
  });

  it("tells of an item in a list of texts in the item's own words", () => {
    const items = {
      type: 'string',
      title: 'Tag',
      maxLength: 8,
      pattern: '^[a-z]+$',
      'x-field': { messages: { pattern: 'A tag may have letters' } },
    };
    const { faults } = form({ tags: { type: 'array', 'x-field': { uniqueBy: [''] }, items } });
    expect(faults({ tags: ['ok', 'bad tag!', 'ok', 'muchtoolong', 7] })).toEqual({
      '/tags/1': 'A tag may have letters',
      '/tags/2': 'Tag must be unique',
      '/tags/3': 'Tag must be less than 8 characters',
      '/tags/4': 'Tag is not of the right kind',
    });
    expect(faults({ tags: [{ '0': 1 }] })).toEqual({ '/tags/0': 'Tag is not of the right kind' });
  });

  it.each([
    ['a line break', 'a\nb', 'Name must be on one line'],
    ['a separator of lines', 'a\u2028b', 'Name must be on one line'],
    ['a tab', 'a\tb', 'Name has control characters'],
    ['surrounding blanks', ' ab ', undefined],
  ])('says of a text on one line with %s', (_, text, message) => {
    const { faults } = form({
      name: { type: 'string' },
      about: { type: 'string', 'x-field': { widget: 'long-text' } },
    });
    expect(faults({ name: text, about: text })['/name']).toBe(message);
    expect(faults({ about: text })).toEqual({});
  });

  it('refuses what is no object', () => {
    expect(form({ name }).faults([])).toEqual({ '': 'An object is expected' });
  });

  it('does not require hidden fields, and requires them once they are visible', () => {
    const kind = { type: 'string', enum: ['list', 'regex'] };
    const pattern = { type: 'string', 'x-field': { visibleWhen: { kind: 'regex' } } };
    const { faults } = form({ kind, pattern }, ['kind', 'pattern']);
    expect(faults({ kind: 'list' })).toEqual({});
    expect(faults({ kind: 'list', pattern: 7 })).toEqual({});
    expect(faults({ kind: 'regex' })).toEqual({ '/pattern': 'Pattern is required' });
  });

  it('requires the fields of a condition', () => {
    const end = { type: 'string', 'x-field': { requiredWhen: { start: { exists: true } } } };
    const { faults } = form({ start: { type: 'string' }, end });
    expect(faults({})).toEqual({});
    expect(faults({ start: 'x' })).toEqual({ '/end': 'End is required' });
  });

  it.each([
    ['graphemes', 'ที่', {}],
    ['utf16', 'ที่', { '/text': 'Text must be less than 2 characters' }],
    ['graphemes', '👩‍👩‍👧👍', {}],
    ['utf16', '👍a', { '/text': 'Text must be less than 2 characters' }],
  ])('counts %s in "%s"', (counts, text, expected) => {
    const { faults } = form({ text: { type: 'string', maxLength: 2, 'x-field': { lengthUnit: counts } } });
    expect(faults({ text })).toEqual(expected);
  });

  it('keeps to the strictest limit that holds, and names it', () => {
    const limits = [{ when: { title: { exists: true } }, maxLength: 3 }];
    const { faults } = form({
      title: { type: 'string' },
      text: { type: 'string', maxLength: 5, 'x-field': { limits } },
    });
    expect(faults({ text: 'four' })).toEqual({});
    expect(faults({ text: 'four', title: 'a' })).toEqual({ '/text': 'Text must be less than 3 characters' });
  });

  it('a text may be as long as its own limit says, beyond what holds where there is none', () => {
    const { faults } = form({ long: { type: 'string', maxLength: 400_000 }, text: { type: 'string' } });
    const of = (length: number): string => 'x'.repeat(length);
    expect(faults({ long: of(400_000), text: of(100_000) })).toEqual({});
    expect(Object.keys(faults({ long: of(400_001), text: of(100_001) }))).toEqual(['/long', '/text']);
  });

  it('counts a text with its variables filled in', () => {
    const { faults } = form({ text: { type: 'string', maxLength: 8, 'x-field': { variables: true } } });
    const fillText = (text: string): string => text.replaceAll('{{name}}', 'A long name');
    expect(faults({ text: '{{name}}' })).toEqual({});
    expect(faults({ text: '{{name}}' }, { fillText })).toEqual({
      '/text': 'Text must be less than 8 characters',
    });
  });

  it('misses variables that are not there, where somebody knows', () => {
    const { faults } = form({
      text: { type: 'string', 'x-field': { variables: true } },
      plain: { type: 'string' },
    });
    const isKnownVariable = (name: string): boolean => name === 'shop';
    const record = { text: '{{ shop }} {{nobody}}', plain: '{{nobody}}' };
    expect(faults(record)).toEqual({});
    expect(faults({ text: '{{shop}}' }, { isKnownVariable })).toEqual({});
    expect(faults(record, { isKnownVariable })).toEqual({
      '/text': 'Text names a variable that does not exist',
    });
  });

  it('checks formats and calendar days', () => {
    const { faults } = form({
      day: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email' },
    });
    expect(faults({ day: '2026-02-28', mail: 'a@b.co' })).toEqual({});
    expect(faults({ day: '2026-02-30', mail: 'a@b' })).toEqual({
      '/day': 'Day is not valid',
      '/mail': 'Mail is not valid',
    });
  });

  it('checks rules across the items of a list', () => {
    const items = {
      type: 'array',
      maxItems: 3,
      'x-field': { uniqueBy: ['name'], equalLength: ['actions'], allOrNone: ['image'] },
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          image: { type: 'string' },
          actions: { type: 'array', items: { type: 'string' } },
        },
      },
    };
    const { faults } = form({ items });
    expect(
      faults({
        items: [
          { name: 'a', image: 'x', actions: ['1'] },
          { name: ' A ', actions: [] },
        ],
      }),
    ).toEqual({
      '/items/1/name': 'Name must be unique',
      '/items/1/actions': 'Actions: every item needs the same number',
      '/items/1/image': 'Image: all items have one, or none has',
    });
    expect(faults({ items: [{}, {}, {}, {}] })).toEqual({ '/items': 'Items can have at most 3' });
  });

  it('judges a variant by its own rules only', () => {
    const { faults } = form({ shape });
    expect(faults({ shape: { type: 'text', text: 'hi' } })).toEqual({});
    expect(faults({ shape: { type: 'image', url: 'http://x.y', text: 'hi' } })).toEqual({
      '/shape/url': 'Url is not valid',
      '/shape/text': 'Unknown field "text"',
    });
    expect(faults({ shape: { type: 'sound' } })).toEqual({ '/shape': 'Shape must be one of the choices' });
    expect(faults({ shape: {} })).toEqual({ '/shape': 'Shape must be one of the choices' });
  });
});

describe('prune', () => {
  it('leaves no remains of another variant, and keeps what both share', () => {
    const { model } = form({ shape });
    const switched = { shape: { type: 'image', text: 'old', note: 'kept', url: 'https://x.y' } };
    expect(dropHiddenFields(model, switched)).toEqual({
      shape: { type: 'image', note: 'kept', url: 'https://x.y' },
    });
    expect(dropHiddenFields(model, { shape: { ...switched.shape, type: 'text' } })).toEqual({
      shape: { type: 'text', text: 'old', note: 'kept' },
    });
  });

  it('drops what is blank or hidden and keeps what is unknown, to be refused by name', () => {
    const { model } = form({
      kind: { type: 'string' },
      more: { type: 'string', 'x-field': { visibleWhen: { kind: 'a' } } },
    });
    expect(dropHiddenFields(model, { kind: 'b', more: 'x', none: 1, empty: '' })).toEqual({
      kind: 'b',
      none: 1,
      empty: '',
    });
    expect(dropHiddenFields(model, { kind: '', more: null })).toEqual({});
  });
});
