import type { JsonSchema } from '../types.ts';
import { pointerSegments, valueAt } from '../pointer.ts';
import { unknownWord } from '../nearest.ts';
import { at, type Problems } from './problems.ts';

/**
 * A copy of a schema with every `$ref` replaced by what it names (`./definitions/action.schema.json`,
 * `#/$defs/column`, or both). Keywords beside the `$ref` are laid over the target, `x-field` keyword by keyword.
 */
export function inlineReferences(
  file: string,
  schema: JsonSchema,
  files: Map<string, JsonSchema>,
  problems: Problems,
): JsonSchema {
  return new Inliner(files, problems).inline(schema, file, '', []) as JsonSchema;
}

class Inliner {
  private readonly files: Map<string, JsonSchema>;
  private readonly problems: Problems;

  constructor(files: Map<string, JsonSchema>, problems: Problems) {
    this.files = files;
    this.problems = problems;
  }

  inline(value: unknown, file: string, path: string, trail: string[]): unknown {
    if (Array.isArray(value))
      return value.map((part: unknown, index) => this.inline(part, file, path + at(index), trail));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).filter(
      ([key]) => key !== '$ref' && !(path === '' && key === '$defs'),
    );
    const own = Object.fromEntries(
      entries.map(([key, part]) => [key, this.inline(part, file, path + at(key), trail)]),
    );
    const reference = (value as { $ref?: unknown }).$ref;
    if (typeof reference !== 'string') return own;
    return this.resolve(reference, own as JsonSchema, file, path, trail);
  }

  private resolve(reference: string, own: JsonSchema, file: string, path: string, trail: string[]): unknown {
    const [target = '', pointer = ''] = reference.split('#');
    const targetFile = target === '' ? file : resolveFile(file, target);
    const key = `${targetFile}#${pointer}`;
    const content = this.files.get(targetFile);
    const found = content === undefined ? undefined : valueAt(content, pointer);
    if (found === undefined) {
      this.problems.in(file).add(`${path}/$ref`, this.notFound(reference, targetFile, pointer, content));
      return own;
    }
    if (trail.includes(key)) {
      this.problems
        .in(file)
        .add(`${path}/$ref`, `"${reference}" refers to itself; a form cannot nest without end`);
      return own;
    }
    return overlayFields(
      overlay(this.inline(found, targetFile, pointer, [...trail, key]) as JsonSchema, own),
    );
  }

  private notFound(
    reference: string,
    targetFile: string,
    pointer: string,
    content: JsonSchema | undefined,
  ): string {
    if (content === undefined) return unknownWord('file', targetFile, this.files.keys());
    const segments = pointerSegments(pointer);
    const parent = valueAt(content, at(...segments.slice(0, -1)));
    return unknownWord(
      'reference',
      reference.slice(reference.lastIndexOf('/') + 1),
      Object.keys(parent ?? {}),
    );
  }
}

function overlay(base: JsonSchema, own: JsonSchema): JsonSchema {
  const { $schema: _, ...kept } = base;
  const merged: JsonSchema = { ...kept, ...own };
  if (base['x-field'] && own['x-field']) {
    merged['x-field'] = { ...(base['x-field'] as JsonSchema), ...(own['x-field'] as JsonSchema) };
  }
  return merged;
}

/** Applies `x-field.fields`: keywords for the fields inside, in the object itself or in each of its variants. */
function overlayFields(schema: JsonSchema): JsonSchema {
  const { fields, ...rest } = (schema['x-field'] ?? {}) as { fields?: Record<string, JsonSchema> };
  if (!fields) return schema;
  const result: JsonSchema = { ...schema, 'x-field': rest };
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  if (properties) {
    const entries = Object.entries(properties).map(([name, part]) => [
      name,
      fields[name] ? overlay(part, fields[name]) : part,
    ]);
    result['properties'] = Object.fromEntries(entries) as JsonSchema;
  }
  const variants = schema['oneOf'] as JsonSchema[] | undefined;
  if (variants)
    result['oneOf'] = variants.map((part) =>
      overlayFields({ ...part, 'x-field': { ...(part['x-field'] as JsonSchema), fields } }),
    );
  return result;
}

function resolveFile(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
