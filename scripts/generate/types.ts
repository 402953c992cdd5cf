import { compile } from 'json-schema-to-typescript';
import type { FieldModel, JsonSchema } from '../../schemas/model/types.ts';
import { loadProduct, readSchemaFolder } from '../../schemas/loadSchemas.ts';
import { compileDefinitions, type Definition } from './definitions.ts';

const HEADER = `/**
 * One type per entity and per definition, made from the schemas by \`npm run generate\`: change those, not this file.
 * Bookkeeping fields (\`id\`, \`version\`…) are in \`EntityRecord\`.
 */
`;

/** A type to be exported: what it is called, and its shape. */
interface NamedShape {
  name: string;
  description: string;
  schema: JsonSchema;
}

/**
 * TypeScript of a schema folder: every entity's own fields, the definitions they share, and \`Entities\`, which maps an entity's name
 * to its type. A variant of a definition has a type of its own: \`TextMessage\`.
 */
export async function typesSource(folder: string): Promise<string> {
  const { entities } = loadProduct(folder);
  const own = entities.map(({ name, description, schema, fields }) => ({
    name: pascalCase(name),
    description,
    schema: withoutTitles(withOptionalHidden(schema, fields)) as JsonSchema,
  }));
  const taken = new Set(own.map(({ name }) => name));
  const shared = compileDefinitions(readSchemaFolder(folder).files).flatMap((definition) =>
    namedShapes(definition, taken),
  );
  const names = new Map(shared.map((one) => [signature(one.schema), one] as const));
  const types = await Promise.all([...shared, ...own].map((one) => typeSource(one, names)));
  const map = entities.map(({ name }) => `${JSON.stringify(name)}: ${pascalCase(name)};`).join('\n');
  return `${HEADER}${types.join('\n')}\nexport interface Entities {\n${map}\n}\n`;
}

const typeSource = ({ name, description, schema }: NamedShape, names: Map<string, NamedShape>) =>
  compile({ ...withNames(schema, names), description }, name, {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    format: false,
  });

/** The type of a definition and, before it, those of its variants. */
function namedShapes({ name, description, field, schema }: Definition, taken: Set<string>): NamedShape[] {
  const whole = withoutTitles(withOptionalHiddenInside(schema, field)) as JsonSchema;
  const plain = pascalCase(name);
  const variants = ((whole['oneOf'] ?? []) as JsonSchema[]).map((shape, index) => ({
    name: variantName(pascalCase(field.variants?.options[index]?.value ?? ''), plain),
    description: getDescription(shape),
    schema: shape,
  }));
  // An entity keeps its name: the definition is what people write in it.
  return [...variants, { name: taken.has(plain) ? `${plain}Content` : plain, description, schema: whole }];
}

/** `TextMessage`, and `FlowAction` for `flow_action`. */
const variantName = (value: string, definition: string) =>
  value.endsWith(definition) ? value : `${value}${definition}`;

const getDescription = (schema: JsonSchema) => (schema['description'] as string | undefined) ?? '';

/** What a type says of a schema, to find the same shape again: limits, defaults and sentences are no part of it. */
function signature(schema: unknown): string {
  const keywords = [
    'type',
    'const',
    'enum',
    'properties',
    'required',
    'items',
    'oneOf',
    'additionalProperties',
  ];
  return JSON.stringify(schema, function (this: unknown, key: string, value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (key === 'properties') return value;
    const entries = Object.entries(value as JsonSchema).filter(([word]) => keywords.includes(word));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** A schema with the names of types in the places of shapes that have one. */
function withNames(schema: JsonSchema, names: Map<string, NamedShape>): JsonSchema {
  const nameOf = (part: JsonSchema): JsonSchema => {
    const found = part['properties'] || part['oneOf'] ? names.get(signature(part)) : undefined;
    if (!found) return withNames(part, names);
    const own = getDescription(part);
    return { tsType: found.name, ...(own !== found.description && { description: own }) };
  };
  const { properties, items, oneOf } = schema as Record<string, JsonSchema | undefined>;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, nameOf(part as JsonSchema)]),
      ),
    }),
    ...(items && { items: nameOf(items) }),
    ...(oneOf && { oneOf: (oneOf as unknown as JsonSchema[]).map(nameOf) }),
  };
}

const pascalCase = (name: string) =>
  name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The schema with what a condition may hide made optional: hidden means neither required nor stored. */
function withOptionalHidden(schema: JsonSchema, fields: FieldModel[]): JsonSchema {
  const hideable = new Set(fields.filter((field) => field.visibleWhen).map(({ name }) => name));
  const required = ((schema['required'] ?? []) as string[]).filter((name) => !hideable.has(name));
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...schema,
    required,
    properties: Object.fromEntries(
      properties.map(([name, part]) => [
        name,
        withOptionalHiddenInside(
          part,
          fields.find((field) => field.name === name),
        ),
      ]),
    ),
  };
}

function withOptionalHiddenInside(schema: JsonSchema, field?: FieldModel): JsonSchema {
  // What is stored, and what domain code gives and takes, is the id.
  if (field?.type === 'file') return { type: 'string' };
  if (field?.fields) return withOptionalHidden(schema, field.fields);
  if (field?.item && schema['items']) {
    return { ...schema, items: withOptionalHiddenInside(schema['items'] as JsonSchema, field.item) };
  }
  if (!field?.variants || !Array.isArray(schema['oneOf'])) return schema;
  const { options } = field.variants;
  const shapes = schema['oneOf'] as JsonSchema[];
  return {
    ...schema,
    oneOf: shapes.map((shape, index) => withOptionalHidden(shape, options[index]?.fields ?? [])),
  };
}

/** The schema without titles: they would name nested types, and two entities may use the same word. */
function withoutTitles(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withoutTitles(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => isMap || key !== 'title' || typeof value !== 'string',
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutTitles(value, key === 'properties' && !isMap)]),
  );
}
