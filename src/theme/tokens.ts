/**
 * The colours and measures that everything is drawn with: the MUI theme is made of them, and the sign-in screens,
 * which come without MUI, use the same ones as CSS variables (`--text`, `--accent-soft`…).
 */
export interface Palette {
  /** Behind everything, on panels and cards, and on what recedes. */
  background: string;
  surface: string;
  subtle: string;
  hover: string;
  border: string;
  borderStrong: string;
  text: string;
  textMuted: string;
  textFaint: string;
  accent: string;
  accentHover: string;
  onAccent: string;
  accentSoft: string;
  info: string;
  success: string;
  warning: string;
  danger: string;
  dangerSoft: string;
  backdrop: string;
}

export type Mode = 'light' | 'dark';

export const PALETTES: Record<Mode, Palette> = {
  light: {
    background: '#fafafb',
    surface: '#ffffff',
    subtle: '#f4f4f6',
    hover: '#f1f1f4',
    border: '#e5e5ea',
    borderStrong: '#c9c9d1',
    text: '#1a1a1f',
    textMuted: '#5c5d67',
    textFaint: '#6f707b',
    accent: '#4653c9',
    accentHover: '#3a46b3',
    onAccent: '#ffffff',
    accentSoft: '#eef0fc',
    info: '#2563a8',
    success: '#1f7a4d',
    warning: '#96600a',
    danger: '#c02f36',
    dangerSoft: '#fdf0f0',
    backdrop: 'rgba(20, 20, 28, 0.36)',
  },
  dark: {
    background: '#111215',
    surface: '#17181c',
    subtle: '#1e1f24',
    hover: '#222329',
    border: '#2a2b32',
    borderStrong: '#44454f',
    text: '#ececf0',
    textMuted: '#a5a6b1',
    textFaint: '#8d8e99',
    accent: '#97a1f7',
    accentHover: '#aab2fa',
    onAccent: '#14151f',
    accentSoft: '#22253f',
    info: '#7fb4ec',
    success: '#63c893',
    warning: '#dfae5a',
    danger: '#f2868b',
    dangerSoft: '#351c1f',
    backdrop: 'rgba(0, 0, 0, 0.6)',
  },
};

export const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Sukhumvit Set", "Leelawadee UI", "Noto Sans Thai", Thonburi, sans-serif';
export const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';
export const RADIUS = 8;
export const HEADER_HEIGHT = 56;
export const MENU_WIDTH = 240;
export const MENU_WIDTH_COLLAPSED = 60;
export const ROW_HEIGHT = 44;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(';');

/** The tokens as CSS, for both modes; `data-mode` on the root element chooses. */
export const tokensCss = (): string =>
  `:root{color-scheme:light;--font:${FONT};--mono:${MONO};--radius:${RADIUS}px;${variables(PALETTES.light)}}` +
  `:root[data-mode=dark]{color-scheme:dark;${variables(PALETTES.dark)}}` +
  `html{background:var(--background);color:var(--text);font-family:var(--font)}body{margin:0}`;
