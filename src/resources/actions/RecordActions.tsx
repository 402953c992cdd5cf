import { useState } from 'react';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fields/types.ts';
import { ActionMenu } from './ActionMenu.tsx';
import { useOpenPath } from './openPath.ts';
import { useRecordMenu } from './useRecordMenu.tsx';
import type { ConsoleEntity } from '../product.ts';

interface RecordActionsProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** Ids of entries that the screen offers itself (`edit`, `show`…). */
  without?: string[];
  /** Called when the record is gone; without it the list opens. */
  onDeleted?: () => void;
}

/** The menu of a record on its own screen: duplicate, delete, the schema's actions. Nothing where nothing is allowed. */
export const RecordActions = ({ model, record, without, onDeleted }: RecordActionsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const menu = useRecordMenu(model, {
    place: 'record',
    without,
    onDeleted: () => (onDeleted ? onDeleted() : void navigate(paths('list'))),
  });
  const entries = menu.entries(record);
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
