import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ChannelMenu } from '../../dataProvider/channelMenuVerbs.ts';
import { t } from '../../../schemas/texts/translate.ts';

const sameTime = (menu: ChannelMenu, at: string): boolean =>
  menu.triggerTime !== null && Date.parse(menu.triggerTime) === Date.parse(at);

/**
 * What a person should know before a link is stored: whom it replaces, and what else takes force then.
 * @param values of the form @param others links of the channel beside this one
 */
export function linkWarnings(values: JsonObject, others: readonly ChannelMenu[]): string[] {
  const isForAll = values['default'] !== false;
  const at = typeof values['triggerTime'] === 'string' ? values['triggerTime'] : undefined;
  const alike = others.filter((other) =>
    isForAll ? other.default : !other.default && other.segment?.id === values['segment'],
  );
  const warnings: string[] = [];
  const replaced = alike.find(({ state }) => state === 'active');
  if (isForAll && replaced)
    warnings.push(
      t('%{name} is replaced. A channel has one menu for all users; segments keep theirs.', {
        name: replaced.richmenu.name,
      }),
    );
  const meeting = at === undefined ? undefined : alike.find((other) => sameTime(other, at));
  if (meeting)
    warnings.push(
      t('%{name} is linked to the same audience at the same time: only one of them is seen.', {
        name: meeting.richmenu.name,
      }),
    );
  return warnings;
}
