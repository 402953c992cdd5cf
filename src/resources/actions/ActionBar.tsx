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
  /** `all` stand as buttons, or the `prominent` ones, or `none`; the others are in a menu. */
  buttons: 'all' | 'prominent' | 'none';
  /** Buttons at most; what is more goes into the menu. */
  most?: number;
  size?: 'small' | 'medium';
  /** The menu has the guide to the screen too, in the place of its own button (`phoneTitle.ts`). */
  withGuide?: boolean;
  /** The menu opens and closes this panel too, which stands beside the screen. */
  aside?: PanelModel;
}

/** What can be done here, in header, list and bulk alike: buttons, and a menu for what has no place among them. */
export const ActionBar = ({ label, entries, buttons, most = 4, size, withGuide, aside }: ActionBarProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wanted = entries.filter((entry) => buttons === 'all' || (buttons === 'prominent' && entry.prominent));
  const shown = wanted.slice(0, most);
  const others = entries.filter((entry) => !shown.includes(entry));
  return (
    <>
      {shown.map((entry) => (
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
