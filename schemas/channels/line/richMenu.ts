import type { RichMenu, RichMenuLink } from '../../generated/types.ts';
import { postbackData } from '../../messages/answer.ts';
import { clip } from '../../messages/clip.ts';
import { LINE_LIMITS } from './limits.ts';
import { MENU_SIZES, PATTERNS } from '../../richMenus/patterns.ts';

type Json = Record<string, unknown>;
type Action = NonNullable<RichMenu['areas'][number]['action']>;

/** Graphemes of a menu's name at LINE, which nobody but its owner sees. */
const MAX_NAME_GRAPHEMES = 300;
const LINK_ID_SUFFIX = / · ([0-9a-f-]{36})$/;

/** What a link's menu is called at LINE: it ends in the link's id, so that it is known again. */
const toLineMenuName = (menu: Pick<RichMenu, 'name'>, linkId: string): string =>
  `${clip(menu.name, MAX_NAME_GRAPHEMES - linkId.length - 3)} · ${linkId}`;

/** The link that a menu at LINE was made for; nothing for one that was not made here. */
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
    return action ? [{ bounds, action: toLineAction(action) }] : [];
  }),
});

/** What a tap does at LINE. The label is read aloud by screen readers. */
function toLineAction(action: Action): Json {
  const label = clip(action.label, LINE_LIMITS.label);
  switch (action.type) {
    case 'message':
      return { type: 'message', label, text: clip(action.text, LINE_LIMITS.messageText) };
    case 'uri':
      return { type: 'uri', label, uri: action.uri };
    case 'call_action':
      return { type: 'uri', label, uri: `tel:${action.phoneNumber}` };
    case 'template_action':
    case 'flow_action':
      return { type: 'postback', label, data: postbackData(action), displayText: label };
    case 'datetimepicker':
      return { type: 'datetimepicker', label, data: postbackData(action), mode: action.mode };
  }
}
