import type {
  Choice,
  ColumnModel,
  ConditionalLimit,
  FieldModel,
  FieldType,
  Json,
  JsonSchema,
  ListRules,
  Match,
  ReferenceModel,
  Tone,
  VariantModel,
} from '../types.ts';
import { at, type Problems } from './problems.ts';
import { humanise } from './titles.ts';

type Keywords = JsonSchema & {
  labels?: Record<string, string>;
  tones?: Record<string, Tone>;
  limits?: ConditionalLimit[];
};

/** Where a field stands: the path in the file for problems, and in the record for conditions. */
interface Place {
  /** JSON pointer into the schema file. */
  pointer: string;
  /** Path of the holder in the record, as in `FieldModel.path`. */
  path: string;
  problems: Problems;
}

/** The fields of an object schema, in the order in which it lists them. */
export function compileFields(schema: JsonSchema, place: Place): FieldModel[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  required.forEach((name, index) => {
    if (!Object.hasOwn(properties, name)) {
      place.problems.add(
        `${place.pointer}${at('required', index)}`,
        `"${name}" is required but is no property`,
      );
    }
  });
  return Object.entries(properties).map(([name, property]) =>
    compileField(name, property, required.includes(name), {
      ...place,
      pointer: `${place.pointer}${at('properties', name)}`,
      path: place.path === '' ? name : `${place.path}.${name}`,
    }),
  );
}

/** One property as a model; `place.path` is the field's own path here. */
export function compileField(name: string, schema: JsonSchema, required: boolean, place: Place): FieldModel {
  const own = (schema['x-field'] ?? {}) as Keywords;
  const type = fieldType(schema, own);
  const title = (schema['title'] as string | undefined) ?? humanise(name);
  return withoutUndefined<FieldModel>({
    name,
    path: place.path,
    title,
    description: schema['description'] as string | undefined,
    placeholder: own['placeholder'] as string | undefined,
    type,
    widget: (own['widget'] as string | undefined) ?? type,
    display: (own['display'] as string | undefined) ?? type,
    options: (own['options'] ?? {}) as FieldModel['options'],
    required: required && own['visibleWhen'] === undefined,
    readOnly: schema['readOnly'] === true,
    default: schema['default'],
    constant: schema['const'],
    choices: choicesOf(schema, own),
    column: columnOf(type, own),
    reference: referenceOf(own),
    visibleWhen: own['visibleWhen'] as Match | undefined,
    // A field that may be hidden is required only while it is seen.
    requiredWhen: (own['requiredWhen'] ?? (required ? own['visibleWhen'] : undefined)) as Match | undefined,
    readOnlyWhen: own['readOnlyWhen'] as Match | undefined,
    mode: { create: 'edit', edit: 'edit', ...(own['mode'] as object | undefined) },
    sameAs: own['sameAs'] as string | undefined,
    unique: own['unique'] === true,
    secret: own['secret'] === true,
    messages: (own['messages'] ?? {}) as Record<string, string>,
    access: (own['access'] ?? {}) as FieldModel['access'],
    confirm: own['confirm'] as string | undefined,
    counts: own['counts'] as FieldModel['counts'],
    limits: own.limits ?? [],
    variables: own['variables'] === true,
    ...limitsIn(schema),
    fields: type === 'object' ? compileFields(schema, place) : undefined,
    item: type === 'list' || schema['items'] ? itemOf(title, schema, place) : undefined,
    rules: rulesOf(own),
    variants: schema['oneOf'] ? variantsOf(schema, place) : undefined,
  });
}

function limitsIn(schema: JsonSchema): Partial<FieldModel> {
  const names = [
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'pattern',
    'format',
  ] as const;
  return Object.fromEntries(
    names.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  );
}

function fieldType(schema: JsonSchema, own: Keywords): FieldType {
  const stated =
    own['type'] ?? (own['widget'] === 'long-text' || own['widget'] === 'image' ? own['widget'] : undefined);
  if (typeof stated === 'string') return stated as FieldType;
  if (own['secret']) return 'secret';
  if (own['reference']) return schema['type'] === 'array' ? 'references' : 'reference';
  if (schema['oneOf']) return 'variants';
  if (schema['enum']) return 'enum';
  if (schema['type'] === 'array') {
    const items = (schema['items'] ?? {}) as JsonSchema;
    return items['type'] === 'object' || items['oneOf'] ? 'list' : 'tags';
  }
  if (schema['type'] === 'object') return schema['properties'] ? 'object' : 'json';
  if (schema['type'] === 'boolean') return 'boolean';
  if (schema['type'] === 'number' || schema['type'] === 'integer') return 'number';
  switch (schema['format']) {
    case 'date':
    case 'date-time':
    case 'email':
    case 'phone':
      return schema['format'];
    case 'uri':
    case 'https-uri':
    case 'action-uri':
      return 'url';
    default:
      return schema['type'] === undefined && schema['const'] === undefined ? 'json' : 'text';
  }
}

function choicesOf(schema: JsonSchema, own: Keywords): Choice[] | undefined {
  const values = schema['enum'] as Choice['value'][] | undefined;
  return values?.map((value) =>
    withoutUndefined({
      value,
      label: own.labels?.[String(value)] ?? humanise(String(value)),
      tone: own.tones?.[String(value)],
    }),
  );
}

const UNSORTABLE: FieldType[] = [
  'tags',
  'secret',
  'references',
  'list',
  'object',
  'variants',
  'json',
  'image',
];

function columnOf(type: FieldType, own: Keywords): ColumnModel | false {
  if (own['column'] === false) return false;
  return {
    sortable: !UNSORTABLE.includes(type),
    align: type === 'number' ? 'right' : 'left',
    ...(own['column'] as object),
  };
}

function referenceOf(own: Keywords): ReferenceModel | undefined {
  const stated = own['reference'] as { entity: string; where?: Match; create?: boolean } | undefined;
  return stated && { create: true, ...stated };
}

function rulesOf(own: Keywords): ListRules | undefined {
  const { uniqueBy, uniqueBefore, sameCount, allOrNone } = own as Record<string, Json | undefined>;
  if (!uniqueBy && !uniqueBefore && !sameCount && !allOrNone) return undefined;
  return withoutUndefined({
    uniqueBy: uniqueBy ?? [],
    uniqueBefore,
    sameCount: sameCount ?? [],
    allOrNone: allOrNone ?? [],
  }) as ListRules;
}

function itemOf(listTitle: string, schema: JsonSchema, place: Place): FieldModel | undefined {
  const items = schema['items'] as JsonSchema | undefined;
  if (!items) return undefined;
  const title = (items['title'] as string | undefined) ?? singular(listTitle);
  return compileField('*', { ...items, title }, false, {
    ...place,
    pointer: `${place.pointer}/items`,
    path: `${place.path}.*`,
  });
}

function singular(title: string): string {
  if (/ies$/i.test(title)) return title.replace(/ies$/i, 'y');
  return /[^s]s$/i.test(title) ? title.slice(0, -1) : title;
}

function variantsOf(schema: JsonSchema, place: Place): FieldModel['variants'] {
  const discriminator = (schema['discriminator'] as { propertyName?: string } | undefined)?.propertyName;
  if (discriminator === undefined) {
    place.problems.add(`${place.pointer}/oneOf`, 'variants need a "discriminator" that tells them apart');
    return undefined;
  }
  const options = (schema['oneOf'] as JsonSchema[]).flatMap((option, index): VariantModel[] => {
    const pointer = `${place.pointer}${at('oneOf', index)}`;
    const tag = (option['properties'] as Record<string, JsonSchema> | undefined)?.[discriminator]?.['const'];
    if (typeof tag !== 'string') {
      place.problems.add(pointer, `property "${discriminator}" needs a "const" text in every variant`);
      return [];
    }
    const own = (option['x-field'] ?? {}) as Keywords;
    return [
      withoutUndefined<VariantModel>({
        value: tag,
        title: (option['title'] as string | undefined) ?? humanise(tag),
        description: option['description'] as string | undefined,
        icon: own['icon'] as string | undefined,
        fields: compileFields(option, { ...place, pointer, path: `${place.path}.<${tag}>` }),
      }),
    ];
  });
  return { discriminator, options };
}

/** The same object without keys that hold `undefined`, so that models survive JSON unchanged. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
