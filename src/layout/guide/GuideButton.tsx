import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { createContext, use } from 'react';
import { asideOfGuide, useAside } from '../../resources/panels/useAside.ts';
import { Hint } from '../Hint.tsx';

/** The page of the guide that the screen around is about. */
export const GuideContext = createContext<string | undefined>(undefined);

/** The `?` in a screen's head: opens and closes the page of the guide about it, beside the screen. */
export const GuideButton = () => {
  const guide = use(GuideContext);
  const { open, toggle } = useAside();
  if (guide === undefined) return null;
  const panel = asideOfGuide(guide);
  return (
    <Hint text="Guide">
      <IconButton
        size="small"
        aria-label="Guide"
        aria-pressed={open === panel}
        data-opens-aside="guide"
        onClick={() => toggle(panel)}
      >
        <HelpOutline fontSize="small" />
      </IconButton>
    </Hint>
  );
};
