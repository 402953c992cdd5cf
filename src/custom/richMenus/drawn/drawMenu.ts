import type { Bounds } from '../../../../schemas/richMenus/patterns.ts';
import { readableInk, type MenuDrawing, layOutText } from './drawing.ts';

/** The letters of the console, Thai ones too. */
const FONT = '"Inter", "Noto Sans Thai", sans-serif';
/** Icons are drawn on a field of so many units. */
const ICON_VIEWBOX = 24;
const LINE_WIDTH = 8;

const fontOf = (size: number): string => `600 ${size}px ${FONT}`;

/** The shapes of an icon as it stands in the page. */
export const iconPaths = (svg: SVGElement): Path2D[] =>
  [...svg.querySelectorAll('path, circle')].map((shape) => {
    if (shape.tagName === 'path') return new Path2D(shape.getAttribute('d') ?? '');
    const [x = 0, y = 0, radius = 0] = ['cx', 'cy', 'r'].map((name) => Number(shape.getAttribute(name)));
    const circle = new Path2D();
    circle.arc(x, y, radius, 0, 2 * Math.PI);
    return circle;
  });

/**
 * Draws a menu in the picture's own pixels.
 * @param shapes those of an icon, by its name
 */
export function drawMenu(
  context: CanvasRenderingContext2D,
  areas: readonly Bounds[],
  drawing: MenuDrawing,
  shapes: (icon: string) => Path2D[],
): void {
  const measure = (text: string, size: number): number => {
    context.font = fontOf(size);
    return context.measureText(text).width;
  };
  for (const [index, bounds] of areas.entries()) {
    const area = drawing.areas[index];
    if (!area) continue;
    context.fillStyle = area.ground;
    context.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
    if (drawing.lined) {
      context.strokeStyle = '#ffffff';
      context.lineWidth = LINE_WIDTH;
      context.strokeRect(bounds.x, bounds.y, bounds.width, bounds.height);
    }
    const { icon, lines, size, leading, x, y } = layOutText(bounds, area, measure);
    context.fillStyle = readableInk(area.ground);
    if (icon && area.icon !== undefined) {
      context.save();
      context.translate(icon.x, icon.y);
      context.scale(icon.width / ICON_VIEWBOX, icon.height / ICON_VIEWBOX);
      for (const shape of shapes(area.icon)) context.fill(shape);
      context.restore();
    }
    context.font = fontOf(size);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * leading);
  }
}

/** Fetches the letters that the words need, so that they are drawn with them. */
export const loadFontFor = async (words: string): Promise<void> => {
  if (words.trim() !== '') await document.fonts?.load(fontOf(SAMPLE), words);
};
const SAMPLE = 100;
