import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { stateOf } from '../../../schemas/model/lifecycle.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';

/** Why approval rules block actions on a record, by action id. */
export type ApprovalBlocks = Readonly<Record<string, string>>;

/** Whether a record is in a state that an action leads from which may need an approval. */
export const isAskedAbout = (model: ConsoleEntity, record: ListRecord): boolean =>
  model.actions.some(
    ({ approval, transition }) => approval && transition?.from.includes(stateOf(model, record) ?? ''),
  );

/** What is known anew with each change of a record, and whenever something of the entity changes. */
export const approvalKey = (model: ConsoleEntity, record: ListRecord | undefined): unknown[] => [
  ...[model.name, 'approval', record?.id, record?.version],
];

/** Asks about one record. */
export const askApproval = async (
  provider: ConsoleDataProvider,
  { name }: ConsoleEntity,
  id: string,
  signal: AbortSignal,
): Promise<ApprovalBlocks> => {
  const answer = await provider.query(name, id, 'approval', { signal });
  return (answer as { refused: ApprovalBlocks }).refused;
};

/**
 * Why rules of approval keep the person from actions with a record, by action. The services alone know the rules.
 * @returns undefined while it is not known
 */
export function useApproval(
  model: ConsoleEntity,
  record: ListRecord | undefined,
): ApprovalBlocks | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const isAsked = record !== undefined && isAskedAbout(model, record);
  const { data, isError } = useQuery({
    queryKey: approvalKey(model, record),
    queryFn: ({ signal }) => askApproval(provider, model, record?.id ?? '', signal),
    enabled: isAsked,
    // Of the same record until it is known anew, never of another one.
    placeholderData: (data, query) => (query?.queryKey[2] === record?.id ? data : undefined),
    retry: false,
  });
  return isAsked && !isError ? data : {};
}
