import { MENU_SIZES, PATTERNS, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import { drawMenu, iconPaths } from './drawMenu.ts';
import type { MenuDrawing } from './drawing.ts';

interface MenuPictureOptions {
  pattern: Pattern;
  drawing: MenuDrawing;
  /** Container of the rendered icons, each an svg below an element with its name in `data-icon`. */
  iconSource: HTMLElement | null;
}

/**
 * Renders a menu's picture to a canvas.
 * @param scale 1 is the exact size in pixels
 * @throws Error where the browser has no 2D canvas
 */
export function renderPicture(
  { pattern, drawing, iconSource }: MenuPictureOptions,
  scale = 1,
): HTMLCanvasElement {
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.scale(scale, scale);
  drawMenu(context, areas, drawing, (icon) => {
    const svg = iconSource?.querySelector<SVGElement>(`[data-icon="${icon}"] svg`);
    return svg ? iconPaths(svg) : [];
  });
  return canvas;
}
