import { keepPreviousData } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useMemo } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { fillVariables } from '../../../schemas/model/variables.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { hasEntity } from '../product.ts';
import { usePersonNames } from './personNames.ts';
import type { TextRules } from '../fieldKit/findUnknownVariables.ts';

/** The entity of variables, which texts name as `{{name}}`. */
export const VARIABLE = 'variable';

/** The services fill in no more. */
const MAX_LOOKED_UP_NAMES = 100;

export interface Variable {
  name: string;
  value: string;
  /** Of variables of the environment, and of those that differ for each person. */
  origin?: 'environment' | 'person';
}

/**
 * Fetches the workspace's variables of these names; undefined while loading, and without the right to read variables.
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

/** Builds the rules that validate texts which name these variables; undefined while loading. */
export function useTextRules(names: string[]): TextRules | undefined {
  const may = useMay();
  const lookedUp = useMemo(() => names.toSorted().slice(0, MAX_LOOKED_UP_NAMES), [names]);
  const enabled = lookedUp.length > 0 && hasEntity(VARIABLE) && may(VARIABLE, 'read');
  const { data } = useGetList<EntityRecord>(
    VARIABLE,
    {
      filter: { name: lookedUp },
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
  const others = useMemo(
    () => (values ? lookedUp.filter((name) => !values.has(name)) : []),
    [lookedUp, values],
  );
  const isPersonVariable = usePersonNames(others);
  return useMemo(() => {
    if (!values || !isPersonVariable) return undefined;
    return {
      fillText: (text, maxLength) => fillVariables(text, values, maxLength),
      // Names beyond the limit are taken for known.
      isKnownVariable: (name) => values.has(name) || isPersonVariable(name) || !lookedUp.includes(name),
    };
  }, [lookedUp, values, isPersonVariable]);
}

export const toVariable = (record: EntityRecord): Variable => ({
  name: String(record['name']),
  value: String(record['value'] ?? ''),
  ...(record['scope'] === 'environment' && { origin: 'environment' as const }),
});
