/**
 * Every colour and size of the console. The MUI theme is built from them; plain styles and the sign-in screens, which do not
 * load MUI, use them as CSS variables (`--ink-2`, `--accent-soft`…).
 * No other file contains a colour, apart from those of platforms (`src/channels`).
 */
export type ColorScheme = 'light' | 'dark';

const light = {
  // Surfaces, from back to front; `sunken` recedes, `hover` and `press` are feedback to the pointer.
  canvas: '#eff1f2',
  sheet: '#ffffff',
  raised: '#ffffff',
  sunken: '#f6f7f8',
  hover: '#f3f5f6',
  press: '#e9ecee',
  // A segmented control: the background, and the chosen segment on it.
  track: '#e9ecee',
  thumb: '#ffffff',
  // Lines between rows, around surfaces, around inputs (3:1 or more).
  line: '#e5e8ea',
  frame: '#d3d8dc',
  field: '#848c93',
  // Text: titles and values, body and icons, labels and help; `inkOff` only for disabled ones.
  ink: '#15191c',
  ink2: '#485057',
  ink3: '#636b72',
  inkOff: '#9aa2a8',
  // The only accent: actions, selection, focus.
  accent: '#0b6a78',
  accentHover: '#085560',
  accentPress: '#064650',
  accentText: '#0a6270',
  accentSoft: '#e6f2f4',
  accentLine: '#9ccbd2',
  onAccent: '#ffffff',
  focus: '#0b6a78',
  // Tones: text, soft background, and the dot before the text in a list.
  neutral: '#485057',
  neutralSoft: '#eceff0',
  neutralDot: '#858d94',
  info: '#2b5fae',
  infoSoft: '#e9f0fa',
  infoDot: '#3b78d4',
  success: '#19703f',
  successSoft: '#e6f4ec',
  successDot: '#24965a',
  warning: '#875400',
  warningSoft: '#fcf1dc',
  warningDot: '#c0790a',
  danger: '#b42a23',
  dangerSoft: '#fdeceb',
  dangerDot: '#d9443b',
  // The destructive button.
  dangerFill: '#c02f27',
  onDanger: '#ffffff',
  // Series of a chart in this order, at most five.
  chart1: '#0b6a78',
  chart2: '#b9781f',
  chart3: '#6a5fb0',
  chart4: '#7f8a92',
  chart5: '#b5524b',
  chartFill: '#0b6a7814',
  chartGrid: '#edeff1',
  // Only for floating surfaces.
  shadowMenu: '0 1px 2px #10182814, 0 8px 24px #1018281f',
  shadowDialog: '0 2px 4px #10182814, 0 24px 64px #10182833',
  scrim: '#10181c66',
};

export type Palette = typeof light;

const dark: Palette = {
  canvas: '#08090a',
  sheet: '#16191c',
  raised: '#1f2327',
  sunken: '#101315',
  hover: '#1d2125',
  press: '#262b30',
  track: '#101315',
  thumb: '#2c3238',
  line: '#272c31',
  frame: '#363d43',
  field: '#717b84',
  ink: '#eceff1',
  ink2: '#b3bbc2',
  ink3: '#929ba3',
  inkOff: '#5c656c',
  accent: '#4fbccb',
  accentHover: '#6accd9',
  accentPress: '#83d7e2',
  accentText: '#62c8d6',
  accentSoft: '#112c33',
  accentLine: '#2c6873',
  onAccent: '#04242a',
  focus: '#62c8d6',
  neutral: '#b3bbc2',
  neutralSoft: '#272c31',
  neutralDot: '#7b858d',
  info: '#8db6f2',
  infoSoft: '#182a44',
  infoDot: '#5b94e6',
  success: '#6fcb97',
  successSoft: '#12311f',
  successDot: '#3fb074',
  warning: '#e6b457',
  warningSoft: '#362710',
  warningDot: '#d69a2c',
  danger: '#f4938c',
  dangerSoft: '#401c1a',
  dangerDot: '#e8645b',
  dangerFill: '#d0453c',
  onDanger: '#ffffff',
  chart1: '#4fbccb',
  chart2: '#e0a650',
  chart3: '#a196e6',
  chart4: '#8f99a1',
  chart5: '#e07f78',
  chartFill: '#4fbccb1f',
  chartGrid: '#24292e',
  shadowMenu: '0 1px 2px #0006, 0 8px 24px #00000080',
  shadowDialog: '0 2px 4px #0006, 0 24px 64px #000000a6',
  scrim: '#000000a6',
};

export const PALETTES: Record<ColorScheme, Palette> = { light, dark };

/** Latin first, Thai second, then system fonts. `Inter Metrics` is a system font with Inter's metrics (fonts.ts). */
export const FONT =
  '"Inter", "Noto Sans Thai", "Inter Metrics", system-ui, -apple-system, "Segoe UI", Roboto, "Leelawadee UI", Thonburi, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"';
export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Thai", monospace';

/** Radii in pixels: marks, chips and checkboxes; buttons, inputs and rows of menus; the sheet, cards and dialogs. */
export const RADIUS_SMALL = 4;
export const RADIUS = 6;
export const RADIUS_LARGE = 8;

/** Sizes in pixels. */
export const MENU_WIDTH = 240;
export const MENU_WIDTH_COLLAPSED = 56;
export const HEADER_HEIGHT = 56;
/** Distance from the edge of a text button to its text: with this negative margin, the text is aligned with the content. */
export const TEXT_BUTTON_INSET_PX = 13;
export const BAR_HEIGHT = 48;
export const ROW_HEIGHT = 44;
export const CONTROL_HEIGHT = 32;
/** Distance of the content from the window. */
export const SHEET_GAP = 8;

/** Phones: `theme.breakpoints.down('sm')` in plain styles. */
export const PHONE = '@media (max-width: 599.95px)';

const EASE = 'cubic-bezier(.2, 0, 0, 1)';
/** Durations in milliseconds: of colours, and of movements. */
export const FAST_MS = 120;
export const SLOW_MS = 180;

/** Converts a token's name: `accentSoft` is `--accent-soft`, `ink2` is `--ink-2`. */
const cssName = (name: string): string => `--${name.replace(/[A-Z]|\d/g, (it) => `-${it.toLowerCase()}`)}`;

/** A token in plain styles: `css('ink2')` is `var(--ink-2)`. */
export const css = (name: keyof Palette): string => `var(${cssName(name)})`;

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `${cssName(name)}:${value}`)
    .join(';');

/** The tokens as CSS, for both color schemes; `data-mode` on the root element selects one. */
export const tokensCss = (): string =>
  `:root{color-scheme:light;--font:${FONT};--mono:${MONO};--edge:24px;--fast:${FAST_MS}ms ${EASE};--slow:${SLOW_MS}ms ${EASE};${variables(light)}}` +
  `:root[data-mode=dark]{color-scheme:dark;${variables(dark)}}` +
  `${PHONE}{:root{--edge:16px}}` +
  `html{background:var(--canvas);color:var(--ink);font-family:var(--font)}body{margin:0}`;

/** Narrower than this, either a list or its record is shown, not both. */
export const ONE_PANE = '(max-width:899.95px)';
