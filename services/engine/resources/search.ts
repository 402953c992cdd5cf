import type { EntityModel, Match, MatchTest } from '../../../schemas/model/types.ts';
import { isStorable, type Parameters } from '../storage/matchSql.ts';
import { columnsOf, searchTextSql } from '../storage/sql.ts';

/**
 * Rows that are searched for a keyword without three letters in a row: the trigram index cannot find it, so only the first
 * rows of the list's order are scanned.
 */
export const MAX_ROWS_SCANNED = 50_000;

const THREE_IN_A_ROW = /[\p{L}\p{M}\p{N}]{3}/u;

/** Whether the trigram index cannot find the keyword, so that every row would have to be read. */
export function isTooShortForIndex(keyword: string | undefined): boolean {
  const text = keyword?.trim() ?? '';
  return text !== '' && !THREE_IN_A_ROW.test(text.normalize());
}

/** The condition that a row contains the keyword; undefined without one. */
export function keywordCondition(
  model: EntityModel,
  keyword: string | undefined,
  parameters: Parameters,
): string | undefined {
  const wanted = keyword?.trim() ?? '';
  if (!wanted) return undefined;
  const text = searchTextSql(model);
  if (!text || !isStorable(wanted)) return 'false';
  const escaped = wanted.replaceAll(/[\\%_]/g, '\\$&');
  return `${text} LIKE '%' || record_search(${parameters.add(escaped)}) || '%'`;
}

/**
 * Conditions on index keys, redundant to the match, so that indexes are used: texts that may be too long for an index
 * are indexed by a key.
 */
export function keyConditions(model: EntityModel, match: Match, parameters: Parameters): string[] {
  const columns = columnsOf(model);
  return Object.entries(match).flatMap(([name, test]) => {
    if (name === 'all') return (test as Match[]).flatMap((part) => keyConditions(model, part, parameters));
    const key = columns.get(name)?.key;
    const values = textsOf(test);
    if (key === undefined || values === undefined) return [];
    const keys = values.map((value) => `record_index_key(${parameters.add(value)}::text)`);
    return [keys.length === 1 ? `${key} = ${keys[0]}` : `${key} = ANY(ARRAY[${keys.join(', ')}])`];
  });
}

/** The texts of an equality condition; undefined for any other condition. */
function textsOf(test: MatchTest | Match[] | Match | undefined): string[] | undefined {
  const values: unknown[] = Array.isArray(test) ? test : [test];
  const texts = values.filter((value) => typeof value === 'string' && isStorable(value));
  return texts.length > 0 && texts.length === values.length ? texts : undefined;
}
