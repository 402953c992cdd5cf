import { createTheme, type Theme } from '@mui/material/styles';
import { components } from './components.ts';
import { FONT, type Mode, PALETTES, RADIUS } from './tokens.ts';

const typography = {
  fontFamily: FONT,
  fontSize: 14,
  htmlFontSize: 16,
  fontWeightLight: 400,
  fontWeightRegular: 400,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: { fontSize: 28, lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.01em' },
  h2: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
  h3: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  h4: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  h5: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  h6: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  subtitle1: { fontSize: 14, lineHeight: '20px', fontWeight: 500 },
  subtitle2: { fontSize: 13, lineHeight: '20px', fontWeight: 500 },
  body1: { fontSize: 14, lineHeight: '20px' },
  body2: { fontSize: 13, lineHeight: '20px' },
  button: { fontSize: 14, lineHeight: '20px', fontWeight: 500, textTransform: 'none' as const },
  caption: { fontSize: 12, lineHeight: '16px' },
  overline: {
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    letterSpacing: 0,
    textTransform: 'none' as const,
  },
};

const makeTheme = (mode: Mode): Theme => {
  const p = PALETTES[mode];
  const tone = (main: string) => ({ main, light: main, dark: main, contrastText: p.onAccent });
  return createTheme({
    palette: {
      mode,
      primary: { main: p.accent, dark: p.accentHover, light: p.accent, contrastText: p.onAccent },
      secondary: { main: p.textMuted, dark: p.text, light: p.textFaint, contrastText: p.surface },
      error: tone(p.danger),
      warning: tone(p.warning),
      info: tone(p.info),
      success: tone(p.success),
      text: { primary: p.text, secondary: p.textMuted, disabled: p.textFaint },
      divider: p.border,
      background: { default: p.background, paper: p.surface },
      action: {
        active: p.textMuted,
        hover: p.hover,
        selected: p.accentSoft,
        disabled: p.textFaint,
        disabledBackground: p.subtle,
      },
    },
    shape: { borderRadius: RADIUS },
    typography,
    transitions: {
      duration: {
        shortest: 120,
        shorter: 120,
        short: 140,
        standard: 160,
        complex: 180,
        enteringScreen: 160,
        leavingScreen: 120,
      },
    },
    components: components(p),
  });
};

const themes: Partial<Record<Mode, Theme>> = {};

/** The MUI theme of a mode, made when it is first needed. */
export const themeOf = (mode: Mode): Theme => (themes[mode] ??= makeTheme(mode));
