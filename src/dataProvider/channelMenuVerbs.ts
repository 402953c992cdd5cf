import type { StoredFile } from '../../schemas/model/files.ts';
import type { Reason } from '../../schemas/richMenus/resolve.ts';
import type { MenuSize, Pattern } from '../../schemas/richMenus/patterns.ts';
import type { HttpClient } from './httpClient.ts';

export type MenuState = 'active' | 'upcoming';

/** A channel that shows rich menus, with how many it has. */
export interface MenuChannel {
  id: string;
  name: string;
  type: string;
  activeRichmenu?: number;
  upcomingRichmenu?: number;
}

/** A rich menu of a channel. */
export interface ChannelMenu {
  id: string;
  version: number;
  state: MenuState;
  richmenu: { id: string | null; name: string; size: MenuSize; pattern: Pattern; image: StoredFile | null };
  image: string | null;
  chatBarText: string;
  selected: boolean;
  default: boolean;
  segment: { id: string; name: string } | null;
  priority: string | null;
  createdAt: string;
  triggerTime: string | null;
  lineState: string | null;
  lineFault: string | null;
}

interface Abortable {
  signal?: AbortSignal;
}
interface Paged extends Abortable {
  /** The last row that is there; the page begins behind it. */
  after?: string;
}

/** The calls of the rich-menu management. All reject with HttpError. */
export interface ChannelMenuVerbs {
  /** One row more than a page shows says that there are more. */
  menuChannels: (options: Paged & { take: number; keyword?: string }) => Promise<MenuChannel[]>;
  channelMenus: (
    channel: string,
    state: MenuState,
    options: Paged & { take: number },
  ) => Promise<ChannelMenu[]>;
  /** Which menu a person sees, and why. @param at a time to come, ISO 8601 */
  resolveMenu: (
    channel: string,
    profile: string,
    at?: string,
    options?: Abortable,
  ) => Promise<{ winner: string | null; verdicts: { id: string; reason: Reason }[] }>;
}

/** @param base address of the management service */
export const channelMenuVerbs = (http: HttpClient, base: string): ChannelMenuVerbs => {
  const root = `${base}/api/v1/richmenus/channels`;
  const at = (channel: string, ...rest: string[]): string =>
    [root, channel, ...rest].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/');
  const query = (values: Record<string, string | number | undefined>): string => {
    const given = Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  };
  const page = (take: number, after: string | undefined) => ({
    take,
    ...(after !== undefined && { cursorId: after, skip: 1 }),
  });
  const ask = async <T>(address: string, options?: Abortable): Promise<T> =>
    (await http(address, options)).json as T;
  return {
    menuChannels: ({ take, after, keyword, signal }) =>
      ask(root + query({ ...page(take, after), keyword }), { signal }),
    channelMenus: (channel, state, { take, after, signal }) =>
      ask(at(channel, state) + query(page(take, after)), { signal }),
    resolveMenu: (channel, profile, time, options) =>
      ask(at(channel, 'resolve', profile) + query({ at: time }), options),
  };
};
