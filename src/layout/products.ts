import { type Access, mayEnter } from '../authProvider/access.ts';
import type { MenuSection } from '../resources/menu/menuModel.ts';

interface ProductInfo {
  /** As `GET /permissions/access` names it. */
  id: string;
  label: string;
  description: string;
  icon: string;
  /** Menu group of its screens, or the menu entries that are its screens; it opens with the first there is. */
  group?: string;
  entries?: string[];
  /** It is a site of its own. */
  outside?: boolean;
}

/** What people choose between, in the order in which they see it. */
const PRODUCTS: readonly ProductInfo[] = [
  {
    id: 'chatbot',
    label: 'Chatbot',
    description: 'Templates, variables, entities, intents and chat logic.',
    icon: 'chatbot',
    group: 'chatbot',
  },
  {
    id: 'campaign',
    label: 'Campaign',
    description: 'Broadcasts, segments, chat ads and message templates.',
    icon: 'campaign',
    group: 'campaign',
  },
  {
    id: 'richmenu',
    label: 'Rich menu',
    description: 'Menus at the foot of LINE chats.',
    icon: 'richmenu',
    entries: ['rich-menu'],
  },
  {
    id: 'livechat',
    label: 'Livechat',
    description: 'Conversations with people, on a site of its own.',
    icon: 'livechat',
    outside: true,
  },
  {
    id: 'report',
    label: 'Report',
    description: 'Files of messages, users, campaigns and intents.',
    icon: 'report',
    entries: ['report'],
  },
  {
    id: 'cim',
    label: 'Team management',
    description: 'Members, teams, channels and settings.',
    icon: 'users',
    entries: ['member', 'team', 'channel', 'setting'],
  },
];

export interface ProductChoice extends Pick<ProductInfo, 'id' | 'label' | 'description' | 'icon'> {
  /** Its first screen; without one it has none here, or is a site of its own. */
  path?: string;
  /** Address of its own site. */
  url?: string;
}

/** The products that the person's rights hold and that lead somewhere. */
export const productsOf = (
  access: Pick<Access, 'products'>,
  menu: readonly MenuSection[],
  livechatUrl?: string | null,
): ProductChoice[] =>
  PRODUCTS.filter(({ id }) => mayEnter(access, [id])).flatMap((info): ProductChoice[] => {
    const { id, label, description, icon, group, entries = [], outside } = info;
    const choice = { id, label, description, icon };
    if (outside) return livechatUrl ? [{ ...choice, url: livechatUrl }] : [];
    const items = menu.flatMap((section) =>
      section.items.filter(({ name }) => section.id === group || entries.includes(name)),
    );
    return items[0] ? [{ ...choice, path: items[0].path }] : [];
  });
