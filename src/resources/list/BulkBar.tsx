import Button from '@mui/material/Button';
import { actionsFor, useModelActions } from '../actions/useModelActions.tsx';
import { useDelete } from '../actions/useDelete.tsx';
import { ToolbarRow } from './Toolbar.tsx';
import type { EntityListModel } from './useEntityList.ts';

/** What can be done with the chosen rows; stands in the place of the tools while there are any. */
export const BulkBar = ({ entityList }: { entityList: EntityListModel }) => {
  const { model, selection, list, rights } = entityList;
  const records = list.rows.filter((record) => selection.ids.has(record.id));
  const deleting = useDelete(model, selection.remove);
  const actions = useModelActions(model, selection.clear);
  return (
    <ToolbarRow role="toolbar" aria-label="Actions for the selected rows">
      <strong style={{ fontSize: 14, fontWeight: 600, minHeight: 36, display: 'flex', alignItems: 'center' }}>
        {records.length} selected
      </strong>
      {actionsFor(model, 'bulk', records, rights).map((action) => (
        <Button
          key={action.id}
          size="small"
          variant="outlined"
          onClick={() => actions.start(action, 'bulk', records)}
        >
          {action.label}
        </Button>
      ))}
      {rights.may('delete') && (
        <Button size="small" variant="outlined" color="error" onClick={() => deleting.ask(records)}>
          Delete
        </Button>
      )}
      <Button size="small" color="inherit" onClick={selection.clear}>
        Clear selection
      </Button>
      {deleting.dialog}
      {actions.dialog}
    </ToolbarRow>
  );
};
