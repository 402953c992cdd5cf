import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { imagemapUrl } from '../../../schemas/model/files.ts';
import { PATTERNS, MENU_SIZES, type Bounds, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { fileUrl } from '../../engine/files/names.ts';
import { pictureProcess } from '../../engine/files/pictureProcess.ts';
import { findFiles } from '../../engine/files/rows.ts';
import { message } from '../../../schemas/texts/translate.ts';
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import { FILE_TARGET } from '../../engine/storage/referenceIndex.ts';
import content from './content/pictures.json' with { type: 'json' };
import richMenus from './content/richMenus.json' with { type: 'json' };

const DRAW_JOB = 'demo.draw';
/** Width and height of message pictures: the width that LINE requires for an imagemap. */
const PICTURE_SIDE_PX = 1040;
/** LINE's limit for the picture of a menu. */
const MAX_BYTES = 1_048_576;

/** A drawing: shapes on a field of 100 by 100 over a ground colour. */
type Drawing = keyof typeof content.drawings;
interface Picture {
  drawing: Drawing;
  /** Instead of the drawing's own. */
  ground?: string;
}

const PICTURES = content.pictures as Readonly<Record<string, Picture>>;
const menuPictures = new Map(
  richMenus.menus.map(({ name, pattern, drawings }) => [
    `menu ${name}`,
    () => menuSvg(pattern as Pattern, drawings as Drawing[]),
  ]),
);

/** A deterministic file id, so that records can refer to a picture before it is drawn. */
const pictureId = (name: string): string => {
  const hex = createHash('sha256').update(`demo picture ${name}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};

/** The id of the picture of a demo menu. */
export const menuPictureId = (menu: string): string => pictureId(`menu ${menu}`);

/** URL of a picture (`bags`), or of a smaller copy (`bags/700`). */
export function pictureAddress(reference: string): string {
  const [name = '', width] = reference.split('/');
  if (!(name in PICTURES)) throw new Error(`The demo has no picture ${name}`);
  return width === undefined ? fileUrl(pictureId(name), `${name}.png`) : imagemapUrl(pictureId(name), 700);
}

const drawingSvg = ({ x, y, width, height }: Bounds, { drawing, ground }: Picture, share: number): string => {
  const { shapes, ground: own } = content.drawings[drawing];
  const side = Math.min(width, height) * share;
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground ?? own}"/>` +
    `<g transform="translate(${left} ${top}) scale(${side / 100})">${shapes}</g>`
  );
};

const svg = (width: number, height: number, parts: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts}</svg>`;

/** Small enough in the middle that nothing is cut off where a card shows a picture half again as wide as it is high. */
const messageSvg = (picture: Picture): string =>
  svg(
    PICTURE_SIDE_PX,
    PICTURE_SIDE_PX,
    drawingSvg({ x: 0, y: 0, width: PICTURE_SIDE_PX, height: PICTURE_SIDE_PX }, picture, 0.58),
  );

function menuSvg(pattern: Pattern, drawings: readonly Drawing[]): string {
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const frame = ({ x, y, width: across, height: down }: Bounds): string =>
    `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="none" stroke="#fff" stroke-width="6"/>`;
  const cells = areas.map(
    (area, at) => drawingSvg(area, { drawing: drawings[at % drawings.length] ?? 'gift' }, 0.9) + frame(area),
  );
  return svg(width, height, cells.join(''));
}

/** Draws the pictures that demo records refer to, in the background. */
export const demoPicturesModule = {
  name: 'demo pictures',
  jobs: {
    [DRAW_JOB]: { label: message('Pictures of the demo'), run: (_, context) => drawPictures(context) },
  },
  async start(context) {
    if ((await findMissingPictures(context)).length === 0) return;
    await context.db.transaction((tx) => context.jobs.enqueue(tx, DRAW_JOB, {}, { key: DRAW_JOB }));
  },
} satisfies DomainModule;

interface MissingPicture {
  id: string;
  name: string;
  toSvg: () => string;
}

/** Pictures that records refer to and that are not stored yet; empty without the demo. */
async function findMissingPictures({ db }: Pick<Context, 'db'>): Promise<MissingPicture[]> {
  const all: MissingPicture[] = [
    ...Object.entries(PICTURES).map(([name, picture]) => ({
      id: pictureId(name),
      name,
      toSvg: () => messageSvg(picture),
    })),
    ...[...menuPictures].map(([name, toSvg]) => ({
      id: pictureId(name),
      name: name.slice('menu '.length),
      toSvg,
    })),
  ];
  const ids = all.map(({ id }) => id);
  const held = await db.query<{ id: string }>(
    'SELECT DISTINCT to_id::text AS id FROM record_reference WHERE to_entity = $1 AND to_id = ANY($2::uuid[])',
    [FILE_TARGET, ids],
  );
  const stored = await findFiles(db, ids);
  return all.filter(({ id }) => held.some((one) => one.id === id) && !stored.has(id));
}

async function drawPictures(context: Context): Promise<void> {
  for (const { id, name, toSvg } of await findMissingPictures(context)) {
    const picture = await pictureProcess.run('draw', { svg: toSvg() }, 'demo');
    await context.files.add({
      id,
      content: Readable.from([picture]),
      name: `${name}.png`,
      rules: { types: ['image/png'], maxBytes: MAX_BYTES, exact: [] },
      by: null,
    });
  }
}
