import type { CSSProperties } from 'react';

export type FlexComponent = Record<string, unknown>;

/** Scale of the preview's phone, compared with a real one. */
const SCALE = 0.78;

const px = (pixels: number): string => `${Math.round(pixels * SCALE * 10) / 10}px`;

const SPACE_PX: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const TEXT_PX: Record<string, number> = {
  ...{ xxs: 11, xs: 13, sm: 14, md: 16, lg: 19, xl: 22, xxl: 29 },
  ...{ '3xl': 35, '4xl': 48, '5xl': 74 },
};
const PICTURE_PX: Record<string, number> = {
  ...{ xxs: 40, xs: 60, sm: 80, md: 100, lg: 120, xl: 140, xxl: 160 },
  ...{ '3xl': 180, '4xl': 200, '5xl': 220 },
};
const BUBBLE_PX: Record<string, number> = {
  ...{ nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 386 },
};
const CORNER_PX: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const BORDER_PX: Record<string, number> = {
  none: 0,
  light: 0.5,
  normal: 1,
  medium: 2,
  'semi-bold': 3,
  bold: 4,
};

export const isFlexComponent = (value: unknown): value is FlexComponent =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const toComponents = (value: unknown): FlexComponent[] =>
  Array.isArray(value) ? value.filter(isFlexComponent) : [];
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A length from a keyword, in pixels or in percent. */
function length(value: unknown, keywords: Record<string, number>): string | undefined {
  if (typeof value !== 'string') return undefined;
  const keyword = keywords[value];
  if (keyword !== undefined) return px(keyword);
  const pixels = /^(-?\d+(?:\.\d+)?)px$/.exec(value);
  if (pixels) return px(Number(pixels[1]));
  return /^\d+(\.\d+)?%$/.test(value) ? value : undefined;
}

/** A hexadecimal colour of Flex; undefined for anything else. */
export const colour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? value : undefined;

export const textSize = (value: unknown): string => length(value ?? 'md', TEXT_PX) ?? px(16);
export const pictureWidth = (value: unknown): string =>
  value === 'full' ? '100%' : (length(value ?? 'md', PICTURE_PX) ?? px(100));
export const bubbleWidth = (value: unknown): string => px(BUBBLE_PX[toText(value)] ?? 300);
export const space = (value: unknown): string | undefined => length(value, SPACE_PX);

/** Converts `20:13` to CSS. */
export function ratio(value: unknown): string {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(toText(value)) ?? [];
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

/** Style of a component as an item of its box. */
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
  const gravity = { top: 'flex-start', center: 'center', bottom: 'flex-end' }[toText(part['gravity'])];
  if (layout === 'horizontal' && gravity) style.alignSelf = gravity;
  if (part['position'] === 'absolute') {
    style.position = 'absolute';
    style.marginTop = undefined;
    style.marginLeft = undefined;
  } else if (hasOffset(part)) style.position = 'relative';
  if (style.position) {
    style.top = length(part['offsetTop'], SPACE_PX);
    style.bottom = length(part['offsetBottom'], SPACE_PX);
    style.left = length(part['offsetStart'], SPACE_PX);
    style.right = length(part['offsetEnd'], SPACE_PX);
  }
  return style;
}

const hasOffset = (part: FlexComponent): boolean =>
  Object.keys(part).some((name) => name.startsWith('offset'));

export function boxStyle(box: FlexComponent, layout: Layout): CSSProperties {
  const all = box['paddingAll'];
  const side = (name: string): string | undefined => length(box[name] ?? all, SPACE_PX);
  const width = length(box['width'], {});
  const edge = length(box['borderWidth'], BORDER_PX);
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: layout === 'vertical' ? 'column' : 'row',
    alignItems:
      { 'flex-start': 'flex-start', center: 'center', 'flex-end': 'flex-end' }[toText(box['alignItems'])] ??
      (layout === 'baseline' ? 'baseline' : 'stretch'),
    justifyContent: JUSTIFY[toText(box['justifyContent'])],
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
    borderRadius: length(box['cornerRadius'], CORNER_PX),
    ...(edge !== undefined && { border: `${edge} solid ${colour(box['borderColor']) ?? '#00000033'}` }),
    ...(box['cornerRadius'] !== undefined && { overflow: 'hidden' }),
  };
}

function gradient(value: unknown): string | undefined {
  if (!isFlexComponent(value) || value['type'] !== 'linearGradient') return undefined;
  const angle = /^\d+(\.\d+)?deg$/.test(toText(value['angle'])) ? toText(value['angle']) : '0deg';
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
    textAlign: { start: 'start', center: 'center', end: 'end' }[toText(text['align'])] as 'start',
    overflow: 'hidden',
    ...(wrap
      ? { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }
      : { whiteSpace: 'nowrap', textOverflow: 'ellipsis' }),
    ...(wrap && lines > 0 && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines }),
  };
}

const ALIGNS: Record<string, string> = { start: 'flex-start', center: 'center', end: 'flex-end' };
/** Horizontal position of a picture that is narrower than its box. */
export const pictureAlign = (value: unknown): string => ALIGNS[toText(value)] ?? 'center';

const BUTTONS: Record<string, CSSProperties> = {
  primary: { background: '#06b34d', color: '#ffffff' },
  secondary: { background: '#dcdfe5', color: '#111111' },
  link: { color: '#42659a' },
};
export function buttonStyle(button: FlexComponent): CSSProperties {
  const kind = toText(button['style']) || 'link';
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
