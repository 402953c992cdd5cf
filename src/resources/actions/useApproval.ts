import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { stateOf } from '../../../schemas/model/lifecycle.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fields/types.ts';
import type { ConsoleEntity } from '../product.ts';

/**
 * Why rules of approval keep the person from actions with a record, by action. The services alone know the rules.
 * @returns undefined while it is not known
 */
export function useApproval(
  model: ConsoleEntity,
  record: ListRecord | undefined,
): Record<string, string> | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const isAsked =
    record !== undefined &&
    model.actions.some(
      ({ approval, transition }) => approval && transition?.from.includes(stateOf(model, record) ?? ''),
    );
  const { data, isError } = useQuery({
    // Known anew with each change of the record, and whenever something of the entity changes.
    queryKey: [model.name, 'approval', record?.id, record?.version],
    queryFn: async ({ signal }) => {
      const answer = await provider.ask(model.name, record?.id ?? '', 'approval', { signal });
      return (answer as { refused: Record<string, string> }).refused;
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isAsked && !isError ? data : {};
}
