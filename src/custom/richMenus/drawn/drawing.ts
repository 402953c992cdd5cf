import type { RichMenu } from '../../../../schemas/generated/types.ts';
import type { Bounds } from '../../../../schemas/richMenus/patterns.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** What is drawn into an area. */
export interface AreaDrawing {
  /** Name of one of `ICONS`; none is drawn without. */
  icon?: string;
  label: string;
  /** Colour of the ground, `#rrggbb`. */
  ground: string;
}
export interface MenuDrawing {
  areas: AreaDrawing[];
  /** White lines between the areas. */
  lined: boolean;
}

/** Calm grounds, light ones first; words on them are dark or white, whichever reads better. */
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

/** Dark or white, by which has more contrast with the ground (WCAG 2). */
export function readableInk(ground: string): string {
  const [light, below] = [luminance(ground) + 0.05, luminance(DARK) + 0.05];
  return 1.05 / light >= light / below ? WHITE : DARK;
}

/** Begins with what the areas' actions are called, on grounds of their own. */
export const firstDrawing = (labels: readonly string[]): MenuDrawing => ({
  areas: labels.map((label, index) => ({ label, ground: BACKGROUNDS[1 + (index % 5)]?.[1] ?? WHITE })),
  lined: true,
});

/** What a menu holds of its drawing, which leaves out what is blank; nothing where its picture came from elsewhere. */
export const storedDrawing = (stored: RichMenu['drawing']): MenuDrawing | undefined =>
  stored?.areas && stored.areas.length > 0
    ? {
        areas: stored.areas.map(({ icon, label = '', ground }) => ({ ...(icon && { icon }), label, ground })),
        lined: stored.lined ?? true,
      }
    : undefined;

/** As many areas as there are now: those that stay keep what is drawn in them. */
export const drawingFor = (drawing: MenuDrawing, labels: readonly string[]): MenuDrawing => {
  const fresh = firstDrawing(labels);
  return { ...drawing, areas: fresh.areas.map((area, index) => drawing.areas[index] ?? area) };
};

/** Pixels at the edges of an area that stay free: some screens cut them. */
const MARGIN_PX = 60;
const MAX_LINES = 2;
/** Line height as a share of the letters' size: room for Thai vowels above and below. */
const LINE_HEIGHT = 1.35;
const MIN_FONT_PX = 48;

export interface PlacedText {
  /** The square that the icon fills. */
  icon?: Bounds;
  lines: string[];
  /** Letters' size and the lines' height, in pixels. */
  size: number;
  leading: number;
  /** Where the middle of the first line is. */
  x: number;
  y: number;
}

/**
 * Where icon and words of an area go: both in its middle, the words in as big letters as fit on two lines.
 * @param measure width of a text in letters of a size
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
  lines ??= clipped(text, (line) => measure(line, size) <= room.width);
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

/** Words and what stands between them; Thai has no spaces between words, so that the language's rules find them. */
const partsOf = (text: string): string[] =>
  [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ segment }) => segment);

/** The lines of a text that fit; nothing where it needs more of them than there are. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] | undefined {
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(text)) {
    if (fits((line + part).trim())) line += part;
    else {
      if (line.trim() === '' || !fits(part.trim())) return undefined;
      lines.push(line.trim());
      line = part;
    }
  }
  if (line.trim() !== '') lines.push(line.trim());
  if (lines.length > MAX_LINES) return undefined;
  return lines.length === 2 ? balanced(text, fits) : lines;
}

/** The two lines that are nearest to each other in length, of those that fit. */
function balanced(text: string, fits: (line: string) => boolean): string[] {
  const parts = partsOf(text);
  const splits = parts
    .map((_, at) => [parts.slice(0, at).join('').trim(), parts.slice(at).join('').trim()])
    .filter((lines) => lines.every((line) => line !== '' && fits(line)));
  const unevenness = ([first = '', second = '']: string[]): number => Math.abs(first.length - second.length);
  return splits.toSorted((a, b) => unevenness(a) - unevenness(b))[0] ?? [];
}

/** One line with what fits of a text that is too long for the smallest letters. */
function clipped(text: string, fits: (line: string) => boolean): string[] {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return [`${letters.join('')}…`];
}
