import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { stateOf } from '../../../schemas/model/lifecycle.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';

/** Why approval rules block actions on a record, by action id. */
export type ApprovalBlocks = Readonly<Record<string, string>>;

/** Whether an action that is possible in the state of the record may need an approval. */
export const mayNeedApproval = (model: ConsoleEntity, record: ListRecord): boolean =>
  model.actions.some(
    ({ approval, transition }) => approval && transition?.from.includes(stateOf(model, record) ?? ''),
  );

/** Includes the version, so that a changed record is evaluated again. */
export const approvalQueryKey = (model: ConsoleEntity, record: ListRecord | undefined): unknown[] => [
  ...[model.name, 'approval', record?.id, record?.version],
];

/** Fetches the approval rules that block actions on a record. */
export const fetchApprovalBlocks = async (
  provider: ConsoleDataProvider,
  { name }: ConsoleEntity,
  id: string,
  signal: AbortSignal,
): Promise<ApprovalBlocks> => {
  const answer = await provider.query(name, id, 'approval', { signal });
  return (answer as { refused: ApprovalBlocks }).refused;
};

/**
 * The reasons why approval rules block actions on a record, which only the services can evaluate.
 * @returns undefined while loading
 */
export function useApproval(
  model: ConsoleEntity,
  record: ListRecord | undefined,
): ApprovalBlocks | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const isEnabled = record !== undefined && mayNeedApproval(model, record);
  const { data, isError } = useQuery({
    queryKey: approvalQueryKey(model, record),
    queryFn: ({ signal }) => fetchApprovalBlocks(provider, model, record?.id ?? '', signal),
    enabled: isEnabled,
    // Only of the same record, at its previous version.
    placeholderData: (data, query) => (query?.queryKey[2] === record?.id ? data : undefined),
    retry: false,
  });
  return isEnabled && !isError ? data : {};
}
