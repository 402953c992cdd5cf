import { fileRulesOf } from '../files.ts';
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
import { FIELD_TYPES } from '../fieldTypes.ts';
import type { SourceMap } from './origins.ts';
import { textOf } from '../text.ts';
import { typeOf } from './typeOf.ts';
import { humanise } from './titles.ts';

type Keywords = JsonSchema & {
  labels?: Record<string, string>;
  tones?: Record<string, Tone>;
  descriptions?: Record<string, string>;
  groups?: Record<string, string>;
  limits?: ConditionalLimit[];
};

/** Where a field stands in the record, and who knows where it is written. */
interface Place {
  /** Path of the holder in the record, as in `FieldModel.path`. */
  path: string;
  origins: SourceMap;
}

/** The fields of an object schema, in the order in which it lists them. */
export function compileFields(schema: JsonSchema, place: Place): FieldModel[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  required.forEach((name, index) => {
    if (!Object.hasOwn(properties, name)) {
      place.origins.tell(schema, ['required', index], `"${name}" is required but is no property`);
    }
  });
  for (const name of Object.keys(properties)) {
    if (name.startsWith('$'))
      place.origins.tell(
        schema,
        ['properties', name],
        `"${name}" cannot begin with "$"; conditions name the context that way`,
      );
  }
  return Object.entries(properties).map(([name, property]) =>
    compileField(name, property, required.includes(name), {
      ...place,
      path: place.path === '' ? name : `${place.path}.${name}`,
    }),
  );
}

/** One property as a model; `place.path` is the field's own path here. */
export function compileField(name: string, schema: JsonSchema, required: boolean, place: Place): FieldModel {
  const own = (schema['x-field'] ?? {}) as Keywords;
  const { type, shownAs } = typeOf(schema, place.origins.vocabulary.type);
  const title = (schema['title'] as string | undefined) ?? humanise(name);
  const model = withoutUndefined<FieldModel>({
    name,
    path: place.path,
    title,
    description: schema['description'] as string | undefined,
    placeholder: own['placeholder'] as string | undefined,
    type,
    widget: (own['widget'] as string | undefined) ?? (own['file'] && type !== 'file' ? 'media' : shownAs),
    display: (own['display'] as string | undefined) ?? shownAs,
    options: (own['options'] ?? {}) as FieldModel['options'],
    required: required && own['visibleWhen'] === undefined,
    readOnly: schema['readOnly'] === true || own['computed'] !== undefined || own['live'] === true,
    live: own['live'] === true || undefined,
    materialized: own['materialized'] === true || undefined,
    default: schema['default'],
    constant: schema['const'],
    choices: choicesOf(schema, own),
    column: columnOf(type, own),
    reference: referenceOf(own),
    file: own['file'] ? fileRulesOf(own['file'] as JsonSchema) : undefined,
    content: place.origins.contentOf(schema, own['content']),
    visibleWhen: own['visibleWhen'] as Match | undefined,
    // A field that may be hidden is required only while it is seen.
    requiredWhen: (own['requiredWhen'] ?? (required ? own['visibleWhen'] : undefined)) as Match | undefined,
    readOnlyWhen: own['readOnlyWhen'] as Match | undefined,
    mode: modeOf(own),
    sentence: own['sentence'] as string | undefined,
    highlight: own['highlight'] as string[] | undefined,
    sameAs: own['sameAs'] as string | undefined,
    prefillFrom: own['prefillFrom'] as string | undefined,
    deletionNote: own['deletionNote'] === true || undefined,
    collapsed: own['collapsed'] as FieldModel['collapsed'],
    panelAbove: own['panelAbove'] as string | undefined,
    unique: own['unique'] === true,
    secret: own['secret'] === true,
    messages: (own['messages'] ?? {}) as Record<string, string>,
    access: (own['access'] ?? {}) as FieldModel['access'],
    confirm: own['confirm'] as string | undefined,
    lengthUnit: own['lengthUnit'] as FieldModel['lengthUnit'],
    limits: own.limits ?? [],
    anyCase: own['anyCase'] === true || undefined,
    webhook: own['webhook'] === true || undefined,
    generated: generatedOf(schema, own, place),
    variables: own['variables'] === true,
    variable: own['variable'] as string | undefined,
    variableIgnores: own['variableIgnores'] as FieldModel['variableIgnores'],
    ...limitsIn(schema),
    combinedMaximum: own['combinedMaximum'] as FieldModel['combinedMaximum'],
    computed: own['computed'] as FieldModel['computed'],
    derive: deriveOf(own),
    renamedFrom: own['renamedFrom'] as string | undefined,
    fields: type === 'object' ? compileFields(schema, place) : undefined,
    item: type === 'list' || schema['items'] ? itemOf(title, schema, place) : undefined,
    rules: rulesOf(own),
    variants: schema['oneOf'] ? variantsOf(schema, place) : undefined,
  });
  place.origins.relate(model, schema);
  return model;
}

function limitsIn(schema: JsonSchema): Partial<FieldModel> {
  const names = [
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'pattern',
    'format',
  ] as const;
  return Object.fromEntries(
    names.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  );
}

function choicesOf(schema: JsonSchema, own: Keywords): Choice[] | undefined {
  const values = schema['enum'] as Choice['value'][] | undefined;
  return values?.map((value) =>
    withoutUndefined({
      value,
      label: own.labels?.[String(value)] ?? humanise(String(value)),
      tone: own.tones?.[String(value)],
      description: own.descriptions?.[String(value)],
      group: own.groups?.[String(value)],
    }),
  );
}

function columnOf(type: FieldType, own: Keywords): ColumnModel | false {
  if (own['column'] === false) return false;
  return {
    sortable: FIELD_TYPES[type].sortable && own['computed'] === undefined,
    align: FIELD_TYPES[type].align,
    ...(own['column'] as object),
  };
}

function referenceOf(own: Keywords): ReferenceModel | undefined {
  type Stated = { entity: string; where?: Match; create?: boolean; emptyText?: string; onDelete?: string };
  const stated = own['reference'] as Stated | undefined;
  if (!stated) return undefined;
  const { onDelete, ...rest } = stated;
  const free: Pick<ReferenceModel, 'onDelete'> =
    onDelete === 'unset' || onDelete === 'cascade' ? { onDelete } : {};
  return { create: true, ...rest, ...free };
}

function deriveOf(own: Keywords): FieldModel['derive'] {
  const [by, field] = textOf(own['derive']).split('.');
  return by && field ? { by, field } : undefined;
}

/** What the system generates is nobody's to edit, so forms leave it out. */
function modeOf(own: Keywords): FieldModel['mode'] {
  const usual = own['generated'] === undefined && own['computed'] === undefined ? 'edit' : 'hidden';
  return { create: usual, edit: usual, ...(own['mode'] as object | undefined) };
}

function generatedOf(schema: JsonSchema, own: Keywords, { path, origins }: Place): FieldModel['generated'] {
  const generated = own['generated'] as FieldModel['generated'];
  if (generated === 'index' && !/\*(?:\.<[^<>]+>)?\.[^.]+$/.test(path))
    origins.tell(schema, ['x-field', 'generated'], 'an index belongs to an item of a list');
  return generated;
}

function rulesOf(own: Keywords): ListRules | undefined {
  const { uniqueBy, uniqueAcrossRecords, uniquePrefixBefore, equalLength, allOrNone } = own as Record<
    string,
    Json | undefined
  >;
  if (!uniqueBy && !uniquePrefixBefore && !equalLength && !allOrNone) return undefined;
  return withoutUndefined({
    uniqueBy: uniqueBy ?? [],
    uniqueAcrossRecords: uniqueAcrossRecords || undefined,
    uniquePrefixBefore,
    equalLength: equalLength ?? [],
    allOrNone: allOrNone ?? [],
  }) as ListRules;
}

function itemOf(listTitle: string, schema: JsonSchema, place: Place): FieldModel | undefined {
  const items = schema['items'] as JsonSchema | undefined;
  if (!items) return undefined;
  const title = (items['title'] as string | undefined) ?? singular(listTitle);
  const titled = place.origins.note({ ...items, title }, place.origins.layersOf(items));
  return compileField('*', titled, false, {
    ...place,
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
    place.origins.tell(schema, ['oneOf'], 'variants need a "discriminator" that tells them apart');
    return undefined;
  }
  const options = (schema['oneOf'] as JsonSchema[]).flatMap((option): VariantModel[] => {
    const tag = (option['properties'] as Record<string, JsonSchema> | undefined)?.[discriminator]?.['const'];
    if (typeof tag !== 'string') {
      place.origins.tell(option, [], `property "${discriminator}" needs a "const" text in every variant`);
      return [];
    }
    const own = (option['x-field'] ?? {}) as Keywords;
    return [
      withoutUndefined<VariantModel>({
        value: tag,
        title: (option['title'] as string | undefined) ?? humanise(tag),
        description: option['description'] as string | undefined,
        icon: own['icon'] as string | undefined,
        sentence: own['sentence'] as string | undefined,
        fields: compileFields(option, { ...place, path: `${place.path}.<${tag}>` }),
      }),
    ];
  });
  return { discriminator, options };
}

/** The same object without keys that hold `undefined`, so that models survive JSON unchanged. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
