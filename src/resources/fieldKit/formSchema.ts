import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { hasOwnEditor, structureOf } from './editors.ts';

export interface RenderedSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

const cache = new WeakMap<FieldModel[], RenderedSchema>();

/**
 * What rjsf renders an object of these fields from, made once per model. It says only which field component draws
 * which property: values inside lists and variants stay opaque to rjsf, so that neither defaults nor `oneOf` are
 * searched on every keystroke. What is right and wrong is the judge's to say (`validator.ts`).
 */
export function objectSchema(fields: FieldModel[]): RenderedSchema {
  const known = cache.get(fields);
  if (known) return known;
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = { 'ui:options': { fields } };
  for (const field of fields) {
    if (field.constant !== undefined) continue;
    const rendered = fieldSchema(field);
    properties[field.name] = rendered.schema;
    uiSchema[field.name] = rendered.uiSchema;
  }
  const made: RenderedSchema = { schema: { type: 'object', properties }, uiSchema };
  cache.set(fields, made);
  return made;
}

const fieldCache = new WeakMap<FieldModel, RenderedSchema>();

/** What rjsf renders one field from. */
export function fieldSchema(field: FieldModel): RenderedSchema {
  const known = fieldCache.get(field);
  if (known) return known;
  const made = makeFieldSchema(field);
  fieldCache.set(field, made);
  return made;
}

function makeFieldSchema(field: FieldModel): RenderedSchema {
  if (field.type === 'object' && field.fields && !hasOwnEditor(field)) {
    const inner = objectSchema(field.fields);
    return {
      schema: { ...inner.schema, title: field.title },
      uiSchema: { ...inner.uiSchema, 'ui:options': { model: field, fields: field.fields } },
    };
  }
  return {
    schema: leafSchema(field),
    uiSchema: {
      'ui:field': structureOf(field) ? 'StructureField' : 'LeafField',
      'ui:options': { model: field },
    },
  };
}

const TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;

/**
 * A single value as JSON Schema. Without its default, which is filled in once, when a record or an item is made; lists
 * and objects of free shape stay untyped, or rjsf would fill empty ones in.
 */
function leafSchema(field: FieldModel): RJSFSchema {
  const { title, description, choices, minLength, maxLength, minimum, maximum, pattern, format } = field;
  const type = Object.entries(TYPES).find(([stored]) => stored === traitsOf(field).stored)?.[1];
  const values = type && choices?.map(({ value }) => value);
  const known = { description, enum: values, minLength, maxLength, minimum, maximum, pattern, format };
  return {
    title,
    ...(type && { type }),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  };
}

/** The model that a uiSchema made here stands for. */
export const modelOf = (uiSchema: UiSchema | undefined): FieldModel | undefined =>
  uiSchema?.['ui:options']?.['model'] as FieldModel | undefined;

/** The fields of the object that a uiSchema made here stands for. */
export const fieldsOf = (uiSchema: UiSchema | undefined): FieldModel[] =>
  (uiSchema?.['ui:options']?.['fields'] as FieldModel[] | undefined) ?? [];
