import { expect, it } from 'vitest';
import { compileProduct, type SourceFile } from './compile.ts';
import type { Json, JsonObject } from './types.ts';

export const access: JsonObject = {
  products: { chatbot: ['entry', 'variable'] },
  roles: { 'chatbot.admin': { chatbot: ['*'] } },
};

/** An entity without a mistake, with parts laid over it. */
export const entity = (
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
/** The same with a page to read a record on, and a field that refers to another one. */
export const shown = (show: JsonObject): Json =>
  entity(
    { route: { list: '/notes', show: '/notes/:id' }, show },
    { up: { type: 'string', 'x-field': { reference: { entity: 'note' } } } },
  );
export const field = (schema: JsonObject, rest?: JsonObject): Json => entity({}, { a: schema }, rest);
export const list = (item: JsonObject, own: JsonObject = {}): Json =>
  field({ type: 'array', items: { type: 'object', properties: { b: item } }, 'x-field': own });

/** Every problem as `file path: message`; `note.schema.json` is left out of the line. */
export function problemsOf(...files: SourceFile[]): string[] {
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

export const note = (content: Json): SourceFile => ({ file: 'note.schema.json', content });

/** Each case: what is mistaken, the entity, and the one problem that it gives. */
export function eachGivesOneProblem(cases: [string, Json, string][], ...others: SourceFile[]): void {
  it.each<[string, Json, string]>(cases)('%s', (_, content, problem) => {
    expect(problemsOf(note(content), ...others)).toEqual([problem]);
  });
}
