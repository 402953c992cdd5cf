import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonSchema, RetiredModel, RetiredStep, RetiredValues } from '../types.ts';
import { textOf } from '../text.ts';
import { compileField } from './field.ts';
import type { SourceMap } from './sourceMap.ts';

type Keywords = { retired?: RetiredValues; retiredChoices?: Record<string, Json>; computed?: Json };

/**
 * Removes retired fields from a schema, so that nothing else in the product knows them.
 * @returns the schema without them, and what happens to their stored values
 */
export function extractRetired(
  schema: JsonSchema,
  origins: SourceMap,
): { schema: JsonSchema; retired?: RetiredModel } {
  const found: RetiredModel = { fields: [], choices: [] };
  const withoutRetired = new RetiredExtractor(found, origins, schema['x-entity'] as Holder).extract(
    schema,
    [],
  );
  const isEmpty = found.fields.length === 0 && found.choices.length === 0;
  return { schema: withoutRetired, ...(!isEmpty && { retired: found }) };
}

/** `x-entity`, which tells where values are stored; undefined for a form. */
type Holder = { events?: unknown } | undefined;

class RetiredExtractor {
  constructor(
    private readonly found: RetiredModel,
    private readonly origins: SourceMap,
    private readonly holder: Holder,
  ) {}

  /** The schema without its retired parts; the same object where there are none. */
  extract(schema: JsonSchema, steps: RetiredStep[]): JsonSchema {
    const own = this.keywordsOf(schema);
    if (own.retiredChoices) this.extractChoices(schema, own.retiredChoices, steps);
    const parts: JsonSchema = {};
    if (schema['properties']) this.extractProperties(schema, steps, parts);
    const items = schema['items'] as JsonSchema | undefined;
    if (items) {
      if (this.keywordsOf(items).retired)
        this.report(items, 'only fields can be retired, not the items of a list');
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
    return this.origins.setLayers({ ...schema, ...parts }, this.origins.layersOf(schema));
  }

  private extractProperties(schema: JsonSchema, steps: RetiredStep[], parts: JsonSchema): void {
    const properties = schema['properties'] as Record<string, JsonSchema>;
    const retained: [string, JsonSchema][] = [];
    for (const [name, part] of Object.entries(properties)) {
      if (this.keywordsOf(part).retired) this.extractField(name, part, steps);
      else retained.push([name, this.extract(part, [...steps, name])]);
    }
    const names = new Set(retained.map(([name]) => name));
    if (
      retained.length === Object.keys(properties).length &&
      retained.every(([name, part]) => part === properties[name])
    )
      return;
    parts['properties'] = Object.fromEntries(retained);
    const isStillField = (name: string): boolean => names.has(name) || !Object.hasOwn(properties, name);
    if (schema['required']) parts['required'] = (schema['required'] as string[]).filter(isStillField);
  }

  private extractField(name: string, part: JsonSchema, holder: RetiredStep[]): void {
    const { retired: values = 'keep', computed } = this.keywordsOf(part);
    const isTop = holder.length === 0;
    if (computed) this.report(part, 'what is computed is stored nowhere: delete the field');
    else if (!this.holder && isTop) this.report(part, 'a form stores nothing: delete the field');
    else if (this.holder?.events && !isTop)
      this.report(part, 'events are never changed: retire the field that holds it');
    else if (this.holder && values === 'keep' && !isTop)
      this.report(
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

  private extractChoices(schema: JsonSchema, choices: Record<string, Json>, steps: RetiredStep[]): void {
    const items = schema['items'] as JsonSchema | undefined;
    const offered = (schema['enum'] ?? items?.['enum'] ?? []) as Json[];
    const choiceNames = offered.map(String);
    if (this.holder?.events)
      this.origins.report(
        schema,
        ['x-field', 'retiredChoices'],
        'events are never changed: leave the choices in',
      );
    for (const [retiredChoice, replacement] of Object.entries(choices)) {
      const place = ['x-field', 'retiredChoices', retiredChoice];
      if (choiceNames.includes(retiredChoice))
        this.origins.report(schema, place, `"${retiredChoice}" is a choice still: take it out of "enum"`);
      else if (!offered.includes(replacement))
        this.origins.report(schema, place, unknownNameMessage('choice', textOf(replacement), choiceNames));
    }
    this.found.choices.push({ steps, choices });
  }

  private keywordsOf(schema: JsonSchema): Keywords {
    return (schema['x-field'] ?? {}) as Keywords;
  }

  private report(part: JsonSchema, message: string): void {
    this.origins.report(part, ['x-field', 'retired'], message);
  }
}

function tagOf(option: JsonSchema, by: string): string {
  const tag = (option['properties'] as Record<string, JsonSchema> | undefined)?.[by]?.['const'];
  return typeof tag === 'string' ? tag : '';
}
