import { createTheme, type Theme } from '@mui/material/styles';
import { components } from './components.ts';
import { TEXT } from './text.ts';
import { FAST_MS, FONT, type ColorScheme, PALETTES, RADIUS, SLOW_MS } from './tokens.ts';

const title = { fontWeight: 600, letterSpacing: '-0.012em' };
const typography = {
  fontFamily: FONT,
  fontSize: 14,
  htmlFontSize: 16,
  fontWeightLight: 400,
  fontWeightRegular: 400,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: { ...title, ...TEXT.display },
  h2: { ...title, ...TEXT.title },
  h3: { ...TEXT.heading, fontWeight: 600 },
  h4: { ...TEXT.heading, fontWeight: 600 },
  h5: { ...TEXT.body, fontWeight: 600 },
  h6: { ...TEXT.body, fontWeight: 600 },
  subtitle1: { ...TEXT.body, fontWeight: 500 },
  subtitle2: { ...TEXT.small, fontWeight: 500 },
  body1: TEXT.body,
  body2: TEXT.small,
  button: { ...TEXT.small, fontWeight: 500, textTransform: 'none' as const },
  caption: TEXT.caption,
  overline: {
    ...TEXT.caption,
    fontWeight: 500,
    letterSpacing: 0,
    textTransform: 'none' as const,
  },
};

const makeTheme = (mode: ColorScheme): Theme => {
  const p = PALETTES[mode];
  const tone = (main: string) => ({ main, light: main, dark: main, contrastText: p.onAccent });
  return createTheme({
    palette: {
      mode,
      primary: { main: p.accent, dark: p.accentHover, light: p.accent, contrastText: p.onAccent },
      secondary: { main: p.ink2, dark: p.ink, light: p.ink3, contrastText: p.sheet },
      error: tone(p.danger),
      warning: tone(p.warning),
      info: tone(p.info),
      success: tone(p.success),
      text: { primary: p.ink, secondary: p.ink2, disabled: p.ink3 },
      divider: p.line,
      background: { default: p.canvas, paper: p.sheet },
      action: {
        active: p.ink2,
        hover: p.hover,
        selected: p.accentSoft,
        disabled: p.inkOff,
        disabledBackground: p.sunken,
      },
    },
    shape: { borderRadius: RADIUS },
    typography,
    transitions: {
      duration: {
        shortest: FAST_MS,
        shorter: FAST_MS,
        short: FAST_MS,
        standard: SLOW_MS,
        complex: SLOW_MS,
        enteringScreen: SLOW_MS,
        leavingScreen: FAST_MS,
      },
    },
    components: components(p),
  });
};

const themes: Partial<Record<ColorScheme, Theme>> = {};

/** The MUI theme of a color scheme, created on first use. */
export const getTheme = (mode: ColorScheme): Theme => (themes[mode] ??= makeTheme(mode));
