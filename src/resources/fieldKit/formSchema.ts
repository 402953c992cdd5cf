import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { hasOwnEditor, findStructure } from './editors.ts';

export interface RenderedSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

const objectSchemaCache = new WeakMap<FieldModel[], RenderedSchema>();

/**
 * The schema and uiSchema that rjsf renders an object from, cached per model. They only select field components:
 * lists and variants stay opaque to rjsf, so that it evaluates neither defaults nor `oneOf` on every keystroke.
 * `validator.ts` does the validation.
 */
export function buildObjectSchema(fields: FieldModel[]): RenderedSchema {
  const constraints = objectSchemaCache.get(fields);
  if (constraints) return constraints;
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = { 'ui:options': { fields } };
  for (const field of fields) {
    if (field.constant !== undefined) continue;
    const rendered = buildFieldSchema(field);
    properties[field.name] = rendered.schema;
    uiSchema[field.name] = rendered.uiSchema;
  }
  const made: RenderedSchema = { schema: { type: 'object', properties }, uiSchema };
  objectSchemaCache.set(fields, made);
  return made;
}

const fieldSchemaCache = new WeakMap<FieldModel, RenderedSchema>();

/** The schema and uiSchema of one field, cached. */
export function buildFieldSchema(field: FieldModel): RenderedSchema {
  const known = fieldSchemaCache.get(field);
  if (known) return known;
  const made = createFieldSchema(field);
  fieldSchemaCache.set(field, made);
  return made;
}

function createFieldSchema(field: FieldModel): RenderedSchema {
  if (field.type === 'object' && field.fields && !hasOwnEditor(field)) {
    const inner = buildObjectSchema(field.fields);
    return {
      schema: { ...inner.schema, title: field.title },
      uiSchema: { ...inner.uiSchema, 'ui:options': { model: field, fields: field.fields } },
    };
  }
  return {
    schema: buildLeafSchema(field),
    uiSchema: {
      'ui:field': findStructure(field) ? 'StructureField' : 'LeafField',
      'ui:options': { model: field },
    },
  };
}

const TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;

/**
 * JSON Schema of a single value. It omits the default, which is filled in once on creation, and the type of lists and
 * free-form objects, which rjsf would initialize.
 */
function buildLeafSchema(field: FieldModel): RJSFSchema {
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

/** The field model in a uiSchema. */
export const modelOf = (uiSchema: UiSchema | undefined): FieldModel | undefined =>
  uiSchema?.['ui:options']?.['model'] as FieldModel | undefined;

/** The field models of an object in its uiSchema. */
export const fieldsOf = (uiSchema: UiSchema | undefined): FieldModel[] =>
  (uiSchema?.['ui:options']?.['fields'] as FieldModel[] | undefined) ?? [];
