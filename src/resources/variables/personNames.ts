import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useMemo } from 'react';
import { freeVariableFields, personVariables } from '../../../schemas/model/personVariables.ts';
import { entityForRole } from '../../../schemas/model/entityRoles.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { product } from '../product.ts';
import type { Variable } from './useVariables.ts';
import { t } from '../../../schemas/texts/translate.ts';

const STALE_TIME_MS = 30_000;

/** The entity of the people whom texts are sent to; undefined where the product has none. */
export const recipients = entityForRole(product.entities, 'recipients');

const builtInVariables: readonly Variable[] = recipients
  ? personVariables(recipients).map(({ name, title }) => ({
      ...{ name, value: t('%{title} of the person', { title }), origin: 'person' },
    }))
  : [];
const builtInNames = new Set(builtInVariables.map(({ name }) => name));
const hasCustomNames = recipients !== undefined && freeVariableFields(recipients).length > 0;

/**
 * Appends the person variables that contain the typed text; a repeated name is listed once.
 * @param customNames names of custom fields of people
 */
export function withPersonVariables(
  variables: readonly Variable[],
  typed: string,
  customNames: readonly string[],
): Variable[] {
  const search = typed.toLowerCase();
  const matching = builtInVariables.filter(({ name, value }) =>
    `${name} ${value}`.toLowerCase().includes(search),
  );
  const custom = customNames.map((name): Variable => ({
    ...{ name, value: t('Custom field of the person'), origin: 'person' },
  }));
  const all = [...variables, ...matching, ...custom];
  return all.filter(({ name }, place) => all.findIndex((one) => one.name === name) === place);
}

/** Fetches names of custom fields that people have: those of some names, or those that contain a keyword. */
export async function fetchPersonNames(
  provider: ConsoleDataProvider,
  query: { names?: string; keyword?: string },
  signal?: AbortSignal,
): Promise<string[]> {
  if (!recipients || !hasCustomNames) return [];
  const answer = await provider.query(recipients.name, null, 'variables', {
    query,
    ...(signal && { signal }),
  });
  return (answer as unknown as { names: string[] }).names;
}

/** Whether the person may fetch names of custom fields. */
export function useMayReadNames(): boolean {
  const may = useMay();
  return recipients !== undefined && hasCustomNames && may(recipients.name, 'read');
}

/**
 * Returns a test of whether a name is a person variable; undefined while loading. Without the right to read them every
 * name passes.
 */
export function usePersonNames(names: readonly string[]): ((name: string) => boolean) | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const customNames = useMemo(() => names.filter((name) => !builtInNames.has(name)), [names]);
  const mayAsk = useMayReadNames();
  const { data, isError } = useQuery({
    queryKey: ['person variables', customNames],
    queryFn: ({ signal }) => fetchPersonNames(provider, { names: customNames.join(',') }, signal),
    enabled: customNames.length > 0 && mayAsk,
    staleTime: STALE_TIME_MS,
    retry: false,
  });
  return useMemo((): ((name: string) => boolean) | undefined => {
    if (customNames.length === 0) return (name) => builtInNames.has(name);
    if (!mayAsk) return () => true;
    if (!data && !isError) return undefined;
    const found = new Set(data);
    return (name) => builtInNames.has(name) || found.has(name);
  }, [customNames, mayAsk, data, isError]);
}
