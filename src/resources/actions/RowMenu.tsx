import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { ActionMenu } from './ActionMenu.tsx';
import { withApprovalState } from './withApprovalState.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useApproval } from './useApproval.ts';

interface RowMenuProps {
  model: ConsoleEntity;
  record: ListRecord;
  anchor: HTMLElement;
  label: string;
  entries: ActionEntry[];
  onClose: () => void;
}

/**
 * The menu of a row. Approval rules are evaluated when it opens: they may need counts that are too expensive for every
 * row of a list.
 */
export const RowMenu = ({ model, record, entries, ...menu }: RowMenuProps) => (
  <ActionMenu {...menu} entries={withApprovalState(model, entries, useApproval(model, record))} />
);
