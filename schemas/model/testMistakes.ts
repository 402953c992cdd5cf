import { expect, it } from 'vitest';
import { compileProduct, type SourceFile } from './compile.ts';
import type { Json, JsonObject } from './types.ts';

export const access: JsonObject = {
  products: { chatbot: ['entry', 'variable'] },
  roles: { 'chatbot.admin': { chatbot: ['*'] } },
};

/** A valid entity, overlaid with keywords, properties and further parts. */
export const noteSchema = (
  keywords: JsonObject = {},
  properties: JsonObject = {},
  rest: JsonObject = {},
): Json => ({
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
/** `noteSchema` with a record page, and a field that refers to another note. */
export const noteSchemaWithPage = (show: JsonObject): Json =>
  noteSchema(
    { route: { list: '/notes', show: '/notes/:id' }, show },
    { up: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
export const noteSchemaWithField = (schema: JsonObject, rest?: JsonObject): Json =>
  noteSchema({}, { a: schema }, rest);
export const list = (item: JsonObject, own: JsonObject = {}): Json =>
  noteSchemaWithField({ type: 'array', items: { type: 'object', properties: { b: item } }, 'x-field': own });

/** Every problem as `file path: message`; the file is omitted for `note.schema.json`. */
export function problemsOf(...files: SourceFile[]): string[] {
  const fileNames = new Set(files.map(({ file }) => file));
  const missing = [
    { file: 'access.json', content: access },
    { file: 'menu.json', content: { groups: [{ id: 'main' }] } },
  ].filter(({ file }) => !fileNames.has(file));
  const { problems } = compileProduct([...missing, ...files]);
  return problems.map(({ file, path, message }) =>
    `${file === 'note.schema.json' ? '' : `${file} `}${path}: ${message}`.replace(/; valid: .*/, ''),
  );
}

export const noteFile = (content: Json): SourceFile => ({ file: 'note.schema.json', content });

/** One test for each case: title, entity, and the only problem expected. */
export function testEachGivesOneProblem(cases: [string, Json, string][], ...others: SourceFile[]): void {
  it.each<[string, Json, string]>(cases)('%s', (_, content, problem) => {
    expect(problemsOf(noteFile(content), ...others)).toEqual([problem]);
  });
}
