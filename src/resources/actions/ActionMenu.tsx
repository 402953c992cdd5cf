import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { useGuide } from '../panels/useGuide.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useAside } from '../panels/useAside.ts';
import type { ActionEntry } from '../changes/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ActionMenuProps {
  anchor: HTMLElement | null;
  label: string;
  entries: ActionEntry[];
  /** Includes the guide of the screen. */
  withGuide?: boolean;
  /** A side panel, whose toggle is the first entry. */
  aside?: PanelModel;
  onClose: () => void;
}

const Reason = styled('span')({
  display: 'block',
  fontSize: 12,
  lineHeight: '16px',
  color: 'var(--ink-2)',
});

/** Above the dangerous entries. */
const SEPARATOR = {
  content: '""',
  position: 'absolute',
  top: -5,
  left: 0,
  right: 0,
  borderTop: '1px solid var(--line)',
} as const;

/** The menu of a record's actions. Disabled entries show their reasons. */
export const ActionMenu = ({ withGuide = false, aside, ...menu }: ActionMenuProps) =>
  withGuide ? <ScreenMenu {...menu} aside={aside} /> : <EntryMenu {...menu} />;

type EntryMenuProps = Omit<ActionMenuProps, 'withGuide' | 'aside'>;

const ScreenMenu = ({ entries, aside, ...menu }: EntryMenuProps & Pick<ActionMenuProps, 'aside'>) => {
  const guide = useGuide();
  const { toggle } = useAside();
  const firstDangerous = entries.findIndex(({ tone }) => tone === 'danger');
  const guideIndex = firstDangerous < 0 ? entries.length : firstDangerous;
  const withScreenEntries = [
    ...(aside ? [{ id: 'aside', label: aside.label, run: () => toggle(aside.panel) }] : []),
    ...entries.slice(0, guideIndex),
    ...(guide ? [{ id: 'guide', label: t('Guide'), run: guide.toggle }] : []),
    ...entries.slice(guideIndex),
  ];
  return <EntryMenu {...menu} entries={withScreenEntries} />;
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
    {entries.map((entry, index) => {
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
          data-apart={
            (index > 0 && entry.tone === 'danger' && entries[index - 1]?.tone !== 'danger') || undefined
          }
          sx={{
            color: isOpen && entry.tone === 'danger' ? 'error.main' : undefined,
            '&[data-apart]': { mt: '9px', '&::before': SEPARATOR },
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
