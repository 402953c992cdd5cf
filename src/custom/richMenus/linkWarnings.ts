import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ChannelMenu } from '../../dataProvider/channelMenuVerbs.ts';
import { t } from '../../../schemas/texts/translate.ts';

const sameTime = (menu: ChannelMenu, at: string): boolean =>
  menu.triggerTime !== null && Date.parse(menu.triggerTime) === Date.parse(at);

/**
 * Warnings before a link is saved: which link it replaces, and which one starts at the same time.
 * @param values of the form @param others links of the channel beside this one
 */
export function linkWarnings(values: JsonObject, others: readonly ChannelMenu[]): string[] {
  const isForAll = values['default'] !== false;
  const at = typeof values['triggerTime'] === 'string' ? values['triggerTime'] : undefined;
  const sameAudience = others.filter((other) =>
    isForAll ? other.default : !other.default && other.segment?.id === values['segment'],
  );
  const warnings: string[] = [];
  const replaced = sameAudience.find(({ state }) => state === 'active');
  if (isForAll && replaced)
    warnings.push(
      t('%{name} is replaced. A channel has one menu for all users; segments keep theirs.', {
        name: replaced.richmenu.name,
      }),
    );
  const conflict = at === undefined ? undefined : sameAudience.find((other) => sameTime(other, at));
  if (conflict)
    warnings.push(
      t('%{name} is linked to the same audience at the same time: only one of them is seen.', {
        name: conflict.richmenu.name,
      }),
    );
  return warnings;
}
