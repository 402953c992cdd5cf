import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { Hint } from '../../ui/Hint.tsx';
import { useGuide } from './useGuide.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Opens and closes the page of the guide about the screen, beside it; nothing where the guide does not tell of it. */
export const GuideToggle = () => {
  const guide = useGuide();
  if (guide === undefined) return null;
  return (
    <Hint text={t('Guide')}>
      <IconButton
        aria-label={t('Guide')}
        aria-pressed={guide.isOpen}
        data-opens-aside="guide"
        onClick={guide.toggle}
      >
        <HelpOutline fontSize="small" />
      </IconButton>
    </Hint>
  );
};
