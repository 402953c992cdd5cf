import type { RichMenu, RichMenuLink } from '../../generated/types.ts';
import { clip } from '../../messages/clip.ts';
import { CompatibilityIssues } from '../../messages/compatibilityIssues.ts';
import { lineAction } from './templates.ts';
import { MENU_SIZES, PATTERNS } from '../../richMenus/patterns.ts';

type Json = Record<string, unknown>;

/** Graphemes of a menu's name at LINE, which nobody but its owner sees. */
const MAX_NAME_GRAPHEMES = 300;
const LINK_ID_SUFFIX = / · ([0-9a-f-]{36})$/;

/** The name of a link's menu at LINE: it ends in the link's id, by which it is recognized. */
const toLineMenuName = (menu: Pick<RichMenu, 'name'>, linkId: string): string =>
  `${clip(menu.name, MAX_NAME_GRAPHEMES - linkId.length - 3)} · ${linkId}`;

/** The id of the link that a menu at LINE was created for; undefined for a menu created elsewhere. */
export const linkIdFromName = (name: string): string | undefined => LINK_ID_SUFFIX.exec(name)?.[1];

/** A menu as LINE's `POST /v2/bot/richmenu` takes it. */
export const toLineMenu = (
  menu: Pick<RichMenu, 'name' | 'size' | 'pattern' | 'areas'>,
  link: Pick<RichMenuLink, 'chatBarText' | 'selected'> & { id: string },
): Json => ({
  size: MENU_SIZES[menu.size],
  selected: link.selected ?? true,
  name: toLineMenuName(menu, link.id),
  chatBarText: link.chatBarText,
  areas: PATTERNS[menu.pattern].areas.flatMap((bounds, index) => {
    const action = menu.areas[index]?.action;
    return action ? [{ bounds, action: lineAction({ action, pointer: '' }, new CompatibilityIssues()) }] : [];
  }),
});
