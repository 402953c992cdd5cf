import type { Reason } from '../../../../schemas/richMenus/resolve.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';

/** Why a menu is shown to somebody, or is not. */
export function reasonText(menu: ChannelMenu, reason: Reason): string {
  const segment = menu.segment?.name ?? 'the segment';
  switch (reason) {
    case 'wins':
      return menu.default
        ? 'Shown: for all users, and no segment matches'
        : `Shown: in ${segment}, the first that matches`;
    case 'not-in-segment':
      return `Not in ${segment}`;
    case 'later':
      return `Also in ${segment}, but another one has priority`;
    case 'segment-first':
      return 'Only when no segment matches';
    case 'replaced':
      return 'Replaced by a newer menu for all users';
  }
}
