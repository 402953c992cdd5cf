import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonSchema, RetiredModel, RetiredStep, RetiredValues } from '../types.ts';
import { textOf } from '../text.ts';
import { compileField } from './field.ts';
import type { SourceMap } from './origins.ts';

type Keywords = { retired?: RetiredValues; retiredChoices?: Record<string, Json>; computed?: Json };

/**
 * Extracts the fields that a schema retires from it, so that nothing else of the product knows them.
 * @returns the schema without them, and what becomes of the values that are stored for them
 */
export function extractRetired(
  schema: JsonSchema,
  origins: SourceMap,
): { schema: JsonSchema; retired?: RetiredModel } {
  const found: RetiredModel = { fields: [], choices: [] };
  const rest = new RetiredExtractor(found, origins, schema['x-entity'] as Holder).extract(schema, []);
  const isEmpty = found.fields.length === 0 && found.choices.length === 0;
  return { schema: rest, ...(!isEmpty && { retired: found }) };
}

/** What says where the values are; a form has none. */
type Holder = { events?: unknown } | undefined;

class RetiredExtractor {
  constructor(
    private readonly found: RetiredModel,
    private readonly origins: SourceMap,
    private readonly holder: Holder,
  ) {}

  /** The same schema, or a copy without what is retired in it. */
  extract(schema: JsonSchema, steps: RetiredStep[]): JsonSchema {
    const own = this.keywords(schema);
    if (own.retiredChoices) this.choices(schema, own.retiredChoices, steps);
    const parts: JsonSchema = {};
    if (schema['properties']) this.properties(schema, steps, parts);
    const items = schema['items'] as JsonSchema | undefined;
    if (items) {
      if (this.keywords(items).retired)
        this.tell(items, 'only fields can be retired, not the items of a list');
      const rest = this.extract(items, [...steps, '*']);
      if (rest !== items) parts['items'] = rest;
    }
    const options = schema['oneOf'] as JsonSchema[] | undefined;
    const by = (schema['discriminator'] as { propertyName?: string } | undefined)?.propertyName;
    if (options && by !== undefined) {
      const rest = options.map((option) =>
        this.extract(option, [...steps, { by, variant: tagOf(option, by) }]),
      );
      if (rest.some((option, index) => option !== options[index])) parts['oneOf'] = rest;
    }
    if (Object.keys(parts).length === 0) return schema;
    return this.origins.note({ ...schema, ...parts }, this.origins.layersOf(schema));
  }

  private properties(schema: JsonSchema, steps: RetiredStep[], parts: JsonSchema): void {
    const properties = schema['properties'] as Record<string, JsonSchema>;
    const kept: [string, JsonSchema][] = [];
    for (const [name, part] of Object.entries(properties)) {
      if (this.keywords(part).retired) this.field(name, part, steps);
      else kept.push([name, this.extract(part, [...steps, name])]);
    }
    const names = new Set(kept.map(([name]) => name));
    if (
      kept.length === Object.keys(properties).length &&
      kept.every(([name, part]) => part === properties[name])
    )
      return;
    parts['properties'] = Object.fromEntries(kept);
    const isThere = (name: string): boolean => names.has(name) || !Object.hasOwn(properties, name);
    if (schema['required']) parts['required'] = (schema['required'] as string[]).filter(isThere);
  }

  private field(name: string, part: JsonSchema, holder: RetiredStep[]): void {
    const { retired: values = 'keep', computed } = this.keywords(part);
    const isTop = holder.length === 0;
    if (computed) this.tell(part, 'what is computed is stored nowhere: delete the field');
    else if (!this.holder && isTop) this.tell(part, 'a form stores nothing: delete the field');
    else if (this.holder?.events && !isTop)
      this.tell(part, 'events are never changed: retire the field that holds it');
    else if (this.holder && values === 'keep' && !isTop)
      this.tell(
        part,
        'only a field of the record itself keeps its values: say "drop", or retire the field that holds it',
      );
    const field = values === 'keep' && isTop;
    this.found.fields.push({
      steps: [...holder, name],
      values,
      ...(field && { field: compileField(name, part, false, { path: name, origins: this.origins }) }),
    });
  }

  private choices(schema: JsonSchema, choices: Record<string, Json>, steps: RetiredStep[]): void {
    const items = schema['items'] as JsonSchema | undefined;
    const offered = (schema['enum'] ?? items?.['enum'] ?? []) as Json[];
    const words = offered.map(String);
    if (this.holder?.events)
      this.origins.tell(
        schema,
        ['x-field', 'retiredChoices'],
        'events are never changed: leave the choices in',
      );
    for (const [gone, now] of Object.entries(choices)) {
      const place = ['x-field', 'retiredChoices', gone];
      if (words.includes(gone))
        this.origins.tell(schema, place, `"${gone}" is a choice still: take it out of "enum"`);
      else if (!offered.includes(now))
        this.origins.tell(schema, place, unknownNameMessage('choice', textOf(now), words));
    }
    this.found.choices.push({ steps, choices });
  }

  private keywords(schema: JsonSchema): Keywords {
    return (schema['x-field'] ?? {}) as Keywords;
  }

  private tell(part: JsonSchema, message: string): void {
    this.origins.tell(part, ['x-field', 'retired'], message);
  }
}

function tagOf(option: JsonSchema, by: string): string {
  const tag = (option['properties'] as Record<string, JsonSchema> | undefined)?.[by]?.['const'];
  return typeof tag === 'string' ? tag : '';
}
