import type { CSSProperties } from 'react';

export type FlexComponent = Record<string, unknown>;

/** The phone of the preview is that much smaller than a real one. */
const SCALE = 0.78;

const px = (pixels: number): string => `${Math.round(pixels * SCALE * 10) / 10}px`;

const SPACES: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const TEXTS: Record<string, number> = {
  ...{ xxs: 11, xs: 13, sm: 14, md: 16, lg: 19, xl: 22, xxl: 29 },
  ...{ '3xl': 35, '4xl': 48, '5xl': 74 },
};
const PICTURES: Record<string, number> = {
  ...{ xxs: 40, xs: 60, sm: 80, md: 100, lg: 120, xl: 140, xxl: 160 },
  ...{ '3xl': 180, '4xl': 200, '5xl': 220 },
};
const BUBBLES: Record<string, number> = {
  ...{ nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 386 },
};
const CORNERS: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const BORDERS: Record<string, number> = {
  none: 0,
  light: 0.5,
  normal: 1,
  medium: 2,
  'semi-bold': 3,
  bold: 4,
};

export const isFlexComponent = (value: unknown): value is FlexComponent =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const componentsOf = (value: unknown): FlexComponent[] =>
  Array.isArray(value) ? value.filter(isFlexComponent) : [];
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A length by its word or in pixels, or a share of what is around. */
function length(value: unknown, words: Record<string, number>): string | undefined {
  if (typeof value !== 'string') return undefined;
  const word = words[value];
  if (word !== undefined) return px(word);
  const pixels = /^(-?\d+(?:\.\d+)?)px$/.exec(value);
  if (pixels) return px(Number(pixels[1]));
  return /^\d+(\.\d+)?%$/.test(value) ? value : undefined;
}

/** A colour as Flex writes it; anything else is none. */
export const colour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? value : undefined;

export const textSize = (value: unknown): string => length(value ?? 'md', TEXTS) ?? px(16);
export const pictureWidth = (value: unknown): string =>
  value === 'full' ? '100%' : (length(value ?? 'md', PICTURES) ?? px(100));
export const bubbleWidth = (value: unknown): string => px(BUBBLES[textOf(value)] ?? 300);
export const space = (value: unknown): string | undefined => length(value, SPACES);

/** `20:13` as CSS has it. */
export function ratio(value: unknown): string {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(textOf(value)) ?? [];
  return width !== undefined && Number(height) > 0 ? `${width} / ${height}` : '1 / 1';
}

export type Layout = 'vertical' | 'horizontal' | 'baseline';

const JUSTIFY: Record<string, string> = {
  'flex-start': 'flex-start',
  center: 'center',
  'flex-end': 'flex-end',
  'space-between': 'space-between',
  'space-around': 'space-around',
  'space-evenly': 'space-evenly',
};

/** How a part takes its place among those beside it, or under each other. */
export function flexItemStyle(
  part: FlexComponent,
  layout: Layout,
  spacing: unknown,
  isFirst: boolean,
): CSSProperties {
  const flex = typeof part['flex'] === 'number' ? part['flex'] : layout === 'vertical' ? 0 : 1;
  const gap = isFirst ? undefined : (space(part['margin']) ?? space(spacing));
  const style: CSSProperties = {
    flex: flex === 0 ? '0 0 auto' : `${flex} ${flex} 0`,
    minWidth: 0,
    ...(layout === 'vertical' ? { marginTop: gap, maxWidth: '100%' } : { marginLeft: gap }),
  };
  const gravity = { top: 'flex-start', center: 'center', bottom: 'flex-end' }[textOf(part['gravity'])];
  if (layout === 'horizontal' && gravity) style.alignSelf = gravity;
  if (part['position'] === 'absolute') {
    style.position = 'absolute';
    style.marginTop = undefined;
    style.marginLeft = undefined;
  } else if (hasOffset(part)) style.position = 'relative';
  if (style.position) {
    style.top = length(part['offsetTop'], SPACES);
    style.bottom = length(part['offsetBottom'], SPACES);
    style.left = length(part['offsetStart'], SPACES);
    style.right = length(part['offsetEnd'], SPACES);
  }
  return style;
}

const hasOffset = (part: FlexComponent): boolean =>
  Object.keys(part).some((name) => name.startsWith('offset'));

export function boxStyle(box: FlexComponent, layout: Layout): CSSProperties {
  const all = box['paddingAll'];
  const side = (name: string): string | undefined => length(box[name] ?? all, SPACES);
  const width = length(box['width'], {});
  const edge = length(box['borderWidth'], BORDERS);
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: layout === 'vertical' ? 'column' : 'row',
    alignItems:
      { 'flex-start': 'flex-start', center: 'center', 'flex-end': 'flex-end' }[textOf(box['alignItems'])] ??
      (layout === 'baseline' ? 'baseline' : 'stretch'),
    justifyContent: JUSTIFY[textOf(box['justifyContent'])],
    paddingTop: side('paddingTop'),
    paddingBottom: side('paddingBottom'),
    paddingLeft: side('paddingStart'),
    paddingRight: side('paddingEnd'),
    width,
    ...(width !== undefined && { flex: '0 0 auto' }),
    height: length(box['height'], {}),
    maxWidth: length(box['maxWidth'], {}),
    maxHeight: length(box['maxHeight'], {}),
    background: gradient(box['background']) ?? colour(box['backgroundColor']),
    borderRadius: length(box['cornerRadius'], CORNERS),
    ...(edge !== undefined && { border: `${edge} solid ${colour(box['borderColor']) ?? '#00000033'}` }),
    ...(box['cornerRadius'] !== undefined && { overflow: 'hidden' }),
  };
}

function gradient(value: unknown): string | undefined {
  if (!isFlexComponent(value) || value['type'] !== 'linearGradient') return undefined;
  const angle = /^\d+(\.\d+)?deg$/.test(textOf(value['angle'])) ? textOf(value['angle']) : '0deg';
  const stops = [value['startColor'], value['centerColor'], value['endColor']].map(colour).filter(Boolean);
  return stops.length < 2 ? undefined : `linear-gradient(${angle}, ${stops.join(', ')})`;
}

export function spanStyle(text: FlexComponent): CSSProperties {
  return {
    ...(text['size'] !== undefined && { fontSize: textSize(text['size']) }),
    ...(text['weight'] !== undefined && { fontWeight: text['weight'] === 'bold' ? 700 : 400 }),
    ...(text['style'] === 'italic' && { fontStyle: 'italic' }),
    ...(text['decoration'] === 'underline' && { textDecoration: 'underline' }),
    ...(text['decoration'] === 'line-through' && { textDecoration: 'line-through' }),
    color: colour(text['color']),
  };
}

export function textStyle(text: FlexComponent): CSSProperties {
  const wrap = text['wrap'] === true;
  const lines = typeof text['maxLines'] === 'number' ? text['maxLines'] : 0;
  return {
    fontSize: textSize(text['size']),
    lineHeight: 1.4,
    ...spanStyle(text),
    textAlign: { start: 'start', center: 'center', end: 'end' }[textOf(text['align'])] as 'start',
    overflow: 'hidden',
    ...(wrap
      ? { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }
      : { whiteSpace: 'nowrap', textOverflow: 'ellipsis' }),
    ...(wrap && lines > 0 && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines }),
  };
}

const ALIGNS: Record<string, string> = { start: 'flex-start', center: 'center', end: 'flex-end' };
/** Where a picture stands that is narrower than its room. */
export const pictureAlign = (value: unknown): string => ALIGNS[textOf(value)] ?? 'center';

const BUTTONS: Record<string, CSSProperties> = {
  primary: { background: '#06b34d', color: '#ffffff' },
  secondary: { background: '#dcdfe5', color: '#111111' },
  link: { color: '#42659a' },
};
export function buttonStyle(button: FlexComponent): CSSProperties {
  const kind = textOf(button['style']) || 'link';
  const own = colour(button['color']);
  return {
    ...(BUTTONS[kind] ?? BUTTONS['link']),
    ...(own !== undefined && (kind === 'link' ? { color: own } : { background: own })),
    height: px(button['height'] === 'sm' ? 40 : 52),
    lineHeight: px(button['height'] === 'sm' ? 40 : 52),
    padding: `0 ${px(16)}`,
    borderRadius: px(8),
    textAlign: 'center',
    fontSize: px(16),
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  };
}
export const separatorStyle = (separator: FlexComponent, layout: Layout): CSSProperties => ({
  alignSelf: 'stretch',
  flex: 'none',
  background: colour(separator['color']) ?? '#d4d6da',
  ...(layout === 'vertical' ? { height: 1 } : { width: 1 }),
});
