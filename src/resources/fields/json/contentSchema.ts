import type { Json, JsonSchema } from '../../../../schemas/model/types.ts';
import type { JsonNode } from './jsonTree.ts';

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>;

/** Looks up the subschemas of a schema of `schemas/contents`. "Shapes" are the options of its `oneOf`s. */
export class ContentSchema {
  private readonly root: JsonSchema;
  constructor(root: JsonSchema) {
    this.root = root;
  }

  /** Follows a `$ref`. */
  resolve(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const defs = (this.root['$defs'] ?? {}) as Record<string, JsonSchema>;
    return defs[reference.slice('#/$defs/'.length)] ?? {};
  }

  /** The options of a `oneOf`, nested ones included; a schema without one is its own only shape. */
  shapesOf(schemaOrRef: JsonSchema): JsonSchema[] {
    const schema = this.resolve(schemaOrRef);
    const options = schema['oneOf'] as JsonSchema[] | undefined;
    return options ? options.flatMap((option) => this.shapesOf(option)) : [schema];
  }

  /** The option of a `oneOf` that the value's discriminator names; the schema itself where there is none. */
  private selectShape(schemaOrRef: JsonSchema, tag: (property: string) => unknown): JsonSchema {
    const schema = this.resolve(schemaOrRef);
    if (!schema['oneOf']) return schema;
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    const named = tag(propertyName);
    const options = this.shapesOf(schema);
    return options.find((option) => propertiesOf(option)[propertyName]?.['const'] === named) ?? schema;
  }

  /** The schema of a node; the whole `oneOf` while its discriminator is missing. */
  schemaOf(node: JsonNode): JsonSchema | undefined {
    const declared = node.parent ? this.declaredSchema(node, node.parent) : this.root;
    return (
      declared &&
      this.selectShape(declared, (property) => node.children.find(({ key }) => key?.name === property)?.value)
    );
  }

  private declaredSchema({ key }: JsonNode, parent: JsonNode): JsonSchema | undefined {
    const parentSchema = this.schemaOf(parent);
    return (
      parentSchema &&
      (key ? this.propertySchema(parentSchema, key.name) : (parentSchema['items'] as JsonSchema | undefined))
    );
  }

  /** The schema of a property; of a `oneOf` only its discriminator has one. */
  propertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
    if (!schema['oneOf']) return propertiesOf(schema)[name];
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    if (name !== propertyName) return undefined;
    const tags = this.shapesOf(schema).map((option) => propertiesOf(option)[name]?.['const'] ?? null);
    return { enum: tags };
  }

  /** Names of the properties that a value may have; of a `oneOf` only its discriminator. */
  propertyNames(schema: JsonSchema): string[] {
    if (!schema['oneOf']) return Object.keys(propertiesOf(schema));
    return [(schema['discriminator'] as { propertyName: string }).propertyName];
  }

  /** Sorts properties into the schema's order, which the database does not preserve; unknown ones come last. */
  sortProperties(value: Json, schemaOrRef: JsonSchema = this.root): Json {
    if (Array.isArray(value)) {
      const items = (this.resolve(schemaOrRef)['items'] ?? {}) as JsonSchema;
      return value.map((item) => this.sortProperties(item, items));
    }
    if (value === null || typeof value !== 'object') return value;
    const properties = propertiesOf(this.selectShape(schemaOrRef, (property) => value[property]));
    const names = new Set([...Object.keys(properties).filter((name) => Object.hasOwn(value, name))]);
    for (const name of Object.keys(value)) names.add(name);
    return Object.fromEntries(
      [...names].map((name) => [name, this.sortProperties(value[name] ?? null, properties[name] ?? {})]),
    );
  }
}
