import { describe, expect, it } from 'vitest';
import { noteSchema, noteSchemaWithField, noteFile, problemsOf } from './testMistakes.ts';

describe('words of the product’s own', () => {
  const words = {
    file: 'words.json',
    content: {
      types: [{ name: 'colour', like: 'text', description: 'A colour, as #ff8800.' }],
      widgets: [
        {
          name: 'swatches',
          types: ['enum'],
          description: 'Choices as colours.',
          options: { columns: { type: 'number', description: 'How many stand in a row.' } },
        },
      ],
    },
  };
  const swatches = (own: object, schema: object = { enum: ['#fff'] }) =>
    noteSchemaWithField({ ...schema, 'x-field': { widget: 'swatches', ...own } });

  it('are words as those of the vocabulary are', () => {
    const own = noteSchemaWithField({ type: 'string', 'x-field': { type: 'colour' } });
    expect(problemsOf(words, noteFile(own))).toEqual([]);
    expect(problemsOf(words, noteFile(swatches({ options: { columns: 3 } })))).toEqual([]);
  });

  it.each([
    [
      'a slip in one',
      noteSchemaWithField({ type: 'string', 'x-field': { type: 'colur' } }),
      '/properties/a/x-field/type: unknown field type "colur"; did you mean "colour"?',
    ],
    [
      'one on another type',
      swatches({}, { type: 'number' }),
      '/properties/a/x-field/widget: "swatches" does not suit a field of type number',
    ],
    [
      'a slip in an option of one',
      swatches({ options: { colums: 3 } }),
      '/properties/a/x-field/options/colums: unknown option "colums"; did you mean "columns"? (widget swatches)',
    ],
  ])('%s is told', (_, content, problem) => {
    expect(problemsOf(words, noteFile(content))).toEqual([problem]);
  });

  it('that are in use, or like no type, are reported in their file', () => {
    const content = {
      types: [
        { name: 'text', like: 'text', description: 'x' },
        { name: 'shade', like: 'txt', description: 'x' },
      ],
    };
    expect(problemsOf({ file: 'words.json', content }, noteFile(noteSchema()))).toEqual([
      'words.json /types/0/name: "text" is a type already',
      'words.json /types/1/like: unknown field type "txt"; did you mean "text"?',
    ]);
  });
});
