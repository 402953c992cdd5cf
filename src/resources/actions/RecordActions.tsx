import type { ReactNode, RefObject } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fields/types.ts';
import { ActionBar } from './ActionBar.tsx';
import { ActionButton } from './ActionButton.tsx';
import { useOpenPath } from './openPath.ts';
import type { ActionEntry } from './types.ts';
import { useRecordMenu } from './useRecordMenu.tsx';
import type { EntityFormHandle } from '../form/save/EntityForm.tsx';
import type { ConsoleEntity } from '../product.ts';

/** Below this width there is no room for buttons beside a title. */
const PHONE = '(max-width:599.95px)';

interface RecordActionsOptions {
  /** Ids of entries that the screen offers itself (`edit`, `show`…). */
  without?: string[];
  /** Input of a form around, which the stored record does not have yet. */
  unsaved?: RefObject<EntityFormHandle | null>;
  /** Called when the record is gone; without it the list opens. */
  onDeleted?: () => void;
}

interface RecordActionsProps extends RecordActionsOptions {
  model: ConsoleEntity;
  record: ListRecord;
}

/**
 * What can be done with a record on its own screen: its transitions as buttons, the step onwards filled, the rest in a
 * menu. Nothing where nothing is allowed.
 */
export const RecordActions = ({ model, record, ...options }: RecordActionsProps) => {
  const { entries, bar, dialog } = useRecordActions(model, options);
  const offered = entries(record);
  return (
    <>
      {bar(record, offered, nextOf(offered))}
      {dialog}
    </>
  );
};

const nextOf = (entries: readonly ActionEntry[]): ActionEntry | undefined => entries.find(({ next }) => next);

/**
 * The same for a screen with a form: `head` for beside its title, and the step onwards, if there is one, for the bar of the
 * form.
 */
export function useFormActions(
  model: ConsoleEntity,
  record: ListRecord | undefined,
  options: RecordActionsOptions,
): { head?: ReactNode; next?: ReactNode } {
  const { entries, bar, dialog } = useRecordActions(model, options);
  if (!record) return {};
  const offered = entries(record);
  const next = nextOf(offered);
  return {
    head: (
      <>
        {bar(
          record,
          offered.filter((entry) => entry !== next),
        )}
        {dialog}
      </>
    ),
    next: next && <ActionButton entry={next} variant="contained" />,
  };
}

function useRecordActions(model: ConsoleEntity, { without, unsaved, onDeleted }: RecordActionsOptions) {
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const phone = useMediaQuery(PHONE);
  const { entries, dialog } = useRecordMenu(model, {
    place: 'record',
    without,
    unsaved,
    onDeleted: () => {
      unsaved?.current?.discard();
      if (onDeleted) onDeleted();
      else void navigate(paths('list'));
    },
  });
  const bar = (record: ListRecord, offered: ActionEntry[], filled?: ActionEntry): ReactNode => (
    <ActionBar
      label={`Actions for ${recordTitle(model, record)}`}
      entries={offered}
      buttons={phone ? 'none' : 'prominent'}
      filled={filled}
    />
  );
  return { entries, bar, dialog };
}
