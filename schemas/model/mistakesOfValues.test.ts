import { describe } from 'vitest';
import { testEachGivesOneProblem, noteSchemaWithField } from './testMistakes.ts';

describe('one mistake in choices, defaults or limits gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'a tone',
      noteSchemaWithField({ enum: ['x'], 'x-field': { tones: { x: 'sucess' } } }),
      '/properties/a/x-field/tones/x: unknown tone "sucess"; did you mean "success"?',
    ],
    [
      'a label of no choice',
      noteSchemaWithField({ enum: ['draft'], 'x-field': { labels: { draf: 'Draft' } } }),
      '/properties/a/x-field/labels/draf: unknown choice "draf"; did you mean "draft"?',
    ],
    [
      'a tone of no choice',
      noteSchemaWithField({ enum: ['draft'], 'x-field': { tones: { drafts: 'info' } } }),
      '/properties/a/x-field/tones/drafts: unknown choice "drafts"; did you mean "draft"?',
    ],
    [
      'a default that is no choice',
      noteSchemaWithField({ enum: ['draft'], default: 'drat' }),
      '/properties/a/default: "drat" is refused by the field itself: unknown choice "drat"; did you mean "draft"?',
    ],
    [
      'a default beyond the limits',
      noteSchemaWithField({ type: 'integer', minimum: 1, default: 0 }),
      '/properties/a/default: 0 is refused by the field itself: must be >= 1',
    ],
    [
      'a default of another type',
      noteSchemaWithField({ type: 'boolean', default: 'yes' }),
      '/properties/a/default: "yes" is refused by the field itself: must be boolean',
    ],
    [
      'a default against the pattern',
      noteSchemaWithField({ type: 'string', pattern: '^[a-z]+$', default: 'A' }),
      '/properties/a/default: "A" is refused by the field itself: must match pattern "^[a-z]+$"',
    ],
    [
      'a choice of another type',
      noteSchemaWithField({ type: 'string', enum: ['1', 2] }),
      '/properties/a/enum/1: 2 is refused by the field itself: must be string',
    ],
    [
      'a minimum above the maximum',
      noteSchemaWithField({ type: 'number', minimum: 5, maximum: 4 }),
      '/properties/a/minimum: 5 is above "maximum", 4: nothing could be entered',
    ],
    [
      'lengths that exclude each other',
      noteSchemaWithField({ type: 'string', minLength: 9, maxLength: 8 }),
      '/properties/a/minLength: 9 is above "maxLength", 8: nothing could be entered',
    ],
    [
      'numbers of items that exclude each other',
      noteSchemaWithField({ type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 2 }),
      '/properties/a/minItems: 3 is above "maxItems", 2: nothing could be entered',
    ],
    [
      'a conditional limit that nothing meets',
      noteSchemaWithField({
        type: 'string',
        minLength: 5,
        'x-field': { limits: [{ when: { kind: 'long' }, maxLength: 4 }] },
      }),
      '/properties/a/x-field/limits/0/maxLength: 5 is above "maxLength", 4: nothing could be entered',
    ],
    [
      'a conditional limit that never counts',
      noteSchemaWithField({
        type: 'string',
        maxLength: 5,
        'x-field': { limits: [{ when: { kind: 'long' }, maxLength: 9 }] },
      }),
      '/properties/a/x-field/limits/0/maxLength: is no stricter than the field\'s own "maxLength", so it never counts',
    ],
    [
      'a conditional limit of another type',
      noteSchemaWithField({
        type: 'string',
        'x-field': { limits: [{ when: { kind: 'long' }, maxItems: 9 }] },
      }),
      '/properties/a/x-field/limits/0/maxItems: "maxItems" has no effect on a field of type text',
    ],
  ]);
});
