import { toQueryString } from '../../schemas/model/listCalls.ts';
import type { StoredFile } from '../../schemas/model/files.ts';
import type { Reason } from '../../schemas/richMenus/resolve.ts';
import type { MenuSize, Pattern } from '../../schemas/richMenus/patterns.ts';
import type { HttpClient } from './httpClient.ts';

export type MenuState = 'active' | 'upcoming';

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

/** The calls of the rich-menu management. All reject with HttpError. */
export interface ChannelMenuVerbs {
  channelMenus: (
    channel: string,
    state: MenuState,
    options: Abortable & { take: number },
  ) => Promise<ChannelMenu[]>;
  /** Which menu a person sees, and why. @param at a time in the future, ISO 8601 */
  resolveMenu: (
    channel: string,
    profile: string,
    at?: string,
    options?: Abortable,
  ) => Promise<{ winner: string | null; verdicts: { id: string; reason: Reason }[] }>;
}

/** @param base address of the management service */
export const channelMenuVerbs = (http: HttpClient, base: string): ChannelMenuVerbs => {
  const getJson = async <T>(parts: string[], params: object, { signal }: Abortable = {}): Promise<T> => {
    const below = parts.map(encodeURIComponent).join('/');
    const query = toQueryString(new URLSearchParams(), { ...params });
    return (await http(`${base}/api/v1/richmenus/channels/${below}${query}`, { signal })).json as T;
  };
  return {
    channelMenus: (channel, state, { take, ...options }) => getJson([channel, state], { take }, options),
    resolveMenu: (channel, profile, at, options) => getJson([channel, 'resolve', profile], { at }, options),
  };
};
