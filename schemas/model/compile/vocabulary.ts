import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import entityVocabulary from '../../vocabulary/entity.schema.json' with { type: 'json' };
import formVocabulary from '../../vocabulary/form.schema.json' with { type: 'json' };
import fieldVocabulary from '../../vocabulary/field.schema.json' with { type: 'json' };
import productVocabulary from '../../vocabulary/product.schema.json' with { type: 'json' };
import { hasFormat } from '../formats.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { escapePointer, pointerSegments } from '../pointer.ts';
import type { FieldType, Json, JsonObject } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** The checks of the kinds of files that a schema folder holds, compiled when the first of them is wanted. */
function checksOf(fields: object) {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    formats: { regex: (text) => hasFormat('regex', text) },
  });
  ajv.addSchema(fields, 'field.schema.json');
  ajv.addSchema(productVocabulary, 'product.schema.json');
  ajv.addSchema(entityVocabulary, 'entity.schema.json');
  return {
    entity: ajv.compile({ $ref: 'entity.schema.json' }),
    form: ajv.compile(formVocabulary),
    definition: ajv.compile({ $ref: 'field.schema.json#/$defs/property' }),
    content: ajv.compile({
      type: 'object',
      required: ['title', 'description'],
      properties: { title: { type: 'string' }, description: { type: 'string' } },
    }),
    access: ajv.compile({ $ref: 'product.schema.json#/$defs/access' }),
    menu: ajv.compile({ $ref: 'product.schema.json#/$defs/menu' }),
    words: ajv.compile({ $ref: 'product.schema.json#/$defs/words' }),
    channel: ajv.compile({ $ref: 'product.schema.json#/$defs/channel' }),
    fields: ajv.compile({ $ref: 'product.schema.json#/$defs/fields' }),
  };
}

/** The kinds of files that a schema folder holds. */
export type FileKind = keyof ReturnType<typeof checksOf>;

/** A word of the vocabulary with what the compiler has to know of it. */
export interface Word {
  const: string;
  description: string;
  /** Field types that it suits. */
  'x-types'?: string[];
  /** What JSON holds for the field type. */
  'x-json'?: string[];
  /** The field type that a type of the product's own is treated like. */
  'x-like'?: FieldType;
  /** Settings that the widget takes. */
  'x-options'?: Record<string, { type: string }>;
}

/** The lists of words that a product may add to, by their names in the vocabulary. */
type WordLists = Record<'type' | 'widget' | 'display', Word[]>;

/** What the files of a product may say. */
export interface Vocabulary extends Record<keyof WordLists, ReadonlyMap<string, Word>> {
  checks: ReturnType<typeof checksOf>;
}

/** The vocabulary with words of a product's own (`words.json`). */
export function vocabularyWith(own: WordLists): Vocabulary {
  const fields = structuredClone(fieldVocabulary);
  const lists = fields.$defs as unknown as Record<string, { oneOf: Word[] }>;
  const listOf = (name: keyof WordLists): Map<string, Word> => {
    const words = lists[name]?.oneOf ?? [];
    words.push(...own[name]);
    return new Map(words.map((word) => [word.const, word]));
  };
  const known = { type: listOf('type'), widget: listOf('widget'), display: listOf('display') };
  let checks: Vocabulary['checks'] | undefined;
  return {
    ...known,
    get checks() {
      return (checks ??= checksOf(fields));
    },
  };
}

/** What all products may say. */
export const VOCABULARY = vocabularyWith({ type: [], widget: [], display: [] });

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
  vocabulary = VOCABULARY,
): { content: JsonObject; passedOver: string[] } {
  const validateFile: ValidateFunction = vocabulary.checks[kind];
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
    return { path: instancePath + jsonPointer(propertyName), message: badName(propertyName, parent?.title) };
  switch (keyword) {
    case 'additionalProperties': {
      const strange = String(params['additionalProperty']);
      return {
        path: `${instancePath}/${escapePointer(strange)}`,
        message: unknownNameMessage('keyword', strange, Object.keys(parent?.properties ?? {})),
      };
    }
    case 'enum':
      return {
        path: instancePath,
        message: unknownNameMessage(kind, word, params['allowedValues'] as string[]),
      };
    case 'oneOf': {
      const known = parent?.oneOf?.map((one) => one.const);
      if (!known?.every((one) => typeof one === 'string')) return undefined;
      return { path: instancePath, message: unknownNameMessage(kind, word, known) };
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
        path: instancePath + jsonPointer(later),
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
