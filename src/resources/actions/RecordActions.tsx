import type { RefObject } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fields/types.ts';
import { ActionBar } from './ActionBar.tsx';
import { useOpenPath } from './openPath.ts';
import { useRecordMenu } from './useRecordMenu.tsx';
import type { EntityFormHandle } from '../form/save/EntityForm.tsx';
import type { ConsoleEntity } from '../product.ts';

/** Below this width there is no room for buttons beside a title. */
const PHONE = '(max-width:599.95px)';

interface RecordActionsProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** Ids of entries that the screen offers itself (`edit`, `show`…). */
  without?: string[];
  /** Input of a form around, which the stored record does not have yet. */
  unsaved?: RefObject<EntityFormHandle | null>;
  /** Called when the record is gone; without it the list opens. */
  onDeleted?: () => void;
}

/**
 * What can be done with a record on its own screen: its transitions as buttons, the rest in a menu. Nothing where
 * nothing is allowed.
 */
export const RecordActions = ({ model, record, without, unsaved, onDeleted }: RecordActionsProps) => {
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const phone = useMediaQuery(PHONE);
  const menu = useRecordMenu(model, {
    place: 'record',
    without,
    unsaved,
    onDeleted: () => {
      unsaved?.current?.discard();
      if (onDeleted) onDeleted();
      else void navigate(paths('list'));
    },
  });
  return (
    <>
      <ActionBar
        label={`Actions for ${recordTitle(model, record)}`}
        entries={menu.entries(record)}
        buttons={phone ? 'none' : 'prominent'}
      />
      {menu.dialog}
    </>
  );
};
