import type { Plugin } from 'vite';
import { MENU_WIDTH, PALETTES, RADIUS_LARGE, SHEET_GAP, type Palette } from '../../src/theme/tokens.ts';

const lightDark = (name: keyof Palette): string =>
  `light-dark(${PALETTES.light[name]},${PALETTES.dark[name]})`;

const CSS = `#frame{position:fixed;inset:0;color-scheme:light dark;background:${lightDark('canvas')}}
[data-mode=light] #frame{color-scheme:light}
[data-mode=dark] #frame{color-scheme:dark}
#frame i{position:absolute;inset:0;background:${lightDark('sheet')}}
@media (min-width:900px){#frame i{inset:${SHEET_GAP}px;left:${MENU_WIDTH}px;border:1px solid ${lightDark('frame')};border-radius:${RADIUS_LARGE}px}}`;

/**
 * Adds the outline of the console to the page, painted before any script. The services show it to people who are signed
 * in; the first render of React replaces it.
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
