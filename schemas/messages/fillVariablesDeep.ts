import { DEFAULT_LIMITS } from '../model/textLength.ts';
import { fillVariables } from '../model/variables.ts';

/** A value with the variables filled into every text of it; what is no variable stays as it stands. */
export function fillVariablesDeep<T>(value: T, variables: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return fillVariables(value, variables, DEFAULT_LIMITS.textUnits) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillVariablesDeep(item, variables)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillVariablesDeep<unknown>(inner, variables)]),
  ) as T;
}
