import { MENU_SIZES, PATTERNS, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import { drawMenu, iconPaths } from './drawMenu.ts';
import type { MenuDrawing } from './drawing.ts';

interface PictureOf {
  pattern: Pattern;
  drawing: MenuDrawing;
  /** Where the icons stand, each as an svg below an element that has its name in `data-icon`. */
  rack: HTMLElement | null;
}

/**
 * A menu's picture, drawn.
 * @param scale 1 is the exact size in pixels
 * @throws Error where the browser gives no place to draw
 */
export function pictureOf({ pattern, drawing, rack }: PictureOf, scale = 1): HTMLCanvasElement {
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.scale(scale, scale);
  drawMenu(context, areas, drawing, (icon) => {
    const svg = rack?.querySelector<SVGElement>(`[data-icon="${icon}"] svg`);
    return svg ? iconPaths(svg) : [];
  });
  return canvas;
}
