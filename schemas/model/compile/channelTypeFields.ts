import type { Json, JsonObject, JsonSchema } from '../types.ts';
import type { ChannelTypeFile } from './channelTypes.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** A placeholder in a form for the sections of the channel types. */
interface SectionsPlaceholder {
  sectionsOf: string;
}
const isSectionsPlaceholder = (part: JsonObject | SectionsPlaceholder): part is SectionsPlaceholder =>
  typeof part['sectionsOf'] === 'string';

type Entity = JsonSchema & {
  'x-entity'?: { form?: { main?: (JsonObject | SectionsPlaceholder)[] } };
  properties?: Record<string, JsonSchema>;
};

/**
 * Adds the fields and sections of the channel types to an entity whose form has a placeholder for them. They are added
 * as references, so that a mistake is reported in the type's file.
 */
export function addChannelTypeFields(
  file: string,
  schema: Entity,
  types: readonly ChannelTypeFile[],
  problems: Problems,
): JsonSchema {
  const { form } = schema['x-entity'] ?? {};
  const index = (form?.main ?? []).findIndex(isSectionsPlaceholder);
  const placeholder = form?.main?.[index];
  if (!form?.main || !placeholder || !isSectionsPlaceholder(placeholder)) return schema;
  const { sectionsOf: typeFieldName } = placeholder;
  const typeField = schema.properties?.[typeFieldName]?.['x-field'] as { choicesFrom?: string } | undefined;
  const path = jsonPointer('x-entity', 'form', 'main', index, 'sectionsOf');
  if (typeField?.choicesFrom !== 'channelTypes')
    problems.add(path, `"${typeFieldName}" is no field with the choices "channelTypes"`);
  form.main.forEach((part, other) => {
    if (isSectionsPlaceholder(part) && other !== index)
      problems.add(jsonPointer('x-entity', 'form', 'main', other), 'stands here twice');
  });
  const main = form.main.flatMap((part, other): Json[] => {
    if (isSectionsPlaceholder(part))
      return other === index
        ? types.flatMap((type) => sectionsOf(type, typeFieldName, placedFieldsOf(form)))
        : [];
    return [part];
  });
  return {
    ...schema,
    properties: propertiesWith(file, schema.properties ?? {}, typeFieldName, types, problems),
    'x-entity': { ...schema['x-entity'], form: { ...form, main } },
  };
}

/** Fields that a form's sections place. */
const placedFieldsOf = (form: { main?: (JsonObject | SectionsPlaceholder)[] }): ReadonlySet<Json> =>
  new Set(
    (form.main ?? []).flatMap((part) =>
      isSectionsPlaceholder(part) ? [] : ((part['fields'] ?? []) as Json[]).flat(),
    ),
  );

/** A type's sections; by default one with all its fields. */
function sectionsOf(
  { type, fields, fieldsFile }: ChannelTypeFile,
  typeFieldName: string,
  placed: ReadonlySet<Json>,
): JsonObject[] {
  const when = { [typeFieldName]: type };
  if (!fieldsFile.form) return [{ fields: fields.filter((name) => !placed.has(name)), when }];
  return fieldsFile.form.map((_, index) => ({
    $ref: `./${fieldsFile.file}#${jsonPointer('form', index)}`,
    when,
  }));
}

/** The entity's fields, with those of the types after the type field. */
function propertiesWith(
  file: string,
  properties: Record<string, JsonSchema>,
  typeFieldName: string,
  types: readonly ChannelTypeFile[],
  problems: Problems,
): Record<string, JsonSchema> {
  const typeFields = new Map<string, { from: string; schema: JsonSchema }>();
  for (const { fieldsFile } of types)
    for (const [name, schema] of Object.entries(fieldsFile.properties)) {
      const definedIn = name in properties ? file : typeFields.get(name)?.from;
      if (definedIn === undefined)
        typeFields.set(name, {
          from: fieldsFile.file,
          schema: referenceTo(fieldsFile.file, name, schema, typeFieldName),
        });
      else
        problems
          .in(fieldsFile.file)
          .add(
            jsonPointer('properties', name),
            `is a field of ${definedIn} already; what several types have stands in ${file}, and "fields" of each channel.json names it`,
          );
    }
  const added = [...typeFields].map(([name, { schema }]) => [name, schema] as const);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      name === typeFieldName ? [[name, schema] as const, ...added] : [[name, schema] as const],
    ),
  );
}

/** A reference to a type's field, visible for records of the types that have it. */
function referenceTo(file: string, name: string, schema: JsonSchema, typeFieldName: string): JsonSchema {
  const { visibleWhen } = (schema['x-field'] ?? {}) as { visibleWhen?: JsonObject };
  return {
    $ref: `./${file}#${jsonPointer('properties', name)}`,
    'x-field': { visibleWhen: { ...visibleWhen, [typeFieldName]: { can: `fields.${name}` } } },
  };
}
