import { useState } from 'react';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ActionButton } from './ActionButton.tsx';
import type { ActionEntry } from '../changes/types.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';

const ActionMenu = lazyComponent(() => import('./ActionMenu.tsx').then((it) => it.ActionMenu));

interface ActionBarProps {
  /** Names the menu: "Actions for Summer sale". */
  label: string;
  entries: ActionEntry[];
  /** Which entries are buttons; the others are in the menu. */
  buttons: 'all' | 'prominent' | 'none';
  maxButtons?: number;
  size?: 'small' | 'medium';
  /** The menu includes the guide, in place of its own button (`phoneTitle.ts`). */
  withGuide?: boolean;
  /** A side panel of the screen, which the menu toggles. */
  aside?: PanelModel;
}

/** The actions of a header, a row or a selection: buttons, and a menu for the rest. */
export const ActionBar = ({
  label,
  entries,
  buttons,
  maxButtons = 4,
  size,
  withGuide,
  aside,
}: ActionBarProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const asButtons = entries.filter(
    (entry) => buttons === 'all' || (buttons === 'prominent' && entry.prominent),
  );
  const visible = asButtons.slice(0, maxButtons);
  const others = entries.filter((entry) => !visible.includes(entry));
  return (
    <>
      {visible.map((entry) => (
        <ActionButton key={entry.id} entry={entry} size={size} />
      ))}
      {(others.length > 0 || aside) && (
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          data-opens-aside={aside ? `guide ${aside.panel}` : withGuide ? 'guide' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreHoriz fontSize="small" />
        </IconButton>
      )}
      {anchor && (
        <ActionMenu
          {...{ anchor, label, withGuide, aside }}
          entries={others}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
};
