import type { AccessTable, Json, JsonSchema } from '../types.ts';
import { humanise } from './titles.ts';

/** Every role with its words: what it is called beside its product's others, and what it may do. */
export function rolesOf({ roles, words = {} }: AccessTable): Offered {
  const described = (part: (role: string) => string | undefined): Record<string, string> =>
    Object.fromEntries(
      Object.keys(roles).flatMap((role) => {
        const said = part(role);
        return said === undefined ? [] : [[role, said]];
      }),
    );
  const productOf = (role: string): string => role.split('.')[0] ?? role;
  return {
    labels: described((role) => words[role]?.label ?? role),
    descriptions: described((role) => words[role]?.description),
    groups: described((role) => words[productOf(role)]?.label ?? productOf(role)),
  };
}

/** What can be done with records beyond the usual, over all entities, with its words. */
export function operationLabels(entities: (JsonSchema | undefined)[]): Record<string, string> {
  type Named = { id?: string; label?: string };
  const own = entities.map((one) => one?.['x-entity'] as EntityOperations | undefined);
  const noted = own.filter((one) => (one?.source ?? 'table') === 'table' && !one?.events);
  const named = noted.flatMap((one): Named[] => [
    ...(one?.actions ?? []),
    ...(one?.lifecycle?.transitions ?? []),
  ]);
  return Object.fromEntries(named.flatMap(({ id, label }) => (id ? [[id, label ?? humanise(id)]] : [])));
}

interface EntityOperations {
  source?: string;
  events?: object;
  actions?: { id?: string; label?: string }[];
  lifecycle?: { transitions?: { id?: string; label?: string }[] };
}

/** Choices from elsewhere: their words by value. */
type Offered = Record<'labels', Record<string, string>> &
  Partial<Record<'descriptions' | 'groups', Record<string, string>>>;

/**
 * Puts the choices that `choicesFrom` stands for into a schema, behind those that it states; `sources` gives their
 * words.
 */
export function withChoices(value: Json, sources: Record<string, Offered>): Json {
  if (Array.isArray(value)) return value.map((item) => withChoices(item, sources));
  if (value === null || typeof value !== 'object') return value;
  const filled = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withChoices(inner, sources)]),
  );
  const own = filled['x-field'] as JsonSchema | undefined;
  const offered = typeof own?.['choicesFrom'] === 'string' ? sources[own['choicesFrom']] : undefined;
  if (!offered) return filled;
  const { labels, ...words } = offered;
  const stated = (filled['enum'] ?? []) as string[];
  const choices = [...new Set([...stated, ...Object.keys(labels)])];
  return {
    ...filled,
    enum: choices,
    'x-field': { ...words, ...own, labels: { ...labels, ...(own?.['labels'] as object) } },
  };
}
