import type { Reason } from '../../../../schemas/richMenus/resolve.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';

/** Why a menu is shown to somebody, or is not. */
export function reasonText(menu: ChannelMenu, reason: Reason): string {
  const segment = menu.segment?.name ?? 'the segment';
  switch (reason) {
    case 'wins':
      return menu.default
        ? 'Shown: for all users, and no segment fits'
        : `Shown: in ${segment}, the first that fits`;
    case 'not-in-segment':
      return `Not in ${segment}`;
    case 'later':
      return `In ${segment} too, but another one comes first`;
    case 'segment-first':
      return 'Only where no segment fits';
    case 'replaced':
      return 'Replaced by a newer one for all users';
  }
}
