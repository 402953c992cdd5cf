import type { JsonObject } from '../../../schemas/model/types.ts';
import { findPersonVariableNames, listOpenNames } from '../../engine/resources/personVariables.ts';
import type { Services } from '../../engine/resources/services.ts';

/** Limit of requested and of suggested names. */
const MAX_NAMES = 101;
const MAX_SUGGESTIONS = 8;
const MAX_KEYWORD_CHARS = 100;

/** What `readVariableNames` answers, for the description of the API. */
export const VARIABLE_NAMES_SCHEMA: JsonObject = {
  type: 'object',
  required: ['names'],
  properties: {
    names: {
      type: 'array',
      items: { type: 'string' },
      description:
        'With `names`, a list with commas: those of them that texts have of people. Else custom fields that hold `keyword`.',
    },
  },
};

/** Names under which texts have something of people: which of some there are, or what may be offered for a word. */
export async function readVariableNames(
  { catalog, db }: Services,
  { names, keyword }: Readonly<Record<string, unknown>>,
): Promise<{ names: string[] }> {
  if (typeof names === 'string')
    return { names: [...(await findPersonVariableNames(catalog, db, names.split(',').slice(0, MAX_NAMES)))] };
  const typed = typeof keyword === 'string' ? keyword.slice(0, MAX_KEYWORD_CHARS) : '';
  return { names: await listOpenNames(catalog, db, typed, MAX_SUGGESTIONS) };
}
