import { withoutLeading, withoutTrailing } from '../model/trim.ts';

/** People that a manual audience has at most. */
export const MOST_PEOPLE = 10_000;

export interface PeopleList {
  /** Each once, in their order. */
  ids: string[];
  /** Those that stand there more than once. */
  doubled: string[];
}

/** Ids as they were pasted or come from a CSV file: one a line, or with commas, semicolons or tabs between them. */
export function readPeople(text: string): PeopleList {
  const [ids, doubled] = [new Set<string>(), new Set<string>()];
  for (const part of text.split(/[\s,;]+/)) {
    const id = withoutTrailing(withoutLeading(part, '"'), '"');
    if (id === '') continue;
    if (ids.has(id)) doubled.add(id);
    ids.add(id);
  }
  return { ids: [...ids], doubled: [...doubled] };
}
