import type { Bounds } from '../../../../schemas/richMenus/patterns.ts';
import { readableInk, type MenuDrawing, layOutText } from './drawing.ts';

/** The console's fonts, including Thai. */
const FONT = '"Inter", "Noto Sans Thai", sans-serif';
/** Size of an icon's view box. */
const ICON_VIEWBOX = 24;
const LINE_WIDTH = 8;

const cssFont = (size: number): string => `600 ${size}px ${FONT}`;

/** The shapes of an icon that is rendered in the page. */
export const iconPaths = (svg: SVGElement): Path2D[] =>
  [...svg.querySelectorAll('path, circle')].map((shape) => {
    if (shape.tagName === 'path') return new Path2D(shape.getAttribute('d') ?? '');
    const [x = 0, y = 0, radius = 0] = ['cx', 'cy', 'r'].map((name) => Number(shape.getAttribute(name)));
    const circle = new Path2D();
    circle.arc(x, y, radius, 0, 2 * Math.PI);
    return circle;
  });

/**
 * Draws a menu in the pixels of the picture.
 * @param shapes of an icon, by its name
 */
export function drawMenu(
  context: CanvasRenderingContext2D,
  areas: readonly Bounds[],
  drawing: MenuDrawing,
  shapes: (icon: string) => Path2D[],
): void {
  const measure = (text: string, size: number): number => {
    context.font = cssFont(size);
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
    context.font = cssFont(size);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * leading);
  }
}

/** Loads the font for a text before it is drawn. */
export const loadFontFor = async (words: string): Promise<void> => {
  if (words.trim() !== '') await document.fonts?.load(cssFont(SAMPLE_SIZE_PX), words);
};
const SAMPLE_SIZE_PX = 100;
