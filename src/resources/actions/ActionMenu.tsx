import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from 'react-router';
import type { ActionEntry } from './types.ts';

interface ActionMenuProps {
  anchor: HTMLElement | null;
  label: string;
  entries: ActionEntry[];
  onClose: () => void;
}

/** The menu of a record's actions, below the button that opened it. */
export const ActionMenu = ({ anchor, label, entries, onClose }: ActionMenuProps) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label } }}
  >
    {entries.map((entry) => (
      <MenuItem
        key={entry.id}
        {...(entry.to !== undefined && { component: Link, to: entry.to })}
        onClick={() => {
          onClose();
          entry.run?.();
        }}
        sx={entry.tone === 'danger' ? { color: 'error.main' } : undefined}
      >
        {entry.label}
      </MenuItem>
    ))}
  </Menu>
);
