import { keepPreviousData } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useMemo } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { fillVariables } from '../../../schemas/model/variables.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { hasEntity } from '../product.ts';
import { usePersonNames } from './personNames.ts';
import type { TextRules } from '../fieldKit/findUnknownVariables.ts';

/** The entity whose records texts name as `{{name}}`. */
export const VARIABLE = 'variable';

/** Names that are asked for at once; the services fill in no more. */
const MAX_LOOKED_UP_NAMES = 100;

export interface Variable {
  name: string;
  value: string;
  /** Where its value is from, unless it is the bot's: set where the services run, or different for each person. */
  origin?: 'environment' | 'person';
}

/**
 * The workspace's variables of these names. Nothing while they have not come, and where the person may not read
 * variables: then nobody can say which are missing.
 */
export function useVariables(names: string[]): ReadonlyMap<string, Variable> | undefined {
  const may = useMay();
  const enabled = names.length > 0 && hasEntity(VARIABLE) && may(VARIABLE, 'read');
  const { data } = useGetList<EntityRecord>(
    VARIABLE,
    {
      filter: { name: names.toSorted().slice(0, MAX_LOOKED_UP_NAMES) },
      pagination: { page: 1, perPage: MAX_LOOKED_UP_NAMES },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled, placeholderData: keepPreviousData, retry: false },
  );
  return useMemo(() => {
    if (names.length === 0) return new Map();
    return enabled && data
      ? new Map(data.map((record) => [String(record['name']), toVariable(record)]))
      : undefined;
  }, [names, enabled, data]);
}

/** What texts are judged by that name these variables; none while that cannot be told. */
export function useTextRules(names: string[]): TextRules | undefined {
  const may = useMay();
  const asked = useMemo(() => names.toSorted().slice(0, MAX_LOOKED_UP_NAMES), [names]);
  const enabled = asked.length > 0 && hasEntity(VARIABLE) && may(VARIABLE, 'read');
  const { data } = useGetList<EntityRecord>(
    VARIABLE,
    {
      filter: { name: asked },
      pagination: { page: 1, perPage: MAX_LOOKED_UP_NAMES },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled, retry: false },
  );
  const values = useMemo(
    () =>
      enabled && data
        ? new Map(data.map((record) => [String(record['name']), String(record['value'] ?? '')]))
        : undefined,
    [enabled, data],
  );
  const others = useMemo(() => (values ? asked.filter((name) => !values.has(name)) : []), [asked, values]);
  const ofPeople = usePersonNames(others);
  return useMemo(() => {
    if (!values || !ofPeople) return undefined;
    return {
      fillText: (text, maxLength) => fillVariables(text, values, maxLength),
      // Of names that were not asked for nobody can say whether they are there.
      isKnownVariable: (name) => values.has(name) || ofPeople(name) || !asked.includes(name),
    };
  }, [asked, values, ofPeople]);
}

export const toVariable = (record: EntityRecord): Variable => ({
  name: String(record['name']),
  value: String(record['value'] ?? ''),
  ...(record['scope'] === 'environment' && { origin: 'environment' as const }),
});
