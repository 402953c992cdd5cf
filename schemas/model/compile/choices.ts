import type { AccessTable, Json, JsonSchema } from '../types.ts';
import { humanise } from './titles.ts';

/** Choices of roles: label, description, and their product as the group. */
export function rolesOf({ roles, words = {} }: AccessTable): ChoiceTexts {
  const textByRole = (textOfRole: (role: string) => string | undefined): Record<string, string> =>
    Object.fromEntries(
      Object.keys(roles).flatMap((role) => {
        const text = textOfRole(role);
        return text === undefined ? [] : [[role, text]];
      }),
    );
  const productOf = (role: string): string => role.split('.')[0] ?? role;
  return {
    labels: textByRole((role) => words[role]?.label ?? role),
    descriptions: textByRole((role) => words[role]?.description),
    groups: textByRole((role) => words[productOf(role)]?.label ?? productOf(role)),
  };
}

/** Labels of the actions and transitions of all entities, by id. */
export function operationLabels(entities: (JsonSchema | undefined)[]): Record<string, string> {
  type LabeledOperation = { id?: string; label?: string };
  const keywords = entities.map((one) => one?.['x-entity'] as EntityOperations | undefined);
  const stored = keywords.filter((one) => (one?.source ?? 'table') === 'table' && !one?.events);
  const operations = stored.flatMap((one): LabeledOperation[] => [
    ...(one?.actions ?? []),
    ...(one?.lifecycle?.transitions ?? []),
  ]);
  return Object.fromEntries(operations.flatMap(({ id, label }) => (id ? [[id, label ?? humanise(id)]] : [])));
}

interface EntityOperations {
  source?: string;
  events?: object;
  actions?: { id?: string; label?: string }[];
  lifecycle?: { transitions?: { id?: string; label?: string }[] };
}

/** Texts of the choices of a `choicesFrom` source, by value. */
type ChoiceTexts = Record<'labels', Record<string, string>> &
  Partial<Record<'descriptions' | 'groups', Record<string, string>>>;

/** Adds the choices of `choicesFrom` to a schema, after those that it states; `sources` has their texts. */
export function withChoices(value: Json, sources: Record<string, ChoiceTexts>): Json {
  if (Array.isArray(value)) return value.map((item) => withChoices(item, sources));
  if (value === null || typeof value !== 'object') return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withChoices(inner, sources)]),
  );
  const keywords = schema['x-field'] as JsonSchema | undefined;
  const source = typeof keywords?.['choicesFrom'] === 'string' ? sources[keywords['choicesFrom']] : undefined;
  if (!source) return schema;
  const { labels, ...texts } = source;
  const ownChoices = (schema['enum'] ?? []) as string[];
  const choices = [...new Set([...ownChoices, ...Object.keys(labels)])];
  return {
    ...schema,
    enum: choices,
    'x-field': { ...texts, ...keywords, labels: { ...labels, ...(keywords?.['labels'] as object) } },
  };
}
