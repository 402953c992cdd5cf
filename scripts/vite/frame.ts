import type { Plugin } from 'vite';
import { MENU_WIDTH, PALETTES, RADIUS_LARGE, SHEET_GAP, type Palette } from '../../src/theme/tokens.ts';

const both = (name: keyof Palette): string => `light-dark(${PALETTES.light[name]},${PALETTES.dark[name]})`;

const CSS = `#frame{position:fixed;inset:0;color-scheme:light dark;background:${both('canvas')}}
[data-mode=light] #frame{color-scheme:light}
[data-mode=dark] #frame{color-scheme:dark}
#frame i{position:absolute;inset:0;background:${both('sheet')}}
@media (min-width:900px){#frame i{inset:${SHEET_GAP}px;left:${MENU_WIDTH}px;border:1px solid ${both('frame')};border-radius:${RADIUS_LARGE}px}}`;

/**
 * Puts the outline of the console into the page, to be drawn at once. The services show it to people who are signed
 * in; React takes it away with its first drawing.
 */
export function appShellPlugin(): Plugin {
  return {
    name: 'frame',
    transformIndexHtml: (html) => ({
      html: html.replace('<div id="root">', '<div id="root"><div id="frame" hidden><i></i></div>'),
      tags: [{ tag: 'style', children: CSS, injectTo: 'head' }],
    }),
  };
}
