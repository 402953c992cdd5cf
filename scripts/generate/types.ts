import { compile } from 'json-schema-to-typescript';
import type { FieldModel, JsonSchema, ProductModel } from '../../schemas/model/types.ts';

const HEADER = `/**
 * One type per entity, made from the schemas by \`npm run generate\`: change those, not this file.
 * Bookkeeping fields (\`id\`, \`version\`…) are in \`EntityRecord\`.
 */
`;

/** TypeScript of every entity's own fields, and \`Entities\`, which maps an entity's name to its type. */
export async function typesSource({ entities }: ProductModel): Promise<string> {
  const types = await Promise.all(
    entities.map(({ name, description, schema, fields }) =>
      compile({ ...(untitled(withHideable(schema, fields)) as JsonSchema), description }, pascalCase(name), {
        bannerComment: '',
        ignoreMinAndMaxItems: true,
        additionalProperties: false,
        format: false,
      }),
    ),
  );
  const map = entities.map(({ name }) => `${JSON.stringify(name)}: ${pascalCase(name)};`).join('\n');
  return `${HEADER}${types.join('\n')}\nexport interface Entities {\n${map}\n}\n`;
}

const pascalCase = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The schema with what a condition may hide made optional: hidden means neither required nor stored. */
function withHideable(schema: JsonSchema, fields: FieldModel[]): JsonSchema {
  const hideable = new Set(fields.filter((field) => field.visibleWhen).map(({ name }) => name));
  const required = ((schema['required'] ?? []) as string[]).filter((name) => !hideable.has(name));
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...schema,
    required,
    properties: Object.fromEntries(
      properties.map(([name, part]) => [
        name,
        hideableInside(
          part,
          fields.find((field) => field.name === name),
        ),
      ]),
    ),
  };
}

function hideableInside(schema: JsonSchema, field?: FieldModel): JsonSchema {
  // What is stored, and what domain code gives and takes, is the id.
  if (field?.type === 'file') return { type: 'string' };
  if (field?.fields) return withHideable(schema, field.fields);
  if (field?.item && schema['items']) {
    return { ...schema, items: hideableInside(schema['items'] as JsonSchema, field.item) };
  }
  if (!field?.variants || !Array.isArray(schema['oneOf'])) return schema;
  const { options } = field.variants;
  const shapes = schema['oneOf'] as JsonSchema[];
  return {
    ...schema,
    oneOf: shapes.map((shape, index) => withHideable(shape, options[index]?.fields ?? [])),
  };
}

/** The schema without titles: they would name nested types, and two entities may use the same word. */
function untitled(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => untitled(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => isMap || key !== 'title' || typeof value !== 'string',
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, untitled(value, key === 'properties' && !isMap)]),
  );
}
