import { RE2JS } from 're2js';
import { t } from '../texts/translate.ts';

/** UTF-16 units of a text that patterns search. */
const MAX_SEARCHED_UNITS = 2_000;
const MAX_MATCHES = 20;
const MAX_CACHED_PATTERNS = 500;
/** Maximum instructions of a pattern's program. */
const MAX_PATTERN_INSTRUCTIONS = 2_000;
/** Compiling a far too large program is slow; the estimate from its source suffices. */
const MAX_ESTIMATED_INSTRUCTIONS = 4 * MAX_PATTERN_INSTRUCTIONS;
/** Steps (instructions × characters) of all patterns per message. */
const MAX_STEPS_PER_MESSAGE = 1_000_000;
/** Patterns named in a note. */
const MAX_NAMED_PATTERNS = 10;

const TOO_LARGE = 'it is too large. Repeat less often, or use * and + for any number of times';

const patternCache = new Map<string, RE2JS | string>();
/** Letters are found in either case. */
const IGNORE_CASE_FLAG = RE2JS.CASE_INSENSITIVE;

/** Compiles a pattern, cached. Matching takes linear time, whatever people write. */
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

/** Estimates the instructions of a pattern's program from its source; repetitions multiply. */
function estimatedInstructions(pattern: string): number {
  /** Instructions of each open group, and of its last element. */
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
 * Why a pattern is invalid: lookaround and backreferences are not supported, nor are too large programs. Undefined for
 * a valid one.
 */
export function patternProblem(pattern: string): string | undefined {
  const program = compileCached(pattern);
  return typeof program === 'string' ? program : undefined;
}

export const isPatternTooLarge = (pattern: string): boolean => compileCached(pattern) === TOO_LARGE;

/** The steps left for the patterns of one message, and the patterns that were skipped. */
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

  /** Notes for people on what was skipped and why. */
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
  /** Name of the pattern's owner, for the budget's notes. */
  name?: string;
}

/** All matches of a pattern in a text; none for an invalid pattern. */
export function findPatternMatches(
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
