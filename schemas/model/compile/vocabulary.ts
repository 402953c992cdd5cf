import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import entityVocabulary from '../../vocabulary/entity.schema.json' with { type: 'json' };
import formVocabulary from '../../vocabulary/form.schema.json' with { type: 'json' };
import fieldVocabulary from '../../vocabulary/field.schema.json' with { type: 'json' };
import productVocabulary from '../../vocabulary/product.schema.json' with { type: 'json' };
import { hasFormat } from '../formats.ts';
import { unknownWord } from '../nearest.ts';
import { escapePointer, pointerSegments } from '../pointer.ts';
import type { FieldType, Json, JsonObject } from '../types.ts';
import { at, type Problems } from './problems.ts';

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  verbose: true,
  formats: { regex: (text) => hasFormat('regex', text) },
});
ajv.addSchema(fieldVocabulary, 'field.schema.json');
ajv.addSchema(productVocabulary, 'product.schema.json');
const check = {
  entity: ajv.compile(entityVocabulary),
  form: ajv.compile(formVocabulary),
  definition: ajv.compile({ $ref: 'field.schema.json#/$defs/property' }),
  access: ajv.compile({ $ref: 'product.schema.json#/$defs/access' }),
  menu: ajv.compile({ $ref: 'product.schema.json#/$defs/menu' }),
};

/** The kinds of files that a schema folder holds. */
export type FileKind = keyof typeof check;

/** A word of the vocabulary with what the compiler has to know of it. */
interface Word {
  const: string;
  /** Field types that it suits. */
  'x-types'?: string[];
  /** What JSON holds for the field type. */
  'x-json'?: string[];
  /** The field type that a type of `src/custom` is treated like. */
  'x-like'?: FieldType;
  /** Settings that the widget takes. */
  'x-options'?: Record<string, { type: string }>;
}

const words = (name: 'type' | 'widget' | 'display'): Map<string, Word> =>
  new Map((fieldVocabulary.$defs[name].oneOf as Word[]).map((word) => [word.const, word]));

export const TYPES = words('type');
export const WIDGETS = words('widget');
export const DISPLAYS = words('display');

/** Field types on which the keywords have an effect; keywords that suit every type are not in it. */
function typesOf(properties: object): Map<string, FieldType[]> {
  const entries = Object.entries(properties as Record<string, { 'x-types'?: FieldType[] }>);
  return new Map(entries.flatMap(([keyword, { 'x-types': types }]) => (types ? [[keyword, types]] : [])));
}
export const PROPERTY_TYPES = typesOf(fieldVocabulary.$defs.property.properties);
export const FIELD_TYPES = typesOf(fieldVocabulary.$defs['x-field'].properties);

/**
 * Reports every place where a file strays from the vocabulary, with the nearest word that would be valid.
 * @returns the content without those places, so that the rest can be checked too, and their JSON pointers
 */
export function readByVocabulary(
  kind: FileKind,
  content: Json,
  problems: Problems,
): { content: JsonObject; passedOver: string[] } {
  const validateFile: ValidateFunction = check[kind];
  if (validateFile(content)) return { content: content as JsonObject, passedOver: [] };
  const passedOver: string[] = [];
  for (const error of validateFile.errors ?? []) {
    const told = describe(error);
    if (!told) continue;
    problems.add(told.path, told.message);
    passedOver.push(told.path);
  }
  const rest = structuredClone(content);
  for (const path of passedOver) cut(rest, path);
  const isObject = rest !== null && typeof rest === 'object' && !Array.isArray(rest);
  return { content: isObject ? rest : {}, passedOver };
}

/** Takes out what stands at the pointer; of a list all, since the places of its other items tell what they are. */
function cut(content: Json, pointer: string): void {
  const trail: [holder: JsonObject, key: string][] = [];
  let current: Json | undefined = content;
  for (const segment of pointerSegments(pointer)) {
    if (current === undefined || current === null || typeof current !== 'object') break;
    if (!Array.isArray(current)) trail.push([current, segment]);
    current = (current as JsonObject)[segment];
  }
  const [holder, key] = trail.at(-1) ?? [];
  // What an entity lacks is filled in when it is compiled.
  const isKept = current !== null && typeof current === 'object' && KEPT.includes(pointer);
  if (holder && key !== undefined && !isKept) Reflect.deleteProperty(holder, key);
}
const KEPT = ['/x-entity', '/x-entity/access'];

interface WordList {
  title?: string;
  properties?: object;
  oneOf?: { const?: unknown }[];
}

function describe(error: ErrorObject): { path: string; message: string } | undefined {
  const { keyword, instancePath, params, data, propertyName } = error;
  const parent = error.parentSchema as WordList | undefined;
  const last = pointerSegments(instancePath).at(-1) ?? 'value';
  const kind = parent?.title ?? (/^\d+$/.test(last) ? 'value' : last);
  const word = typeof data === 'string' ? data : JSON.stringify(data);
  // Names of fields, products and roles are told where they stand, not where the object does.
  if (propertyName !== undefined)
    return { path: instancePath + at(propertyName), message: badName(propertyName, parent?.title) };
  switch (keyword) {
    case 'additionalProperties': {
      const strange = String(params['additionalProperty']);
      return {
        path: `${instancePath}/${escapePointer(strange)}`,
        message: unknownWord('keyword', strange, Object.keys(parent?.properties ?? {})),
      };
    }
    case 'enum':
      return { path: instancePath, message: unknownWord(kind, word, params['allowedValues'] as string[]) };
    case 'oneOf': {
      const known = parent?.oneOf?.map((one) => one.const);
      if (!known?.every((one) => typeof one === 'string')) return undefined;
      return { path: instancePath, message: unknownWord(kind, word, known) };
    }
    case 'required':
      return { path: instancePath, message: `"${String(params['missingProperty'])}" is missing` };
    case 'type':
      return {
        path: instancePath,
        message: `${[params['type']].flat().join(' or ')} expected, found ${JSON.stringify(data)?.slice(0, 60)}`,
      };
    case 'uniqueItems': {
      const later = Math.max(params['i'] as number, params['j'] as number);
      return {
        path: instancePath + at(later),
        message: `${JSON.stringify((data as Json[])[later])} stands here twice`,
      };
    }
    // The parts of a choice tell what is wrong; "must match one of" adds nothing to them.
    case 'anyOf':
    case 'if':
    case 'propertyNames':
      return undefined;
    case 'const':
      return /\/(oneOf|anyOf)\/\d+\//.test(error.schemaPath)
        ? undefined
        : { path: instancePath, message: `must be ${JSON.stringify(params['allowedValue'])}` };
    default:
      return { path: instancePath, message: error.message ?? keyword };
  }
}

function badName(name: string, kind = 'name'): string {
  return kind === 'field name'
    ? `"${name}" is no name for a field: a letter, then letters, digits and underscores`
    : `"${name}" is no ${kind}: small letters, digits and hyphens`;
}
