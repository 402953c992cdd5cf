import { RE2JS } from 're2js';

/** Characters of a text that patterns look at. */
const MOST_CHARACTERS = 2_000;
const MOST_MATCHES = 20;
const MOST_KEPT = 500;

const kept = new Map<string, RE2JS | string>();
/** Letters are found in either case. */
const ANY_CASE = RE2JS.CASE_INSENSITIVE;

/** Compiled once: it takes time that grows with the text and never explodes, whatever people write. */
function compiled(pattern: string, flags = 0): RE2JS | string {
  const key = `${flags} ${pattern}`;
  const held = kept.get(key);
  if (held !== undefined) return held;
  if (kept.size >= MOST_KEPT) kept.clear();
  let made: RE2JS | string;
  try {
    made = RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
  } catch (error) {
    made = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
  }
  kept.set(key, made);
  return made;
}

/** Why a pattern finds nothing: looking ahead or back and repeating a group are not possible. Undefined for a good one. */
export function patternProblem(pattern: string): string | undefined {
  const made = compiled(pattern);
  return typeof made === 'string' ? made : undefined;
}

export interface PatternMatch {
  text: string;
  start: number;
  end: number;
}

/** Everything in a text that a pattern matches; nothing for a pattern that cannot be used. */
export function matchesOf(pattern: string, text: string, anyCase = false): PatternMatch[] {
  const made = compiled(pattern, anyCase ? ANY_CASE : 0);
  if (typeof made === 'string') return [];
  const matcher = made.matcher(text.slice(0, MOST_CHARACTERS));
  const found: PatternMatch[] = [];
  while (found.length < MOST_MATCHES && matcher.find()) {
    const words = matcher.group() ?? '';
    if (words !== '') found.push({ text: words, start: matcher.start(), end: matcher.end() });
  }
  return found;
}
