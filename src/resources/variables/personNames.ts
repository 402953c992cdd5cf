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

/** Milliseconds for which it is remembered what people have. */
const FRESH_MS = 30_000;

/** Those whom texts are sent to; undefined where the product has none. */
export const recipients = entityForRole(product.entities, 'recipients');

const fixed: readonly Variable[] = recipients
  ? personVariables(recipients).map(({ name, title }) => ({
      ...{ name, value: t('%{title} of the person', { title }), origin: 'person' },
    }))
  : [];
const fixedNames = new Set(fixed.map(({ name }) => name));
const hasOpenNames = recipients !== undefined && freeVariableFields(recipients).length > 0;

/**
 * Variables with those of people behind them that hold what was typed; a name that both have is offered once.
 * @param open names of people's own
 */
export function withPersonVariables(
  variables: readonly Variable[],
  typed: string,
  open: readonly string[],
): Variable[] {
  const word = typed.toLowerCase();
  const matching = fixed.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(word));
  const own = open.map((name): Variable => ({
    ...{ name, value: t('Custom field of the person'), origin: 'person' },
  }));
  const all = [...variables, ...matching, ...own];
  return all.filter(({ name }, place) => all.findIndex((one) => one.name === name) === place);
}

/** Asks the services for names that people have something under: some of these, or those with a word. */
export async function askPersonNames(
  provider: ConsoleDataProvider,
  query: { names?: string; keyword?: string },
  signal?: AbortSignal,
): Promise<string[]> {
  if (!recipients || !hasOpenNames) return [];
  const answer = await provider.query(recipients.name, null, 'variables', {
    query,
    ...(signal && { signal }),
  });
  return (answer as unknown as { names: string[] }).names;
}

/** Whether somebody may be asked for the names under which people have something. */
export function useMayAskNames(): boolean {
  const may = useMay();
  return recipients !== undefined && hasOpenNames && may(recipients.name, 'read');
}

/**
 * Says which of some names are variables of people. Undefined while that is asked for; where it may not be asked for,
 * each may be one.
 */
export function usePersonNames(names: readonly string[]): ((name: string) => boolean) | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const open = useMemo(() => names.filter((name) => !fixedNames.has(name)), [names]);
  const mayAsk = useMayAskNames();
  const { data, isError } = useQuery({
    queryKey: ['person variables', open],
    queryFn: ({ signal }) => askPersonNames(provider, { names: open.join(',') }, signal),
    enabled: open.length > 0 && mayAsk,
    staleTime: FRESH_MS,
    retry: false,
  });
  return useMemo((): ((name: string) => boolean) | undefined => {
    if (open.length === 0) return (name) => fixedNames.has(name);
    if (!mayAsk) return () => true;
    if (!data && !isError) return undefined;
    const found = new Set(data);
    return (name) => fixedNames.has(name) || found.has(name);
  }, [open, mayAsk, data, isError]);
}
