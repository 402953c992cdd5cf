import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Contrast from '@mui/icons-material/ContrastOutlined';
import IconButton from '@mui/material/IconButton';
import {
  type ColorSchemePreference,
  setColorScheme,
  useColorSchemePreference,
} from '../theme/colorScheme.ts';
import { Hint } from '../ui/Hint.tsx';
import { t } from '../../schemas/texts/translate.ts';

const CHOICES: Record<
  ColorSchemePreference,
  { Icon: typeof DarkMode; label: string; next: ColorSchemePreference }
> = {
  system: { Icon: Contrast, label: t('Theme: system'), next: 'light' },
  light: { Icon: LightMode, label: t('Theme: light'), next: 'dark' },
  dark: { Icon: DarkMode, label: t('Theme: dark'), next: 'system' },
};

/** Cycles through the three preferences; the label names the current one. */
export const ColorSchemeSwitch = () => {
  const { Icon, label, next } = CHOICES[useColorSchemePreference()];
  return (
    <Hint text={label} side="above">
      <IconButton size="small" aria-label={label} onClick={() => setColorScheme(next)}>
        <Icon fontSize="small" />
      </IconButton>
    </Hint>
  );
};
