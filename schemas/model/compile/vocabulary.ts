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

/** Compiles the validators of the file kinds, when the first is used. */
function compileFileChecks(fields: object) {
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
export type FileKind = keyof ReturnType<typeof compileFileChecks>;

/** A word of the vocabulary with its annotations for the compiler. */
export interface Word {
  const: string;
  description: string;
  /** Field types that it may be used with. */
  'x-types'?: string[];
  /** JSON types of the field type's values. */
  'x-json'?: string[];
  /** The built-in type that a product's own type behaves like. */
  'x-like'?: FieldType;
  /** Options of the widget. */
  'x-options'?: Record<string, { type: string }>;
}

/** Lists of words that a product may extend, by their names in the vocabulary. */
type WordLists = Record<'type' | 'widget' | 'display', Word[]>;

/** The vocabulary of a product's files. */
export interface Vocabulary extends Record<keyof WordLists, ReadonlyMap<string, Word>> {
  checks: ReturnType<typeof compileFileChecks>;
}

/** The vocabulary extended by a product's words (`words.json`). */
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
      return (checks ??= compileFileChecks(fields));
    },
  };
}

/** The built-in vocabulary. */
export const VOCABULARY = vocabularyWith({ type: [], widget: [], display: [] });

/** Field types by keyword; keywords for every type are absent. */
function typesOf(properties: object): Map<string, FieldType[]> {
  const entries = Object.entries(properties as Record<string, { 'x-types'?: FieldType[] }>);
  return new Map(entries.flatMap(([keyword, { 'x-types': types }]) => (types ? [[keyword, types]] : [])));
}
export const PROPERTY_TYPES = typesOf(fieldVocabulary.$defs.property.properties);
export const FIELD_TYPES = typesOf(fieldVocabulary.$defs['x-field'].properties);

/**
 * Reports what the vocabulary rejects in a file, with the nearest valid word.
 * @returns the content without those places, so that the rest can be checked too, and their JSON pointers
 */
export function readByVocabulary(
  kind: FileKind,
  content: Json,
  problems: Problems,
  vocabulary = VOCABULARY,
): { content: JsonObject; rejectedPointers: string[] } {
  const validateFile: ValidateFunction = vocabulary.checks[kind];
  if (validateFile(content)) return { content: content as JsonObject, rejectedPointers: [] };
  const rejectedPointers: string[] = [];
  for (const error of validateFile.errors ?? []) {
    const problem = toProblem(error);
    if (!problem) continue;
    problems.add(problem.path, problem.message);
    rejectedPointers.push(problem.path);
  }
  const validPart = structuredClone(content);
  for (const path of rejectedPointers) removeAt(validPart, path);
  const isObject = validPart !== null && typeof validPart === 'object' && !Array.isArray(validPart);
  return { content: isObject ? validPart : {}, rejectedPointers };
}

/** Removes the value at a pointer; for a list's item the whole list, as pointers to its other items would shift. */
function removeAt(content: Json, pointer: string): void {
  const trail: [holder: JsonObject, key: string][] = [];
  let current: Json | undefined = content;
  for (const segment of pointerSegments(pointer)) {
    if (current === undefined || current === null || typeof current !== 'object') break;
    if (!Array.isArray(current)) trail.push([current, segment]);
    current = (current as JsonObject)[segment];
  }
  const [holder, key] = trail.at(-1) ?? [];
  // Defaults for mandatory keywords are filled in at compilation.
  const isMandatory = current !== null && typeof current === 'object' && NEVER_REMOVED.includes(pointer);
  if (holder && key !== undefined && !isMandatory) Reflect.deleteProperty(holder, key);
}
const NEVER_REMOVED = ['/x-entity', '/x-entity/access'];

interface WordList {
  title?: string;
  properties?: object;
  oneOf?: { const?: unknown }[];
}

function toProblem(error: ErrorObject): { path: string; message: string } | undefined {
  const { keyword, instancePath, params, data, propertyName } = error;
  const parent = error.parentSchema as WordList | undefined;
  const last = pointerSegments(instancePath).at(-1) ?? 'value';
  const kind = parent?.title ?? (/^\d+$/.test(last) ? 'value' : last);
  const word = typeof data === 'string' ? data : JSON.stringify(data);
  // Invalid names are reported at the property, not at the object.
  if (propertyName !== undefined)
    return {
      path: instancePath + jsonPointer(propertyName),
      message: invalidNameMessage(propertyName, parent?.title),
    };
  switch (keyword) {
    case 'additionalProperties': {
      const unknownKeyword = String(params['additionalProperty']);
      return {
        path: `${instancePath}/${escapePointer(unknownKeyword)}`,
        message: unknownNameMessage('keyword', unknownKeyword, Object.keys(parent?.properties ?? {})),
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
    // The errors of the branches say more than "must match one of".
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

function invalidNameMessage(name: string, kind = 'name'): string {
  return kind === 'field name'
    ? `"${name}" is no name for a field: a letter, then letters, digits and underscores`
    : `"${name}" is no ${kind}: small letters, digits and hyphens`;
}
