import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { useGuide } from '../../layout/guide/useGuide.ts';
import type { ActionEntry } from '../changes/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ActionMenuProps {
  anchor: HTMLElement | null;
  label: string;
  entries: ActionEntry[];
  /** The guide to the screen is one of them. */
  withGuide?: boolean;
  onClose: () => void;
}

const Reason = styled('span')({
  display: 'block',
  fontSize: 12,
  lineHeight: '16px',
  color: 'var(--ink-2)',
});

/** Between what changes a record and what takes it away. */
const LINE_ABOVE = {
  content: '""',
  position: 'absolute',
  top: -5,
  left: 0,
  right: 0,
  borderTop: '1px solid var(--line)',
} as const;

/** The menu of a record's actions, below the button that opened it. What is not possible now stands with its reason. */
export const ActionMenu = ({ withGuide = false, ...menu }: ActionMenuProps) =>
  withGuide ? <MenuWithGuide {...menu} /> : <EntryMenu {...menu} />;

type EntryMenuProps = Omit<ActionMenuProps, 'withGuide'>;

const MenuWithGuide = ({ entries, ...menu }: EntryMenuProps) => {
  const guide = useGuide();
  const last = entries.findIndex(({ tone }) => tone === 'danger');
  const at = last < 0 ? entries.length : last;
  const all = guide
    ? entries.toSpliced(at, 0, { id: 'guide', label: t('Guide'), run: guide.toggle })
    : entries;
  return <EntryMenu {...menu} entries={all} />;
};

const EntryMenu = ({ anchor, label, entries, onClose }: EntryMenuProps) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 320 } } }}
  >
    {entries.map((entry, at) => {
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
          data-apart={(at > 0 && entry.tone === 'danger' && entries[at - 1]?.tone !== 'danger') || undefined}
          sx={{
            color: isOpen && entry.tone === 'danger' ? 'error.main' : undefined,
            '&[data-apart]': { mt: '9px', '&::before': LINE_ABOVE },
          }}
        >
          <span style={{ minWidth: 0, whiteSpace: 'normal' }}>
            <span style={isOpen ? undefined : { opacity: 0.6 }}>{entry.label}</span>
            {entry.disabled !== undefined && <Reason>{entry.disabled}</Reason>}
          </span>
        </MenuItem>
      );
    })}
  </Menu>
);
