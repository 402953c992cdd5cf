import { PATTERNS, MENU_SIZES, type Bounds, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { pictureProcess } from '../../engine/files/pictureProcess.ts';

/** What is drawn into an area: shapes on a field of 100 by 100, with the ground behind them. */
export type Drawing = keyof typeof DRAWINGS;

const DRAWINGS = {
  gift: [
    '#f8dcdf',
    '<rect x="20" y="48" width="60" height="40" fill="#c65b66"/><rect x="16" y="36" width="68" height="14" fill="#a63f4d"/><rect x="44" y="36" width="12" height="52" fill="#e9d28b"/><path d="M50 36c-24-4-22-26-6-22 6 2 6 14 6 22zm0 0c24-4 22-26 6-22-6 2-6 14-6 22z" fill="none" stroke="#e9d28b" stroke-width="5"/>',
  ],
  dress: [
    '#efe0d1',
    '<path d="M32 18l12 6h12l12-6 18 26-14 8-4-6v42H32V46l-4 6-14-8z" fill="#86294a"/><path d="M36 22l28 62" stroke="#d9a15a" stroke-width="6"/>',
  ],
  basket: [
    '#dde8df',
    '<path d="M30 48c0-42 40-42 40 0" fill="none" stroke="#7a5431" stroke-width="7"/><path d="M18 46h64l-8 42H26z" fill="#b98246"/><path d="M30 52l3 34M50 52v36M70 52l-3 34M22 62h56M24 74h52" stroke="#8f6234" stroke-width="3"/>',
  ],
  cup: [
    '#d8e3ea',
    '<path d="M24 32h44v26c0 18-10 28-22 28S24 76 24 58z" fill="#2b5d86"/><path d="M68 42c18-4 20 26-2 26" fill="none" stroke="#2b5d86" stroke-width="7"/><path d="M28 50c8 5 12-5 20 0s12-5 18 0M28 62c8 5 12-5 18 0s12-5 16 0" fill="none" stroke="#fff" stroke-width="3"/>',
  ],
  shop: [
    '#dfe9e6',
    '<rect x="14" y="30" width="72" height="58" fill="#faf7ef"/><path d="M10 18h80v18H10z" fill="#0b6a78"/><path d="M24 18h12v18H24zm28 0h12v18H52zm24 0h8v18h-8z" fill="#e8f1ef"/><rect x="22" y="48" width="26" height="22" fill="#b9d2d4"/><rect x="60" y="48" width="16" height="40" fill="#6b4423"/>',
  ],
  candles: [
    '#f2e6db',
    '<rect x="14" y="50" width="18" height="38" fill="#fff6ea"/><rect x="40" y="38" width="20" height="50" fill="#e3c296"/><rect x="68" y="56" width="18" height="32" fill="#c98f6a"/><g fill="#f0a83c"><ellipse cx="23" cy="40" rx="4" ry="7"/><ellipse cx="50" cy="28" rx="4" ry="7"/><ellipse cx="77" cy="46" rx="4" ry="7"/></g>',
  ],
  lotus: [
    '#1d2b4f',
    '<circle cx="78" cy="22" r="13" fill="#f3dfa3"/><g fill="#f2b6c8"><path d="M50 78C28 66 34 46 36 36c12 8 16 24 14 42z"/><path d="M50 78c22-12 16-32 14-42-12 8-16 24-14 42z"/><path d="M50 78c-12-18-8-40 0-50 8 10 12 32 0 50z" fill="#f8d3de"/></g><path d="M16 78h68c-8 12-60 12-68 0z" fill="#2f7a4f"/>',
  ],
  lanterns: [
    '#382a59',
    '<path d="M0 88l24-26 20 18 22-30 34 38z" fill="#241b3d"/><g fill="#f5bd5a"><path d="M22 16h16l3 18H19zM58 30h14l3 16H55zM76 8h12l2 13H74z"/></g>',
  ],
  temple: [
    '#f3d7ae',
    '<path d="M50 8l5 22c8 6 14 18 16 34H29c2-16 8-28 16-34z" fill="#b3562b"/><rect x="22" y="64" width="56" height="10" fill="#8f4320"/><rect x="14" y="74" width="72" height="14" fill="#b3562b"/>',
  ],
} as const satisfies Record<string, readonly [ground: string, shapes: string]>;

const cell = ({ x, y, width, height }: Bounds, drawing: Drawing): string => {
  const [ground, shapes] = DRAWINGS[drawing];
  const side = Math.min(width, height) * 0.9;
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>` +
    `<g transform="translate(${left} ${top}) scale(${side / 100})">${shapes}</g>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#fff" stroke-width="6"/>`
  );
};

/** LINE's limit for the picture of a menu. */
export const MAX_PICTURE_BYTES = 1_048_576;

/** The picture of a demo menu as PNG, in the size that its pattern asks for. */
export const demoPicture = (pattern: Pattern, drawings: readonly Drawing[]): Promise<Uint8Array> =>
  pictureProcess.run('draw', { svg: svgOf(pattern, drawings) }, 'demo');

function svgOf(pattern: Pattern, drawings: readonly Drawing[]): string {
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const cells = areas.map((area, index) => cell(area, drawings[index % drawings.length] ?? 'gift'));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cells.join('')}</svg>`;
}
