import type { Json, JsonObject, JsonSchema } from '../types.ts';
import type { ChannelTypeFile } from './channelTypes.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** The place in a form where the sections of the types of channel stand. */
interface Place {
  sectionsOf: string;
}
const isPlace = (part: JsonObject | Place): part is Place => typeof part['sectionsOf'] === 'string';

type Entity = JsonSchema & {
  'x-entity'?: { form?: { main?: (JsonObject | Place)[] } };
  properties?: Record<string, JsonSchema>;
};

/**
 * The schema of an entity with the fields and sections that the types of channel bring, where its form has a place for
 * them. They are brought as references, so that a mistake in them is told of the file of the type.
 */
export function withTypeFields(
  file: string,
  schema: Entity,
  types: readonly ChannelTypeFile[],
  problems: Problems,
): JsonSchema {
  const { form } = schema['x-entity'] ?? {};
  const index = (form?.main ?? []).findIndex(isPlace);
  const place = form?.main?.[index];
  if (!form?.main || !place || !isPlace(place)) return schema;
  const { sectionsOf: by } = place;
  const asked = schema.properties?.[by]?.['x-field'] as { choicesFrom?: string } | undefined;
  const path = jsonPointer('x-entity', 'form', 'main', index, 'sectionsOf');
  if (asked?.choicesFrom !== 'channelTypes')
    problems.add(path, `"${by}" is no field with the choices "channelTypes"`);
  form.main.forEach((part, other) => {
    if (isPlace(part) && other !== index)
      problems.add(jsonPointer('x-entity', 'form', 'main', other), 'stands here twice');
  });
  const main = form.main.flatMap((part, other): Json[] => {
    if (isPlace(part))
      return other === index ? types.flatMap((type) => sectionsOf(type, by, placedIn(form))) : [];
    return [part];
  });
  return {
    ...schema,
    properties: propertiesWith(file, schema.properties ?? {}, by, types, problems),
    'x-entity': { ...schema['x-entity'], form: { ...form, main } },
  };
}

/** The fields that the sections of a form place. */
const placedIn = (form: { main?: (JsonObject | Place)[] }): ReadonlySet<Json> =>
  new Set(
    (form.main ?? []).flatMap((part) => (isPlace(part) ? [] : ((part['fields'] ?? []) as Json[]).flat())),
  );

/** The sections of a type; one of all its fields where it says nothing of a form. */
function sectionsOf(
  { type, fields, own }: ChannelTypeFile,
  by: string,
  placed: ReadonlySet<Json>,
): JsonObject[] {
  const when = { [by]: type };
  if (!own.form) return [{ fields: fields.filter((name) => !placed.has(name)), when }];
  return own.form.map((_, index) => ({ $ref: `./${own.file}#${jsonPointer('form', index)}`, when }));
}

/** The fields of the entity, with those of the types behind the one that says the type. */
function propertiesWith(
  file: string,
  properties: Record<string, JsonSchema>,
  by: string,
  types: readonly ChannelTypeFile[],
  problems: Problems,
): Record<string, JsonSchema> {
  const brought = new Map<string, { from: string; schema: JsonSchema }>();
  for (const { own } of types)
    for (const [name, schema] of Object.entries(own.properties)) {
      const first = name in properties ? file : brought.get(name)?.from;
      if (first === undefined)
        brought.set(name, { from: own.file, schema: referenceTo(own.file, name, schema, by) });
      else
        problems
          .in(own.file)
          .add(
            jsonPointer('properties', name),
            `is a field of ${first} already; what several types have stands in ${file}, and "fields" of each channel.json names it`,
          );
    }
  const added = [...brought].map(([name, { schema }]) => [name, schema] as const);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      name === by ? [[name, schema] as const, ...added] : [[name, schema] as const],
    ),
  );
}

/** A field of a type's own, for records of the types that have it. */
function referenceTo(file: string, name: string, schema: JsonSchema, by: string): JsonSchema {
  const { visibleWhen } = (schema['x-field'] ?? {}) as { visibleWhen?: JsonObject };
  return {
    $ref: `./${file}#${jsonPointer('properties', name)}`,
    'x-field': { visibleWhen: { ...visibleWhen, [by]: { can: `fields.${name}` } } },
  };
}
