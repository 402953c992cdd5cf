import { Readable } from 'node:stream';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { MENU_SIZES, PATTERNS, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { call, link, openTemplate, say } from './messages.ts';
import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord, Context, DomainModule } from '../../engine/modules/module.ts';
import { findFiles } from '../../engine/files/rows.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { type Drawing, demoPicture, MAX_PICTURE_BYTES } from './richMenuPictures.ts';

const DRAW = 'rich-menu.draw';
const DAY_MS = 86_400_000;
const SHOP = 'https://www.siam-lifestyle.example';

interface DemoMenu {
  pattern: Pattern;
  drawings: Drawing[];
  actions: JsonObject[];
}

/**
 * By name, which is how the pictures are found again once there is a place to keep them.
 * @param template id of a template by its name
 */
const menus = (template: (name: string) => string): Record<string, DemoMenu> => {
  const vip = [
    openTemplate('ชุดใหม่', template('catalogue')),
    say('กระเป๋า', 'ขอดูกระเป๋า'),
    openTemplate('สิทธิพิเศษ', template('faq_points_balance_th')),
    link('ของแต่งบ้าน', `${SHOP}/home`),
    openTemplate('สาขา', template('stores')),
    call('คุยกับเรา', '+6620001234'),
  ];
  const shop = [
    openTemplate('Stores', template('stores')),
    openTemplate('New in', template('catalogue')),
    link('Home', `${SHOP}/home`),
    openTemplate('Offers', template('loy_krathong')),
    link('Bags', `${SHOP}/bags`),
    call('Call us', '+6620001234'),
  ];
  return {
    'Default 2026': {
      pattern: 'L1',
      drawings: ['shop', 'dress', 'cup', 'gift', 'basket', 'candles'],
      actions: shop,
    },
    'VIP November': {
      pattern: 'L1',
      drawings: ['dress', 'basket', 'gift', 'cup', 'shop', 'candles'],
      actions: vip,
    },
    'ลอยกระทง 2026': {
      pattern: 'C1',
      drawings: ['lotus', 'lanterns', 'candles'],
      actions: [
        openTemplate('ลอยกระทง', template('loy_krathong')),
        link('โคมไฟ', `${SHOP}/lanterns`),
        link('เทียน', `${SHOP}/candles`),
      ],
    },
    'Chiang Mai visitors': {
      pattern: 'C3',
      drawings: ['temple', 'shop'],
      actions: [link('Explore', `${SHOP}/chiang-mai`), say('Maya store', 'Where are your stores?')],
    },
    'New year 2027': {
      pattern: 'L8',
      drawings: ['gift', 'candles', 'shop', 'cup', 'basket'],
      actions: shop.slice(0, 5),
    },
  };
};

/** Menus that are linked and one that is not, with pictures that are drawn once there is a place to keep them. */
export const demoRichMenusModule = {
  name: 'demo rich menus',
  demo({ random, now, rowsOf }) {
    const templates = rowsOf('template');
    const template = (name: string): string => templates.find((one) => one['name'] === name)?.id ?? '';
    const channel = rowsOf('channel').find(({ type }) => type === 'LINE')?.id;
    const segments = rowsOf('segment').slice(0, 3);
    const made = Object.entries(menus(template)).map(([name, menu]) => menuRow(name, menu, random));
    if (channel === undefined) return { 'rich-menu': made, 'rich-menu-link': [] };
    const links = linkRows({ channel, menus: made, segments, now, random });
    const used = new Set(links.map(({ richmenu }) => richmenu));
    for (const menu of made) menu['use'] = used.has(menu.id) ? 'used' : 'free';
    return { 'rich-menu': made, 'rich-menu-link': links };
  },
  jobs: { [DRAW]: { label: 'Pictures of the demo', run: (_, context) => draw(context) } },
  async start(context) {
    if ((await undrawn(context)).length === 0) return;
    await context.db.transaction((tx) => context.jobs.enqueue(tx, DRAW, {}, { key: DRAW }));
  },
} satisfies DomainModule;

function menuRow(name: string, { pattern, actions }: DemoMenu, random: Random): DemoRecord {
  return {
    id: random.uuid(),
    name,
    size: PATTERNS[pattern].size,
    pattern,
    image: random.uuid(),
    areas: actions.map((action) => ({ action: { ...action, id: random.hex(8) } })),
    use: 'free',
  };
}

interface Made {
  channel: string;
  menus: DemoRecord[];
  segments: readonly DemoRecord[];
  now: Date;
  random: Random;
}

/** Of the newest first: all users, two segments, and one to come. */
function linkRows({ channel, menus: made, segments, now, random }: Made): DemoRecord[] {
  const idOf = (rows: readonly DemoRecord[], name: string): string =>
    rows.find((row) => row['name'] === name)?.id ?? '';
  const at = (days: number): string => {
    const day = new Date(now.getTime() + days * DAY_MS);
    day.setUTCHours(2, 0, 0, 0);
    return day.toISOString();
  };
  const row = (menu: string, label: string, values: JsonObject): DemoRecord => ({
    id: random.uuid(),
    channel,
    richmenu: idOf(made, menu),
    chatBarText: label,
    selected: true,
    ...values,
  });
  const active = (days: number): JsonObject => ({
    state: 'active',
    activeSince: at(days),
    lineState: 'unconnected',
  });
  const forSegment = (name: string, priority: string): JsonObject => ({
    default: false,
    segment: idOf(segments, name),
    priority,
  });
  return [
    row('Default 2026', 'Menu', { default: true, ...active(-112) }),
    row('VIP November', 'เมนู VIP', { ...forSegment('VIP', '01'), ...active(-9) }),
    row('ลอยกระทง 2026', 'ลอยกระทง', { ...forSegment('ลูกค้าประจำ', '02'), ...active(-1) }),
    row('Chiang Mai visitors', 'Explore', {
      ...forSegment('Wholesale', '05'),
      selected: false,
      state: 'upcoming',
      triggerTime: at(12),
    }),
  ];
}

/** Demo menus whose picture is nowhere yet. */
async function undrawn({ db, services }: Context): Promise<{ id: string; name: string }[]> {
  const repository = services().catalog.typed('rich-menu');
  const stored =
    (await repository?.list({ take: 20, where: [{ name: Object.keys(menus(() => '')) }] })) ?? [];
  const files = await findFiles(
    db,
    stored.map(({ image }) => image),
  );
  return stored.filter(({ image }) => !files.has(image));
}

async function draw(context: Context): Promise<void> {
  for (const { id, name } of await undrawn(context)) {
    const menu = menus(() => '')[name];
    if (!menu) continue;
    const picture = await demoPicture(menu.pattern, menu.drawings);
    const file = await context.files.add({
      content: Readable.from([picture]),
      name: `${name}.png`,
      rules: { types: ['image/png'], maxBytes: MAX_PICTURE_BYTES, exact: Object.values(MENU_SIZES) },
      by: null,
    });
    const drawn = (stored: object): Record<string, unknown> => ({ ...stored, image: file.id });
    await records(context.services(), 'rich-menu', SYSTEM).change(id, drawn, { rules: 'pass' });
  }
}
