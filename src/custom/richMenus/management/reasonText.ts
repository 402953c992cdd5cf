import type { Reason } from '../../../../schemas/richMenus/resolve.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Why a person sees a menu, or does not. */
export function reasonText(menu: ChannelMenu, reason: Reason): string {
  const segment = menu.segment?.name ?? t('the segment');
  switch (reason) {
    case 'wins':
      return menu.default
        ? t('Shown: for all users, and no segment matches')
        : t('Shown: in %{segment}, the first that matches', { segment });
    case 'not-in-segment':
      return t('Not in %{segment}', { segment });
    case 'later':
      return t('Also in %{segment}, but another one has priority', { segment });
    case 'segment-first':
      return t('Only when no segment matches');
    case 'replaced':
      return t('Replaced by a newer menu for all users');
  }
}
