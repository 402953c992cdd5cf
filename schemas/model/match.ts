import type { ContextReference, Match, MatchContext, MatchOperators, MatchTest } from './types.ts';

/** Operators of a test, in the order in which they are documented. */
export const MATCH_OPERATORS = ['exists', 'gt', 'gte', 'lt', 'lte', 'ne', 'in', 'contains'] as const;

/**
 * Whether `target` (the object that has the field, or a whole record) meets the condition. Gives the same result as the
 * translation to SQL. An empty Match always holds.
 */
export function matches(match: Match | undefined, target: unknown, context: MatchContext = {}): boolean {
  if (!match) return true;
  const withRoot = 'root' in context ? context : { ...context, root: target };
  return Object.entries(match).every(([key, test]) => {
    if (test === undefined) return true;
    if (key === 'all') return (test as Match[]).every((part) => matches(part, target, withRoot));
    if (key === 'any') return (test as Match[]).some((part) => matches(part, target, withRoot));
    if (key === 'not') return !matches(test as Match, target, withRoot);
    return testHolds(test as MatchTest, readPath(key, target, withRoot), withRoot);
  });
}

/** The record's paths that a condition reads. */
export function matchPaths(match: Match | undefined): string[] {
  const paths = Object.entries(match ?? {}).flatMap(([key, test]) => {
    if (key === 'all' || key === 'any') return (test as Match[]).flatMap(matchPaths);
    if (key === 'not') return matchPaths(test as Match);
    return key.startsWith('$') ? [] : [key];
  });
  return [...new Set(paths)];
}

/** The value that a Match path names: relative, `/from.the.root`, `$user.…`, `$inUse.…` or `$now`. */
function readPath(path: string, target: unknown, context: MatchContext): unknown {
  if (path.startsWith('$')) return readContext(path.slice(1), context);
  if (path.startsWith('/')) return valueAtPath(context.root, path.slice(1));
  return valueAtPath(target, path);
}

/** Context paths of every condition. */
export const CONTEXT_PATHS = ['user.id', 'user.roles', 'now'] as const;

/** Prefix of values in use of a field: `inUse.channel.type`. */
export const IN_USE = 'inUse.';
/** Prefix of a field of a workspace's single record: `settings.network.quietRule`. */
export const SETTINGS = 'settings.';
/** Prefix of a figure that a module computes for a record: `figures.reach`. */
export const FIGURES = 'figures.';

/** The context paths that a condition reads: `user.id`, `settings.network.quietRule`. */
export function contextPaths(match: Match | undefined): string[] {
  const paths = Object.entries(match ?? {}).flatMap(([key, test]) => {
    if (key === 'all' || key === 'any') return (test as Match[]).flatMap(contextPaths);
    if (key === 'not') return contextPaths(test as Match);
    const values = isOperators(test as MatchTest)
      ? Object.values(test as MatchOperators).flat()
      : [test].flat();
    const named = values.filter(isContextReference).map(({ context }) => context);
    return key.startsWith('$') ? [key.slice(1), ...named] : named;
  });
  return [...new Set(paths)];
}

/**
 * Resolves `user.id`, `user.roles`, `now`, `inUse.<entity>.<field>` (a list), a setting or a figure; undefined for
 * anything else, and for `user.…` without a person.
 */
function readContext(path: string, context: MatchContext): unknown {
  if (path === 'now') return context.now ?? new Date().toISOString();
  if (path.startsWith(IN_USE)) return context.inUse?.[path.slice(IN_USE.length)];
  if (path.startsWith(SETTINGS)) return valueAtPath(context.settings, path.slice(SETTINGS.length));
  if (path.startsWith(FIGURES)) return valueAtPath(context.figures, path.slice(FIGURES.length));
  return path.startsWith('user.') ? valueAtPath(context.user, path.slice('user.'.length)) : undefined;
}

/** Whether a value in a condition refers to the context: `{"context": "user.id"}`. */
export function isContextReference(value: unknown): value is ContextReference {
  return (
    value !== null &&
    typeof value === 'object' &&
    typeof (value as Partial<ContextReference>).context === 'string'
  );
}

/** The value that a test compares with: itself, or the context's. */
export function resolveValue(value: unknown, context: MatchContext): unknown {
  return isContextReference(value) ? readContext(value.context, context) : value;
}

function valueAtPath(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(/[./]/)) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function testHolds(test: MatchTest, actual: unknown, context: MatchContext): boolean {
  if (isOperators(test)) return operatorsHold(test, actual, context);
  if (Array.isArray(test)) return test.some((choice) => equals(actual, resolveValue(choice, context)));
  return equals(actual, resolveValue(test, context));
}

/** Whether a test consists of operators rather than a value to compare with. */
export function isOperators(test: MatchTest): test is MatchOperators {
  return test !== null && typeof test === 'object' && !Array.isArray(test) && !isContextReference(test);
}

function operatorsHold(test: MatchOperators, actual: unknown, context: MatchContext): boolean {
  return Object.entries(test).every(([operator, raw]) => {
    const expected = resolveValue(raw, context);
    switch (operator) {
      case 'exists':
        return isPresent(actual) === expected;
      case 'ne':
        return !equals(actual, expected);
      case 'in':
        return (
          Array.isArray(expected) && expected.some((choice) => equals(actual, resolveValue(choice, context)))
        );
      case 'contains':
        return Array.isArray(actual)
          ? actual.includes(expected)
          : typeof actual === 'string' && typeof expected === 'string' && actual.includes(expected);
      case 'gt':
        return compare(actual, expected, (order) => order > 0);
      case 'gte':
        return compare(actual, expected, (order) => order >= 0);
      case 'lt':
        return compare(actual, expected, (order) => order < 0);
      case 'lte':
        return compare(actual, expected, (order) => order <= 0);
      default:
        return false;
    }
  });
}

/** Whether a value is neither absent, null, an empty text nor an empty list. */
export function isPresent(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** A list equals any value that it contains; absent equals null. */
function equals(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.includes(expected);
  return (actual ?? null) === (expected ?? null);
}

function compare(actual: unknown, expected: unknown, isExpected: (order: number) => boolean): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') return isExpected(actual - expected);
  if (typeof actual === 'string' && typeof expected === 'string') {
    return isExpected(actual < expected ? -1 : actual > expected ? 1 : 0);
  }
  return false;
}
