import { useState } from 'react';
import Check from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { messageOf } from '../../actions/failures.ts';
import { nounFor } from '../../nouns.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { ViewDialog } from './ViewDialog.tsx';

interface ViewMenuProps {
  entityList: EntityListModel;
  anchor: HTMLElement;
  onClose: () => void;
}

/** The kept views of a list, and what can be done with the one that is shown. */
export const ViewMenu = ({ entityList, anchor, onClose }: ViewMenuProps) => {
  const { model, views: kept, state, setDensity, change } = entityList;
  const { views, current, isChanged, openingId } = kept;
  const [asking, setAsking] = useState<'new' | 'edit'>();
  const notify = useNotify();
  const act = (work: () => Promise<void> | void, done?: string) => async (): Promise<void> => {
    onClose();
    try {
      await work();
      if (done) notify(done, { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  if (asking) {
    const view = asking === 'edit' ? current : undefined;
    return (
      <ViewDialog
        view={view}
        onSave={(draft) => (view ? kept.change(view, draft) : kept.create(draft))}
        onClose={onClose}
      />
    );
  }
  const isCompact = state.density === 'compact';
  const isPaged = state.page !== undefined;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': 'Views', dense: true } }}
    >
      <MenuItem selected={!current} onClick={() => void act(() => kept.open(undefined))()}>
        <Mark isOn={!current} />
        <ListItemText primary={`All ${nounFor(model, 0)}`} />
      </MenuItem>
      {views.map((view) => (
        <MenuItem
          key={view.id}
          selected={view.id === current?.id}
          onClick={() => void act(() => kept.open(view))()}
        >
          <Mark isOn={view.id === current?.id} />
          <ListItemText
            primary={view.name}
            secondary={
              [view.shared && `Shared by ${view.owner}`, view.id === openingId && 'Opens first']
                .filter(Boolean)
                .join(' · ') || undefined
            }
          />
        </MenuItem>
      ))}
      <Divider />
      <MenuItem onClick={() => setAsking('new')}>Save as a new view…</MenuItem>
      {current?.mayChange && isChanged && (
        <MenuItem onClick={() => void act(() => kept.update(current), 'View saved')()}>
          Save changes to “{current.name}”
        </MenuItem>
      )}
      {current?.mayChange && <MenuItem onClick={() => setAsking('edit')}>Rename or share…</MenuItem>}
      {current && (
        <MenuItem
          onClick={() => void act(() => kept.setOpening(current.id === openingId ? undefined : current))()}
        >
          {current.id === openingId ? 'Do not open this view first' : 'Open this view first'}
        </MenuItem>
      )}
      {current?.mayChange && (
        <MenuItem onClick={() => void act(() => kept.remove(current), 'View deleted')()}>
          Delete “{current.name}”
        </MenuItem>
      )}
      <Divider />
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={isCompact}
        onClick={() => void act(() => setDensity(isCompact ? undefined : 'compact'))()}
      >
        <Mark isOn={isCompact} />
        <ListItemText primary="Compact rows" />
      </MenuItem>
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={isPaged}
        onClick={() => void act(() => change({ page: isPaged ? undefined : 1 }))()}
      >
        <Mark isOn={isPaged} />
        <ListItemText primary="Page by page" />
      </MenuItem>
    </Menu>
  );
};

const Mark = ({ isOn }: { isOn: boolean }) => (
  <ListItemIcon>{isOn && <Check fontSize="small" aria-hidden />}</ListItemIcon>
);
