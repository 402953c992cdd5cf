import { parseFileRules } from '../files.ts';
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
import type { SourceMap } from './sourceMap.ts';
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

/** A field's position in the record, and the map to its source. */
interface Place {
  /** Path of the enclosing object, as in `FieldModel.path`. */
  path: string;
  origins: SourceMap;
}

/** Compiles the properties of an object schema, in their order. */
export function compileFields(schema: JsonSchema, place: Place): FieldModel[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  required.forEach((name, index) => {
    if (!Object.hasOwn(properties, name)) {
      place.origins.report(schema, ['required', index], `"${name}" is required but is no property`);
    }
  });
  for (const name of Object.keys(properties)) {
    if (name.startsWith('$'))
      place.origins.report(
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

/** Compiles one property; `place.path` is the field's own path here. */
export function compileField(name: string, schema: JsonSchema, required: boolean, place: Place): FieldModel {
  const keywords = (schema['x-field'] ?? {}) as Keywords;
  const { type, shownAs } = typeOf(schema, place.origins.vocabulary.type);
  const title = (schema['title'] as string | undefined) ?? humanise(name);
  const model = withoutUndefined<FieldModel>({
    name,
    path: place.path,
    title,
    description: schema['description'] as string | undefined,
    placeholder: keywords['placeholder'] as string | undefined,
    type,
    widget:
      (keywords['widget'] as string | undefined) ?? (keywords['file'] && type !== 'file' ? 'media' : shownAs),
    display: (keywords['display'] as string | undefined) ?? shownAs,
    options: (keywords['options'] ?? {}) as FieldModel['options'],
    required: required && keywords['visibleWhen'] === undefined,
    readOnly: schema['readOnly'] === true || keywords['computed'] !== undefined || keywords['live'] === true,
    live: keywords['live'] === true || undefined,
    materialized: keywords['materialized'] === true || undefined,
    default: schema['default'],
    constant: schema['const'],
    choices: choicesOf(schema, keywords),
    column: columnOf(type, keywords),
    reference: referenceOf(keywords),
    file: keywords['file'] ? parseFileRules(keywords['file'] as JsonSchema) : undefined,
    content: place.origins.findContentSchema(schema, keywords['content']),
    visibleWhen: keywords['visibleWhen'] as Match | undefined,
    // A field that may be hidden is required only while it is visible.
    requiredWhen: (keywords['requiredWhen'] ?? (required ? keywords['visibleWhen'] : undefined)) as
      Match | undefined,
    readOnlyWhen: keywords['readOnlyWhen'] as Match | undefined,
    mode: modeOf(keywords),
    sentence: keywords['sentence'] as string | undefined,
    highlight: keywords['highlight'] as string[] | undefined,
    sameAs: keywords['sameAs'] as string | undefined,
    prefillFrom: keywords['prefillFrom'] as string | undefined,
    deletionNote: keywords['deletionNote'] === true || undefined,
    collapsed: keywords['collapsed'] as FieldModel['collapsed'],
    panelAbove: keywords['panelAbove'] as string | undefined,
    unique: keywords['unique'] === true,
    secret: keywords['secret'] === true,
    messages: (keywords['messages'] ?? {}) as Record<string, string>,
    access: (keywords['access'] ?? {}) as FieldModel['access'],
    confirm: keywords['confirm'] as string | undefined,
    lengthUnit: keywords['lengthUnit'] as FieldModel['lengthUnit'],
    limits: keywords.limits ?? [],
    anyCase: keywords['anyCase'] === true || undefined,
    webhook: keywords['webhook'] === true || undefined,
    generated: generatedOf(schema, keywords, place),
    variables: keywords['variables'] === true,
    variable: keywords['variable'] as string | undefined,
    variableIgnores: keywords['variableIgnores'] as FieldModel['variableIgnores'],
    ...limitsIn(schema),
    combinedMaximum: keywords['combinedMaximum'] as FieldModel['combinedMaximum'],
    computed: keywords['computed'] as FieldModel['computed'],
    derive: deriveOf(keywords),
    renamedFrom: keywords['renamedFrom'] as string | undefined,
    fields: type === 'object' ? compileFields(schema, place) : undefined,
    item: type === 'list' || schema['items'] ? itemOf(title, schema, place) : undefined,
    rules: rulesOf(keywords),
    variants: schema['oneOf'] ? variantsOf(schema, place) : undefined,
  });
  place.origins.setSchema(model, schema);
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

function choicesOf(schema: JsonSchema, keywords: Keywords): Choice[] | undefined {
  const values = schema['enum'] as Choice['value'][] | undefined;
  return values?.map((value) =>
    withoutUndefined({
      value,
      label: keywords.labels?.[String(value)] ?? humanise(String(value)),
      tone: keywords.tones?.[String(value)],
      description: keywords.descriptions?.[String(value)],
      group: keywords.groups?.[String(value)],
    }),
  );
}

function columnOf(type: FieldType, keywords: Keywords): ColumnModel | false {
  if (keywords['column'] === false) return false;
  return {
    sortable: FIELD_TYPES[type].sortable && keywords['computed'] === undefined,
    align: FIELD_TYPES[type].align,
    ...(keywords['column'] as object),
  };
}

function referenceOf(keywords: Keywords): ReferenceModel | undefined {
  type ReferenceKeywords = {
    entity: string;
    where?: Match;
    create?: boolean;
    emptyText?: string;
    onDelete?: string;
  };
  const reference = keywords['reference'] as ReferenceKeywords | undefined;
  if (!reference) return undefined;
  const { onDelete, ...rest } = reference;
  const deletion: Pick<ReferenceModel, 'onDelete'> =
    onDelete === 'unset' || onDelete === 'cascade' ? { onDelete } : {};
  return { create: true, ...rest, ...deletion };
}

function deriveOf(keywords: Keywords): FieldModel['derive'] {
  const [by, field] = textOf(keywords['derive']).split('.');
  return by && field ? { by, field } : undefined;
}

/** Forms hide generated and computed fields. */
function modeOf(keywords: Keywords): FieldModel['mode'] {
  const defaultMode =
    keywords['generated'] === undefined && keywords['computed'] === undefined ? 'edit' : 'hidden';
  return { create: defaultMode, edit: defaultMode, ...(keywords['mode'] as object | undefined) };
}

function generatedOf(
  schema: JsonSchema,
  keywords: Keywords,
  { path, origins }: Place,
): FieldModel['generated'] {
  const generated = keywords['generated'] as FieldModel['generated'];
  if (generated === 'index' && !/\*(?:\.<[^<>]+>)?\.[^.]+$/.test(path))
    origins.report(schema, ['x-field', 'generated'], 'an index belongs to an item of a list');
  return generated;
}

function rulesOf(keywords: Keywords): ListRules | undefined {
  const { uniqueBy, uniqueAcrossRecords, uniquePrefixBefore, equalLength, allOrNone } = keywords as Record<
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
  const withTitle = place.origins.setLayers({ ...items, title }, place.origins.layersOf(items));
  return compileField('*', withTitle, false, {
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
    place.origins.report(schema, ['oneOf'], 'variants need a "discriminator" that tells them apart');
    return undefined;
  }
  const options = (schema['oneOf'] as JsonSchema[]).flatMap((option): VariantModel[] => {
    const tag = (option['properties'] as Record<string, JsonSchema> | undefined)?.[discriminator]?.['const'];
    if (typeof tag !== 'string') {
      place.origins.report(option, [], `property "${discriminator}" needs a "const" text in every variant`);
      return [];
    }
    const keywords = (option['x-field'] ?? {}) as Keywords;
    return [
      withoutUndefined<VariantModel>({
        value: tag,
        title: (option['title'] as string | undefined) ?? humanise(tag),
        description: option['description'] as string | undefined,
        icon: keywords['icon'] as string | undefined,
        sentence: keywords['sentence'] as string | undefined,
        fields: compileFields(option, { ...place, path: `${place.path}.<${tag}>` }),
      }),
    ];
  });
  return { discriminator, options };
}

/** Removes keys whose value is `undefined`, so that models survive JSON unchanged. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
