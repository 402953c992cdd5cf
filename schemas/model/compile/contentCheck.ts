import { CONTENT_WORDS } from '../content.ts';
import { unknownWord } from '../nearest.ts';
import type { JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { textOf } from '../text.ts';

/** Holders of schemas by names that are nobody's words. */
const BY_NAME = ['properties', '$defs'];
const LISTS = ['oneOf', 'anyOf'];

/** What a schema of `contents/` says that nothing reads, and references that lead nowhere. */
export function checkContent(root: JsonSchema, problems: Problems): void {
  const defs = (root['$defs'] ?? {}) as Record<string, JsonSchema>;
  const walk = (schema: JsonSchema, path: string): void => {
    for (const [word, said] of Object.entries(schema)) {
      const here = path + jsonPointer(word);
      if (!CONTENT_WORDS.includes(word)) problems.add(here, unknownWord('keyword', word, CONTENT_WORDS));
      if (word === '$ref') {
        const name = textOf(said).replace('#/$defs/', '');
        if (!Object.hasOwn(defs, name)) problems.add(here, unknownWord('reference', name, Object.keys(defs)));
      }
      if (word === 'items') walk(said as JsonSchema, here);
      if (BY_NAME.includes(word))
        for (const [name, inner] of Object.entries(said as Record<string, JsonSchema>))
          walk(inner, here + jsonPointer(name));
      if (LISTS.includes(word))
        (said as JsonSchema[]).forEach((inner, index) => walk(inner, here + jsonPointer(index)));
    }
  };
  walk(root, '');
}
