import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { useLocation } from 'react-router';
import { GUIDE, useAside } from '../../resources/panels/useAside.ts';
import { Hint } from '../Hint.tsx';
import { guideAt } from './guideAt.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Opens and closes the page of the guide about the screen, beside it; nothing where the guide does not tell of it. */
export const GuideToggle = () => {
  const { pathname } = useLocation();
  const { open, toggle } = useAside();
  const guide = guideAt(pathname);
  if (guide === undefined) return null;
  const panel = GUIDE + guide;
  return (
    <Hint text={t('Guide')}>
      <IconButton
        aria-label={t('Guide')}
        aria-pressed={open === panel}
        data-opens-aside="guide"
        onClick={() => toggle(panel)}
      >
        <HelpOutline fontSize="small" />
      </IconButton>
    </Hint>
  );
};
