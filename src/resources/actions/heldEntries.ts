import { transitionsApprovedBy } from '../../../schemas/model/approval.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ActionEntry } from '../changes/types.ts';
import type { Refused } from './useApproval.ts';

/** Entries with why rules of approval keep the person from them. Until that is known, those wait that may need an approval or give one. */
export const heldEntries = (
  model: ConsoleEntity,
  entries: readonly ActionEntry[],
  refused: Refused | undefined,
): ActionEntry[] =>
  entries.map((entry) => ({
    ...entry,
    disabled: entry.disabled ?? refused?.[entry.id],
    pending: entry.pending || (refused === undefined && isHeld(model, entry.id)),
  }));

const isHeld = (model: ConsoleEntity, id: string): boolean =>
  model.actions.some((action) => action.id === id && action.approval) ||
  transitionsApprovedBy(model, id).length > 0;
