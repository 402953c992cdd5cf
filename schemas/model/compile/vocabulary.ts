import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import entityVocabulary from '../../vocabulary/entity.schema.json' with { type: 'json' };
import formVocabulary from '../../vocabulary/form.schema.json' with { type: 'json' };
import fieldVocabulary from '../../vocabulary/field.schema.json' with { type: 'json' };
import productVocabulary from '../../vocabulary/product.schema.json' with { type: 'json' };
import { hasFormat } from '../formats.ts';
import { unknownWord } from '../nearest.ts';
import { escapePointer } from '../pointer.ts';
import type { Problems } from './problems.ts';

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  verbose: true,
  formats: { regex: (text) => hasFormat('regex', text) },
});
ajv.addSchema(fieldVocabulary, 'field.schema.json');
const check = {
  entity: ajv.compile(entityVocabulary),
  form: ajv.compile(formVocabulary),
  definition: ajv.compile({ $ref: 'field.schema.json#/$defs/property' }),
  access: ajv.compile(productVocabulary.$defs.access),
  menu: ajv.compile(productVocabulary.$defs.menu),
};

/** Names that the vocabulary lists for a keyword of `x-field`, such as the widgets. */
export function vocabularyWords(keyword: 'widget' | 'display'): string[] {
  return fieldVocabulary.$defs[keyword].enum;
}

/** Reports every place where a file strays from the vocabulary, with the nearest word that would be valid. */
export function checkVocabulary(kind: keyof typeof check, content: unknown, problems: Problems): boolean {
  const validateFile: ValidateFunction = check[kind];
  if (validateFile(content)) return true;
  for (const error of validateFile.errors ?? []) {
    const told = describe(error);
    if (told) problems.add(told.path, told.message);
  }
  return false;
}

function describe(error: ErrorObject): { path: string; message: string } | undefined {
  const { keyword, instancePath, params, data } = error;
  const parent = error.parentSchema as { properties?: object } | undefined;
  switch (keyword) {
    case 'additionalProperties': {
      const word = String(params['additionalProperty']);
      return {
        path: `${instancePath}/${escapePointer(word)}`,
        message: unknownWord('keyword', word, Object.keys(parent?.properties ?? {})),
      };
    }
    case 'enum': {
      const word = typeof data === 'string' ? data : JSON.stringify(data);
      const kind = instancePath.slice(instancePath.lastIndexOf('/') + 1).replace(/^\d+$/, 'value');
      return { path: instancePath, message: unknownWord(kind, word, params['allowedValues'] as string[]) };
    }
    case 'required':
      return { path: instancePath, message: `"${String(params['missingProperty'])}" is missing` };
    case 'type':
      return {
        path: instancePath,
        message: `${[params['type']].flat().join(' or ')} expected, found ${JSON.stringify(data)?.slice(0, 60)}`,
      };
    // The parts of a choice tell what is wrong; "must match one of" adds nothing to them.
    case 'anyOf':
    case 'oneOf':
    case 'if':
      return undefined;
    default:
      return { path: instancePath, message: error.message ?? keyword };
  }
}
