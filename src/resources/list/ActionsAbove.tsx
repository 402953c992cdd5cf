import { ActionButton } from '../actions/ActionButton.tsx';
import { useModelActions } from '../actions/useModelActions.tsx';
import { buildActionEntries } from '../changes/actionEntries.ts';
import { useRights } from '../changes/useRights.ts';
import type { ConsoleEntity } from '../product.ts';

/** The list's actions that are shown in the panel above its rows (`list.above.actions`). */
export const ActionsAbove = ({ model }: { model: ConsoleEntity }) => {
  const rights = useRights(model);
  const { start, pending, dialog } = useModelActions(model);
  return (
    <>
      {buildActionEntries(model, 'list', [], rights, start)
        .filter(({ id }) => model.list.above?.actions?.includes(id))
        .map((entry) => (
          <ActionButton key={entry.id} entry={{ ...entry, pending: pending === entry.id }} size="small" />
        ))}
      {dialog}
    </>
  );
};
