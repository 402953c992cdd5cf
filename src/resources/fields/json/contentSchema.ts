import type { Json, JsonSchema } from '../../../../schemas/model/types.ts';
import type { JsonNode } from './jsonTree.ts';

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>;

/** What a schema of `schemas/contents` says of the places inside a value. */
export class ContentSchema {
  private readonly root: JsonSchema;
  constructor(root: JsonSchema) {
    this.root = root;
  }

  /** The schema that a reference leads to. */
  resolve(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const defs = (this.root['$defs'] ?? {}) as Record<string, JsonSchema>;
    return defs[reference.slice('#/$defs/'.length)] ?? {};
  }

  /** The options of a value of several shapes; itself of one that has one. */
  optionsOf(stated: JsonSchema): JsonSchema[] {
    const schema = this.resolve(stated);
    const options = schema['oneOf'] as JsonSchema[] | undefined;
    return options ? options.flatMap((option) => this.optionsOf(option)) : [schema];
  }

  /** The schema of the value itself: of several shapes the one that it names. */
  private shapeOf(stated: JsonSchema, tag: (property: string) => unknown): JsonSchema {
    const schema = this.resolve(stated);
    if (!schema['oneOf']) return schema;
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    const named = tag(propertyName);
    const options = this.optionsOf(schema);
    return options.find((option) => propertiesOf(option)[propertyName]?.['const'] === named) ?? schema;
  }

  /** The schema of a node of a text; a value of several shapes that names none has that of them all. */
  of(node: JsonNode): JsonSchema | undefined {
    const stated = node.parent ? this.stated(node, node.parent) : this.root;
    return (
      stated &&
      this.shapeOf(stated, (property) => node.children.find(({ key }) => key?.name === property)?.value)
    );
  }

  private stated({ key }: JsonNode, parent: JsonNode): JsonSchema | undefined {
    const around = this.of(parent);
    return around && (key ? this.property(around, key.name) : (around['items'] as JsonSchema | undefined));
  }

  /** The schema of a property; of a value of several shapes, the one that tells them apart. */
  property(schema: JsonSchema, name: string): JsonSchema | undefined {
    if (!schema['oneOf']) return propertiesOf(schema)[name];
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    if (name !== propertyName) return undefined;
    const tags = this.optionsOf(schema).map((option) => propertiesOf(option)[name]?.['const'] ?? null);
    return { enum: tags };
  }

  /** Names of the properties that a value may have; of one of several shapes, the one that tells them apart. */
  namesOf(schema: JsonSchema): string[] {
    if (!schema['oneOf']) return Object.keys(propertiesOf(schema));
    return [(schema['discriminator'] as { propertyName: string }).propertyName];
  }

  /** The value with its properties in the schema's order: stores keep none. What the schema does not know comes last. */
  inOrder(value: Json, stated: JsonSchema = this.root): Json {
    if (Array.isArray(value)) {
      const items = (this.resolve(stated)['items'] ?? {}) as JsonSchema;
      return value.map((item) => this.inOrder(item, items));
    }
    if (value === null || typeof value !== 'object') return value;
    const properties = propertiesOf(this.shapeOf(stated, (property) => value[property]));
    const names = new Set([...Object.keys(properties).filter((name) => Object.hasOwn(value, name))]);
    for (const name of Object.keys(value)) names.add(name);
    return Object.fromEntries(
      [...names].map((name) => [name, this.inOrder(value[name] ?? null, properties[name] ?? {})]),
    );
  }
}
