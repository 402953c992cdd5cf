import { type RefObject, useState } from 'react';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { useNotify } from 'ra-core';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fields/types.ts';
import { ActionMenu } from './ActionMenu.tsx';
import { useOpenPath } from './openPath.ts';
import type { ActionEntry } from './types.ts';
import { useRecordMenu } from './useRecordMenu.tsx';
import type { UnsavedInput } from '../form/save/EntityForm.tsx';
import type { ConsoleEntity } from '../product.ts';

const READS_NOTHING = ['history', 'delete'];

interface RecordActionsProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** Ids of entries that the screen offers itself (`edit`, `show`…). */
  without?: string[];
  /** Input of a form around, which the stored record does not have yet. */
  unsaved?: RefObject<UnsavedInput | null>;
  /** Called when the record is gone; without it the list opens. */
  onDeleted?: () => void;
}

/** The menu of a record on its own screen: duplicate, delete, the schema's actions. Nothing where nothing is allowed. */
export const RecordActions = ({ model, record, without, unsaved, onDeleted }: RecordActionsProps) => {
  const notify = useNotify();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const menu = useRecordMenu(model, {
    place: 'record',
    without,
    onDeleted: () => {
      unsaved?.current?.giveUp();
      if (onDeleted) onDeleted();
      else void navigate(paths('list'));
    },
  });
  // What is stored is not what is seen while there is unsaved input; only to look back or to delete does not mind.
  const entries = menu.entries(record).map((entry): ActionEntry => {
    if (!entry.run || READS_NOTHING.includes(entry.id)) return entry;
    const run = (): void => {
      if (!unsaved?.current?.isDirty()) return entry.run?.();
      notify(`Save your changes first: “${entry.label}” works with what is stored.`, { type: 'warning' });
    };
    return { ...entry, run };
  });
  const label = `Actions for ${recordTitle(model, record)}`;
  return (
    <>
      {entries.length > 0 && (
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreHoriz fontSize="small" />
        </IconButton>
      )}
      <ActionMenu anchor={anchor} label={label} entries={entries} onClose={() => setAnchor(null)} />
      {menu.dialog}
    </>
  );
};
