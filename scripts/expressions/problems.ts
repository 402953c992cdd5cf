import type { FoundExpression } from './collect.ts';
import { BOUNDED_EXPRESSIONS, type BoundedExpression } from './bounded.ts';
import { superLinearCauses } from './superLinear.ts';

/** What is wrong with the expressions, one line each: those whose time is not linear, and needless exceptions. */
export function findProblems(
  found: readonly FoundExpression[],
  bounded: readonly BoundedExpression[] = BOUNDED_EXPRESSIONS,
): string[] {
  const causes = new Map<string, string[]>();
  const findCauses = ({ source, flags }: FoundExpression): string[] => {
    if (source === undefined)
      return ['it is put together while the program runs, so that nobody can check it'];
    const key = `/${source}/${flags}`;
    const known = causes.get(key) ?? superLinearCauses(source, flags);
    causes.set(key, known);
    return known;
  };
  const slow = found
    .map((expression) => ({ ...expression, causes: findCauses(expression) }))
    .filter((expression) => expression.causes.length > 0);
  const isOf = (exception: BoundedExpression, { file, text }: FoundExpression): boolean =>
    exception.file === file && exception.text === text;
  return [
    ...slow
      .filter((expression) => !bounded.some((exception) => isOf(exception, expression)))
      .map(({ file, line, text, causes }) => `${file}:${line} ${text}: ${causes.join('; ')}`),
    ...bounded
      .filter((exception) => !slow.some((expression) => isOf(exception, expression)))
      .map(
        ({ file, text }) => `scripts/expressions/bounded.ts: ${file} has no ${text} that needs an exception`,
      ),
  ];
}
