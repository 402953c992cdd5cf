import { RE2JS } from 're2js';
import { t } from '../texts/translate.ts';

/** Characters of a text that patterns look at. */
const MAX_SEARCHED_UNITS = 2_000;
const MAX_MATCHES = 20;
const MAX_CACHED_PATTERNS = 500;
/** Instructions of a pattern's program. */
const MAX_PATTERN_INSTRUCTIONS = 2_000;
/** Compiling takes long for programs that are many times too large, which their text tells well enough. */
const MAX_ESTIMATED_INSTRUCTIONS = 4 * MAX_PATTERN_INSTRUCTIONS;
/** Instructions times characters that all patterns may take for one message. */
const MAX_STEPS_PER_MESSAGE = 1_000_000;
/** Patterns that are named where they were not used. */
const MAX_NAMED_PATTERNS = 10;

const TOO_LARGE = 'it is too large. Repeat less often, or use * and + for any number of times';

const patternCache = new Map<string, RE2JS | string>();
/** Letters are found in either case. */
const IGNORE_CASE_FLAG = RE2JS.CASE_INSENSITIVE;

/** Compiled once: it takes time that grows with the text and never explodes, whatever people write. */
function compileCached(pattern: string, flags = 0): RE2JS | string {
  const key = `${flags} ${pattern}`;
  const cached = patternCache.get(key);
  if (cached !== undefined) return cached;
  if (patternCache.size >= MAX_CACHED_PATTERNS) patternCache.clear();
  const program = compile(pattern, flags);
  patternCache.set(key, program);
  return program;
}

function compile(pattern: string, flags: number): RE2JS | string {
  if (estimatedInstructions(pattern) > MAX_ESTIMATED_INSTRUCTIONS) return TOO_LARGE;
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
    return program.programSize() > MAX_PATTERN_INSTRUCTIONS ? TOO_LARGE : program;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
  }
}

/** An escape, a class, what opens or closes a group, an alternative, a repetition, or a character. */
const TOKEN =
  /\\(?:[pPx]\{[^{}]*\}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\((?:\?[^():]*:)?|\)|\||[*+?]|\{(\d+)(?:,(\d*))?\}|[^]/gy;

/** About how many instructions a pattern's program has, from its text alone: what is repeated counts each time. */
function estimatedInstructions(pattern: string): number {
  /** Instructions of each group that is open, and of what stood last in it. */
  const open = [{ all: 0, last: 0 }];
  for (const [token, least, most = least] of pattern.matchAll(TOKEN)) {
    const group = open.at(-1) ?? { all: 0, last: 0 };
    if (token.startsWith('(')) open.push({ all: 2, last: 0 });
    else if (token === ')' && open.length > 1) {
      const closed = open.pop()?.all ?? 0;
      const outerGroup = open.at(-1) ?? group;
      outerGroup.all += closed;
      outerGroup.last = closed;
    } else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      group.all += group.last * (times - 1) + times;
      group.last *= times;
    } else {
      group.all += 1;
      if (!'|*+?'.includes(token)) group.last = 1;
    }
  }
  return open.reduce((sum, { all }) => sum + all, 0);
}

/**
 * Why a pattern finds nothing: looking ahead or back and repeating a group are not possible, nor is what takes too long.
 * Undefined for a good one.
 */
export function patternProblem(pattern: string): string | undefined {
  const program = compileCached(pattern);
  return typeof program === 'string' ? program : undefined;
}

export const isPatternTooLarge = (pattern: string): boolean => compileCached(pattern) === TOO_LARGE;

/** What the patterns of one message may still take, and those that were not used. */
export class PatternBudget {
  #left = MAX_STEPS_PER_MESSAGE;
  readonly #skipped = new Set<string>();
  readonly #unusable = new Set<string>();

  /** @returns whether there is enough left */
  spend(steps: number): boolean {
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }

  skip(name: string): void {
    this.#skipped.add(name);
  }

  reject(name: string): void {
    this.#unusable.add(name);
  }

  /** What was left out and why, in sentences for people. */
  notes(): string[] {
    return [
      ...formatNote(
        t('Left out, because together the patterns take too long for this message'),
        this.#skipped,
      ),
      ...formatNote(t('Left out, because the pattern cannot be used'), this.#unusable),
    ];
  }
}

function formatNote(why: string, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [];
  const more =
    names.size > MAX_NAMED_PATTERNS ? t(' and %{size} more', { size: names.size - MAX_NAMED_PATTERNS }) : '';
  return [`${why}: ${[...names].slice(0, MAX_NAMED_PATTERNS).join(', ')}${more}`];
}

interface PatternMatch {
  text: string;
  start: number;
  end: number;
}

interface SearchOptions {
  anyCase?: boolean;
  /** Of the message that the text is from. */
  budget?: PatternBudget;
  /** What has the pattern, for the budget's notes. */
  name?: string;
}

/** Everything in a text that a pattern matches; nothing for a pattern that cannot be used. */
export function matchesOf(
  pattern: string,
  text: string,
  { anyCase = false, budget = new PatternBudget(), name = pattern }: SearchOptions = {},
): PatternMatch[] {
  const program = compileCached(pattern, anyCase ? IGNORE_CASE_FLAG : 0);
  if (typeof program === 'string') {
    budget.reject(name);
    return [];
  }
  const searched = text.slice(0, MAX_SEARCHED_UNITS);
  const matcher = program.matcher(searched);
  const found: PatternMatch[] = [];
  for (let at = 0; found.length < MAX_MATCHES; at = matcher.end()) {
    if (!budget.spend(program.programSize() * (searched.length - at + 1))) {
      budget.skip(name);
      break;
    }
    if (!matcher.find()) break;
    const words = matcher.group() ?? '';
    if (words !== '') found.push({ text: words, start: matcher.start(), end: matcher.end() });
  }
  return found;
}
