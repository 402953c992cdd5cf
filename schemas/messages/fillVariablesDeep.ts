import { DEFAULT_LIMITS } from '../model/textLength.ts';
import { fillVariables } from '../model/variables.ts';

/** Fills variables into every text of a value; unknown ones stay. */
export function fillVariablesDeep<T>(value: T, variables: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return fillVariables(value, variables, DEFAULT_LIMITS.textUnits) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillVariablesDeep(item, variables)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillVariablesDeep<unknown>(inner, variables)]),
  ) as T;
}
