import { CONTENT_SCHEMA_KEYWORDS } from '../content.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import type { JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { textOf } from '../text.ts';

/** Keywords that hold schemas under names that are no keywords. */
const NAMED_SUBSCHEMAS = ['properties', '$defs'];
const LISTED_SUBSCHEMAS = ['oneOf', 'anyOf'];

/** Reports unknown keywords and dangling references in a schema of `contents/`. */
export function checkContentSchema(root: JsonSchema, problems: Problems): void {
  const defs = (root['$defs'] ?? {}) as Record<string, JsonSchema>;
  const walk = (schema: JsonSchema, path: string): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      const here = path + jsonPointer(keyword);
      if (!CONTENT_SCHEMA_KEYWORDS.includes(keyword))
        problems.add(here, unknownNameMessage('keyword', keyword, CONTENT_SCHEMA_KEYWORDS));
      if (keyword === '$ref') {
        const name = textOf(value).replace('#/$defs/', '');
        if (!Object.hasOwn(defs, name))
          problems.add(here, unknownNameMessage('reference', name, Object.keys(defs)));
      }
      if (keyword === 'items') walk(value as JsonSchema, here);
      if (NAMED_SUBSCHEMAS.includes(keyword))
        for (const [name, inner] of Object.entries(value as Record<string, JsonSchema>))
          walk(inner, here + jsonPointer(name));
      if (LISTED_SUBSCHEMAS.includes(keyword))
        (value as JsonSchema[]).forEach((inner, index) => walk(inner, here + jsonPointer(index)));
    }
  };
  walk(root, '');
}
