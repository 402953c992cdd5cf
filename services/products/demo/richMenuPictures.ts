import content from './content/richMenus.json' with { type: 'json' };
import { PATTERNS, MENU_SIZES, type Bounds, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { pictureProcess } from '../../engine/files/pictureProcess.ts';

/** A drawing for an area of a menu: shapes on a field of 100 by 100 over a ground colour. */
export type Drawing = keyof typeof content.drawings;

const cell = ({ x, y, width, height }: Bounds, drawing: Drawing): string => {
  const { ground, shapes } = content.drawings[drawing];
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
