/**
 * Every colour and measure that the console is drawn with. The MUI theme is made of them; plain styles and the
 * sign-in screens, which come without MUI, use the same ones as CSS variables (`--ink-2`, `--accent-soft`…).
 * A colour is written nowhere else, apart from those of platforms (`src/channels`).
 */
export type ColorScheme = 'light' | 'dark';

const light = {
  // Surfaces, from back to front; `sunken` recedes, `hover` and `press` answer the pointer.
  canvas: '#eff1f2',
  sheet: '#ffffff',
  raised: '#ffffff',
  sunken: '#f6f7f8',
  hover: '#f3f5f6',
  press: '#e9ecee',
  // One of several choices in a line: the chosen one lies on what the others lie in.
  track: '#e9ecee',
  thumb: '#ffffff',
  // Lines between rows, around things, around what can be typed in or ticked (3:1 or more).
  line: '#e5e8ea',
  frame: '#d3d8dc',
  field: '#848c93',
  // Text: titles and values, body and icons, labels and help; `inkOff` for what is disabled alone.
  ink: '#15191c',
  ink2: '#485057',
  ink3: '#636b72',
  inkOff: '#9aa2a8',
  // The one accent: what can be done, what is chosen, where the focus is.
  accent: '#0b6a78',
  accentHover: '#085560',
  accentPress: '#064650',
  accentText: '#0a6270',
  accentSoft: '#e6f2f4',
  accentLine: '#9ccbd2',
  onAccent: '#ffffff',
  focus: '#0b6a78',
  // States: a text, its soft ground, the dot before the same word in a list.
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
  // The button that destroys.
  dangerFill: '#c02f27',
  onDanger: '#ffffff',
  // Series of a chart in this order, never more than five.
  chart1: '#0b6a78',
  chart2: '#b9781f',
  chart3: '#6a5fb0',
  chart4: '#7f8a92',
  chart5: '#b5524b',
  chartFill: '#0b6a7814',
  chartGrid: '#edeff1',
  // Only under what floats.
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

/** Latin first, Thai second, then the system's. `Inter Metrics` is a system font with Inter's measures (fonts.ts). */
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
/** From the edge of a text button to its words: pulled out as far, its words end where all else does. */
export const TEXT_BUTTON_INSET_PX = 13;
export const BAR_HEIGHT = 48;
export const ROW_HEIGHT = 44;
export const CONTROL = 32;
/** How far the sheet is from the window. */
export const SHEET_GAP = 8;

/** Below this width the console is a phone's: `theme.breakpoints.down('sm')` in plain styles. */
export const PHONE = '@media (max-width: 599.95px)';

const EASE = 'cubic-bezier(.2, 0, 0, 1)';
/** Durations in milliseconds: colours, and what moves. */
export const FAST = 120;
export const SLOW = 180;

/** `accentSoft` is `--accent-soft`, `ink2` is `--ink-2`. */
const cssName = (name: string): string => `--${name.replace(/[A-Z]|\d/g, (it) => `-${it.toLowerCase()}`)}`;

/** A token as plain styles name it: `css('ink2')` is `var(--ink-2)`. */
export const css = (name: keyof Palette): string => `var(${cssName(name)})`;

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `${cssName(name)}:${value}`)
    .join(';');

/** The tokens as CSS, for both modes; `data-mode` on the root element chooses. */
export const tokensCss = (): string =>
  `:root{color-scheme:light;--font:${FONT};--mono:${MONO};--edge:24px;--fast:${FAST}ms ${EASE};--slow:${SLOW}ms ${EASE};${variables(light)}}` +
  `:root[data-mode=dark]{color-scheme:dark;${variables(dark)}}` +
  `${PHONE}{:root{--edge:16px}}` +
  `html{background:var(--canvas);color:var(--ink);font-family:var(--font)}body{margin:0}`;

/** Narrower than this there is room for either a list or the record beside it. */
export const ONE_PANE = '(max-width:899.95px)';
