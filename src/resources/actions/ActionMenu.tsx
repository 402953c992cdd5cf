import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { ActionIcon } from './ActionIcon.tsx';
import type { ActionEntry } from './types.ts';

interface ActionMenuProps {
  anchor: HTMLElement | null;
  label: string;
  entries: ActionEntry[];
  onClose: () => void;
}

const Reason = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: 12,
  lineHeight: '16px',
  color: (theme.vars ?? theme).palette.text.secondary,
}));

/** The menu of a record's actions, below the button that opened it. What is not possible now stands with its reason. */
export const ActionMenu = ({ anchor, label, entries, onClose }: ActionMenuProps) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 320 } } }}
  >
    {entries.map((entry) => {
      const isOpen = entry.disabled === undefined && !entry.pending;
      return (
        <MenuItem
          key={entry.id}
          {...(isOpen && entry.to !== undefined && { component: Link, to: entry.to })}
          aria-disabled={isOpen ? undefined : true}
          disableRipple={!isOpen}
          onClick={() => {
            if (!isOpen) return;
            onClose();
            entry.run?.();
          }}
          sx={{ color: isOpen && entry.tone === 'danger' ? 'error.main' : undefined }}
        >
          {entry.icon !== undefined && (
            <ListItemIcon sx={{ color: 'inherit', minWidth: 32 }}>
              <ActionIcon name={entry.icon} />
            </ListItemIcon>
          )}
          <span style={{ minWidth: 0, whiteSpace: 'normal' }}>
            <span style={isOpen ? undefined : { opacity: 0.6 }}>{entry.label}</span>
            {entry.disabled !== undefined && <Reason>{entry.disabled}</Reason>}
          </span>
        </MenuItem>
      );
    })}
  </Menu>
);
