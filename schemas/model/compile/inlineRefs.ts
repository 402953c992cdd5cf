import type { JsonSchema } from '../types.ts';
import { pointerSegments, valueAt } from '../pointer.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import type { Layer, SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { expandVariants } from './variants.ts';

/**
 * A copy of a schema with every `$ref` (`./definitions/action.schema.json`, `#/$defs/column`, or both) replaced by its
 * target. Keywords beside the `$ref` override the target's, those in `x-field` one by one. Variants are expanded:
 * keywords beside `oneOf` apply to every option.
 */
export function inlineRefs(
  file: string,
  schema: JsonSchema,
  files: Map<string, JsonSchema>,
  problems: Problems,
  origins: SourceMap,
): JsonSchema {
  const inlined = new RefInliner(files, problems, origins).inline(schema, file, '', []) as JsonSchema;
  return expandVariants(inlined, origins);
}

class RefInliner {
  private readonly files: Map<string, JsonSchema>;
  private readonly problems: Problems;
  private readonly origins: SourceMap;

  constructor(files: Map<string, JsonSchema>, problems: Problems, origins: SourceMap) {
    this.files = files;
    this.problems = problems;
    this.origins = origins;
  }

  inline(value: unknown, file: string, path: string, trail: string[]): unknown {
    if (Array.isArray(value))
      return value.map((part: unknown, index) => this.inline(part, file, path + jsonPointer(index), trail));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).filter(
      ([key]) => key !== '$ref' && !(path === '' && key === '$defs'),
    );
    const own = this.origins.setLayers(
      Object.fromEntries(
        entries.map(([key, part]) => [key, this.inline(part, file, path + jsonPointer(key), trail)]),
      ) as JsonSchema,
      [{ file, pointer: path, source: value }],
    );
    const ref = (value as { $ref?: unknown }).$ref;
    if (typeof ref !== 'string') return own;
    return this.resolve(ref, own, file, path, trail);
  }

  private resolve(ref: string, own: JsonSchema, file: string, path: string, trail: string[]): unknown {
    const [target = '', pointer = ''] = ref.split('#');
    const targetFile = target === '' ? file : resolveFile(file, target);
    const key = `${targetFile}#${pointer}`;
    const content = this.files.get(targetFile);
    const referenced = content === undefined ? undefined : valueAt(content, pointer);
    if (referenced === undefined) {
      this.problems.in(file).add(`${path}/$ref`, this.notFound(ref, targetFile, pointer, content));
      return own;
    }
    if (trail.includes(key)) {
      this.problems.in(file).add(`${path}/$ref`, `"${ref}" refers to itself; a form cannot nest without end`);
      return own;
    }
    const base = this.inline(referenced, targetFile, pointer, [...trail, key]) as JsonSchema;
    return this.overlayFields(this.overlay(base, own));
  }

  private notFound(
    ref: string,
    targetFile: string,
    pointer: string,
    content: JsonSchema | undefined,
  ): string {
    if (content === undefined) return unknownNameMessage('file', targetFile, this.files.keys());
    const segments = pointerSegments(pointer);
    const parent = valueAt(content, jsonPointer(...segments.slice(0, -1)));
    return unknownNameMessage('reference', ref.slice(ref.lastIndexOf('/') + 1), Object.keys(parent ?? {}));
  }

  private overlay(base: JsonSchema, own: JsonSchema): JsonSchema {
    const { $schema: _, ...baseKeywords } = base;
    const merged: JsonSchema = { ...baseKeywords, ...own };
    if (base['x-field'] && own['x-field']) {
      merged['x-field'] = { ...(base['x-field'] as JsonSchema), ...(own['x-field'] as JsonSchema) };
    }
    return this.origins.setLayers(merged, [...this.origins.layersOf(own), ...this.origins.layersOf(base)]);
  }

  /** Applies `x-field.fields`, keywords for nested fields, to the object or to each of its variants. */
  private overlayFields(schema: JsonSchema): JsonSchema {
    const { fields, ...rest } = (schema['x-field'] ?? {}) as { fields?: Record<string, JsonSchema> };
    if (!fields) return schema;
    const layers = this.origins.layersOf(schema);
    const variants = schema['oneOf'] as JsonSchema[] | undefined;
    const shapes = variants ?? [schema];
    const known = shapes.flatMap((shape) => Object.keys((shape['properties'] ?? {}) as JsonSchema));
    for (const name of Object.keys(fields)) {
      if (!known.includes(name))
        this.origins.report(
          schema,
          ['x-field', 'fields', name],
          unknownNameMessage('field', name, new Set(known)),
        );
    }
    const result = this.withFields({ ...schema, 'x-field': rest }, fields, layers);
    if (variants)
      result['oneOf'] = variants.map((part) =>
        this.withFields({ ...part }, fields, this.origins.layersOf(part)),
      );
    return result;
  }

  private withFields(shape: JsonSchema, fields: Record<string, JsonSchema>, layers: Layer[]): JsonSchema {
    const properties = shape['properties'] as Record<string, JsonSchema> | undefined;
    if (properties) {
      const entries = Object.entries(properties).map(([name, part]) => [
        name,
        fields[name] ? this.overlay(part, fields[name]) : part,
      ]);
      shape['properties'] = Object.fromEntries(entries) as JsonSchema;
    }
    return this.origins.setLayers(shape, layers);
  }
}

function resolveFile(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
