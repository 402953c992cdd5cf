import type { RichMenu } from '../../../../schemas/generated/types.ts';
import type { Bounds } from '../../../../schemas/richMenus/patterns.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The drawing of an area. */
export interface AreaDrawing {
  /** Name of one of `ICONS`; without it there is none. */
  icon?: string;
  label: string;
  /** Background colour, `#rrggbb`. */
  ground: string;
}
export interface MenuDrawing {
  areas: AreaDrawing[];
  /** White lines between the areas. */
  lined: boolean;
}

/** Backgrounds, light ones first; the text is dark or white, by contrast. */
export const BACKGROUNDS: readonly (readonly [name: string, colour: string])[] = [
  [t('White'), '#ffffff'],
  [t('Sand'), '#f1e5d6'],
  [t('Rose'), '#f6d9dc'],
  [t('Mint'), '#dbeae0'],
  [t('Sky'), '#d8e6f0'],
  [t('Butter'), '#f8ecc2'],
  [t('Coral'), '#d9604f'],
  [t('Wine'), '#86294a'],
  [t('Teal'), '#0b6a78'],
  [t('Leaf'), '#2f7a4f'],
  [t('Indigo'), '#2e3f7f'],
  [t('Ink'), '#1d2429'],
];

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

const DARK = '#1d2429';
const WHITE = '#ffffff';

/** Dark or white, whichever has more contrast with the background (WCAG 2). */
export function readableInk(ground: string): string {
  const [light, darkLuminance] = [luminance(ground) + 0.05, luminance(DARK) + 0.05];
  return 1.05 / light >= light / darkLuminance ? WHITE : DARK;
}

/** The initial drawing: the labels of the areas' actions on different backgrounds. */
export const createDrawing = (labels: readonly string[]): MenuDrawing => ({
  areas: labels.map((label, index) => ({ label, ground: BACKGROUNDS[1 + (index % 5)]?.[1] ?? WHITE })),
  lined: true,
});

/** Reads a menu's stored drawing, which omits empty values; undefined where its picture was not drawn. */
export const readDrawing = (stored: RichMenu['drawing']): MenuDrawing | undefined =>
  stored?.areas && stored.areas.length > 0
    ? {
        areas: stored.areas.map(({ icon, label = '', ground }) => ({ ...(icon && { icon }), label, ground })),
        lined: stored.lined ?? true,
      }
    : undefined;

/** Adapts a drawing to the current areas: existing ones keep theirs. */
export const adaptDrawing = (drawing: MenuDrawing, labels: readonly string[]): MenuDrawing => {
  const fresh = createDrawing(labels);
  return { ...drawing, areas: fresh.areas.map((area, index) => drawing.areas[index] ?? area) };
};

/** Margin of an area without text, in pixels: some screens crop it. */
const MARGIN_PX = 60;
const MAX_LINES = 2;
/** Line height as a multiple of the font size, with space for Thai vowels above and below. */
const LINE_HEIGHT = 1.35;
const MIN_FONT_PX = 48;

export interface PlacedText {
  /** Bounds of the icon. */
  icon?: Bounds;
  lines: string[];
  /** Font size and line height, in pixels. */
  size: number;
  leading: number;
  /** Middle of the first line. */
  x: number;
  y: number;
}

/**
 * Positions icon and text in the middle of an area, the text in the largest size that fits on two lines.
 * @param measure width of a text in a font size
 */
export function layOutText(
  bounds: Bounds,
  { icon, label }: Pick<AreaDrawing, 'icon' | 'label'>,
  measure: (text: string, size: number) => number,
): PlacedText {
  const room = { width: bounds.width - 2 * MARGIN_PX, height: bounds.height - 2 * MARGIN_PX };
  const side = icon === undefined ? 0 : Math.min(room.width, room.height) * (label === '' ? 0.6 : 0.5);
  const text = label.trim();
  let size = Math.min(bounds.height, bounds.width) * 0.15;
  let lines = wrapText(text, (line) => measure(line, size) <= room.width);
  while (lines === undefined && size > MIN_FONT_PX) {
    size *= 0.92;
    lines = wrapText(text, (line) => measure(line, size) <= room.width);
  }
  lines ??= truncate(text, (line) => measure(line, size) <= room.width);
  const leading = size * LINE_HEIGHT;
  const gap = side > 0 && lines.length > 0 ? size * 0.4 : 0;
  const top = bounds.y + (bounds.height - side - gap - lines.length * leading) / 2;
  const x = bounds.x + bounds.width / 2;
  return {
    ...(side > 0 && { icon: { x: x - side / 2, y: top, width: side, height: side } }),
    ...{ lines, size, leading, x },
    y: top + side + gap + leading / 2,
  };
}

/** Words and the separators between them; Thai has no spaces, so the language's word rules are used. */
const splitWords = (text: string): string[] =>
  [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ segment }) => segment);

/** Wraps a text; undefined where it needs too many lines. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] | undefined {
  const lines: string[] = [];
  let line = '';
  for (const part of splitWords(text)) {
    if (fits((line + part).trim())) line += part;
    else {
      if (line.trim() === '' || !fits(part.trim())) return undefined;
      lines.push(line.trim());
      line = part;
    }
  }
  if (line.trim() !== '') lines.push(line.trim());
  if (lines.length > MAX_LINES) return undefined;
  return lines.length === 2 ? balanceLines(text, fits) : lines;
}

/** Splits a text into two lines that fit and are closest in length. */
function balanceLines(text: string, fits: (line: string) => boolean): string[] {
  const parts = splitWords(text);
  const splits = parts
    .map((_, at) => [parts.slice(0, at).join('').trim(), parts.slice(at).join('').trim()])
    .filter((lines) => lines.every((line) => line !== '' && fits(line)));
  const unevenness = ([first = '', second = '']: string[]): number => Math.abs(first.length - second.length);
  return splits.toSorted((a, b) => unevenness(a) - unevenness(b))[0] ?? [];
}

/** Truncates a text that is too long for the smallest font size to one line. */
function truncate(text: string, fits: (line: string) => boolean): string[] {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return [`${letters.join('')}…`];
}
