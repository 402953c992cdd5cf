import { withoutLeading, withoutTrailing } from '../model/trim.ts';

export const MAX_PEOPLE_PER_AUDIENCE = 10_000;

interface PeopleList {
  /** Without duplicates, in order. */
  ids: string[];
  /** Ids that are listed more than once. */
  duplicates: string[];
}

/** Parses pasted ids or a CSV file: separated by lines, commas, semicolons or tabs. */
export function parsePersonIds(text: string): PeopleList {
  const [ids, duplicates] = [new Set<string>(), new Set<string>()];
  for (const part of text.split(/[\s,;]+/)) {
    const id = withoutTrailing(withoutLeading(part, '"'), '"');
    if (id === '') continue;
    if (ids.has(id)) duplicates.add(id);
    ids.add(id);
  }
  return { ids: [...ids], duplicates: [...duplicates] };
}
