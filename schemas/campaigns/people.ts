import { withoutLeading, withoutTrailing } from '../model/trim.ts';

export const MAX_PEOPLE_PER_AUDIENCE = 10_000;

interface PeopleList {
  /** Each once, in their order. */
  ids: string[];
  /** Those that are listed more than once. */
  duplicates: string[];
}

/** Ids as they were pasted or come from a CSV file: one a line, or with commas, semicolons or tabs between them. */
export function parsePeople(text: string): PeopleList {
  const [ids, duplicates] = [new Set<string>(), new Set<string>()];
  for (const part of text.split(/[\s,;]+/)) {
    const id = withoutTrailing(withoutLeading(part, '"'), '"');
    if (id === '') continue;
    if (ids.has(id)) duplicates.add(id);
    ids.add(id);
  }
  return { ids: [...ids], duplicates: [...duplicates] };
}
