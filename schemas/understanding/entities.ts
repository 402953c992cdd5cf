import type { Entity } from '../generated/types.ts';
import { findDates } from './dates.ts';
import { foldText } from './normalise.ts';
import { findPatternMatches, PatternBudget } from './patterns.ts';

/** The properties of an entity that recognition uses. */
export type RecognizableEntity = Pick<Entity, 'name' | 'format' | 'pattern' | 'system' | 'options'> & {
  id: string;
};

/** An entity found in a text. */
export interface FoundEntity {
  id: string;
  /** Name of the entity. */
  entity: string;
  /** Its value: the option's name, the number, the day. */
  value: string;
  /** The words as written, composed; in lower case where case does not matter. */
  text: string;
  /** Position in the searched text, in UTF-16 units. */
  start: number;
  end: number;
}

type Match = Pick<FoundEntity, 'value' | 'text' | 'start' | 'end'>;

/** Longer texts are cut. */
const MAX_TEXT_UNITS = 2_000;

/**
 * Finds all entities in a text. Of overlapping matches of one entity the longest wins; different entities may overlap.
 * @param now reference of "tomorrow"
 * @param budget of the message with the text
 */
export function recognizeEntities(
  text: string,
  entities: readonly RecognizableEntity[],
  now: Date,
  budget = new PatternBudget(),
): FoundEntity[] {
  const composedText = text.normalize('NFC').slice(0, MAX_TEXT_UNITS);
  const foldedText = toArabicDigits(foldText(composedText));
  return entities.flatMap((entity) =>
    dropOverlaps(findMatchesOfEntity(entity, composedText, foldedText, now, budget)).map((match) => ({
      id: entity.id,
      entity: entity.name,
      ...match,
    })),
  );
}

function findMatchesOfEntity(
  entity: RecognizableEntity,
  composedText: string,
  foldedText: string,
  now: Date,
  budget: PatternBudget,
): Match[] {
  const { name, format, options = [], pattern = '', system } = entity;
  if (format === 'list') return options.flatMap((option) => findOption(option, foldedText));
  if (format === 'regex') {
    const matches = findPatternMatches(pattern, composedText, { budget, name: `entity ${name}` });
    return matches.map((match) => ({ ...match, value: match.text }));
  }
  switch (system) {
    case 'email':
      return findPattern(foldedText, /[\p{L}\p{N}._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gu);
    case 'phone':
      return findPattern(foldedText, /(?<![\d.])(?:\+\d{1,3}[ -]?|0)\d(?:[ -]?\d){7,11}(?!\d)/gu, (words) =>
        words.replace(/[^\d+]/g, ''),
      );
    case 'date':
      return findDates(foldedText, now).map((date) => ({
        ...date,
        text: foldedText.slice(date.start, date.end),
      }));
    default:
      return findPattern(foldedText, /(?<![\d.,])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\d])/gu, (words) =>
        words.replaceAll(',', ''),
      );
  }
}

function findPattern(
  text: string,
  pattern: RegExp,
  valueOf: (words: string) => string = (words) => words,
): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    value: valueOf(words),
    text: words,
    start: index,
    end: index + words.length,
  }));
}

/** Finds an option by its name and synonyms. */
function findOption({ name, synonyms = [] }: { name: string; synonyms?: string[] }, text: string): Match[] {
  return [name, ...synonyms].flatMap((term) => {
    const words = toArabicDigits(foldText(term));
    const matches: Match[] = [];
    if (words === '') return matches;
    for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
      const end = start + words.length;
      if (isWholeWord(text, start, end)) matches.push({ value: name, text: words, start, end });
    }
    return matches;
  });
}

const WORD = /[\p{Script=Latin}\p{N}_]/u;

/** Whether a match ends at word boundaries: `S` is not found in `shirt`. Thai is written without word breaks. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const joins = (one: string | undefined, other: string | undefined): boolean =>
    one !== undefined && other !== undefined && WORD.test(one) && WORD.test(other);
  return !joins(text[start - 1], text[start]) && !joins(text[end - 1], text[end]);
}

function dropOverlaps(matches: Match[]): Match[] {
  const selected: Match[] = [];
  for (const match of matches.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (selected.every(({ start, end }) => match.end <= start || match.start >= end)) selected.push(match);
  }
  return selected.sort((a, b) => a.start - b.start);
}

const toArabicDigits = (text: string): string =>
  text.replace(/[๐-๙]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0e50));
