import { transitionsApprovedBy } from '../../../schemas/model/approval.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ActionEntry } from '../changes/types.ts';
import type { ApprovalBlocks } from './useApproval.ts';

/**
 * Disables entries that approval rules block, with the reason. While the rules load, entries that involve an approval
 * are pending.
 */
export const withApprovalState = (
  model: ConsoleEntity,
  entries: readonly ActionEntry[],
  blockedReasons: ApprovalBlocks | undefined,
): ActionEntry[] =>
  entries.map((entry) => ({
    ...entry,
    disabled: entry.disabled ?? blockedReasons?.[entry.id],
    pending: entry.pending || (blockedReasons === undefined && involvesApproval(model, entry.id)),
  }));

const involvesApproval = (model: ConsoleEntity, id: string): boolean =>
  model.actions.some((action) => action.id === id && action.approval) ||
  transitionsApprovedBy(model, id).length > 0;
