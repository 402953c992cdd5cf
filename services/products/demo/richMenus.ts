import type { JsonObject } from '../../../schemas/model/types.ts';
import { PATTERNS, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { resolveReferences, withActionId } from './content.ts';
import content from './content/richMenus.json' with { type: 'json' };
import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import { menuPictureId } from './pictures.ts';

const DAY_MS = 86_400_000;

interface DemoMenu {
  name: string;
  pattern: Pattern;
  actions: object[];
}
const menus = content.menus as readonly DemoMenu[];

/** Linked menus and one that is not. */
export const demoRichMenusModule = {
  name: 'demo rich menus',
  demo({ random, now, rowsOf }) {
    const channel = rowsOf('channel').find(({ type }) => type === 'LINE')?.id;
    const segments = rowsOf('segment').slice(0, 3);
    const made = menus.map((menu) => buildMenuRow(resolveReferences(menu, rowsOf), random));
    if (channel === undefined) return { 'rich-menu': made, 'rich-menu-link': [] };
    const links = buildLinkRows({ channel, menus: made, segments, now, random });
    const used = new Set(links.map(({ richmenu }) => richmenu));
    for (const menu of made) menu['use'] = used.has(menu.id) ? 'used' : 'free';
    return { 'rich-menu': made, 'rich-menu-link': links };
  },
} satisfies DomainModule;

function buildMenuRow({ name, pattern, actions }: DemoMenu, random: Random): DemoRecord {
  return {
    id: random.uuid(),
    name,
    size: PATTERNS[pattern].size,
    pattern,
    image: menuPictureId(name),
    areas: actions.map((action) => ({ action: withActionId(action, random) })),
    use: 'free',
  };
}

interface LinkOptions {
  channel: string;
  menus: DemoRecord[];
  segments: readonly DemoRecord[];
  now: Date;
  random: Random;
}

/** Links for all users, for two segments, and an upcoming one. */
function buildLinkRows({ channel, menus: made, segments, now, random }: LinkOptions): DemoRecord[] {
  const findByName = (rows: readonly DemoRecord[], name: string): DemoRecord | undefined =>
    rows.find((row) => row['name'] === name);
  const idOf = (rows: readonly DemoRecord[], name: string): string => findByName(rows, name)?.id ?? '';
  const at = (days: number): string => {
    const day = new Date(now.getTime() + days * DAY_MS);
    day.setUTCHours(2, 0, 0, 0);
    return day.toISOString();
  };
  const row = (menu: string, label: string, values: JsonObject): DemoRecord => ({
    id: random.uuid(),
    channel,
    richmenu: idOf(made, menu),
    name: menu,
    size: findByName(made, menu)?.['size'] ?? 'original',
    pattern: findByName(made, menu)?.['pattern'] ?? 'L1',
    chatBarText: label,
    selected: true,
    ...values,
  });
  const active = (rank: number, days: number): JsonObject => ({
    state: 'active',
    rank,
    activeSince: at(days),
    lineState: 'unconnected',
  });
  const forSegment = (name: string, priority: string): JsonObject => ({
    default: false,
    segment: idOf(segments, name),
    priority,
  });
  return [
    row('Default 2026', 'Menu', { default: true, ...active(3, -112) }),
    row('VIP November', 'เมนู VIP', { ...forSegment('VIP', '01'), ...active(1, -9) }),
    row('ลอยกระทง 2026', 'ลอยกระทง', { ...forSegment('ลูกค้าประจำ', '02'), ...active(2, -1) }),
    row('Chiang Mai visitors', 'Explore', {
      ...forSegment('Wholesale', '05'),
      selected: false,
      state: 'upcoming',
      triggerTime: at(12),
    }),
  ];
}
