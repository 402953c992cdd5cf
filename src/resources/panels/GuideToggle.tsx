import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { Hint } from '../../ui/Hint.tsx';
import { useGuide } from './useGuide.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Toggles the guide's page about the current screen; null where there is none. */
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
