import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';

/** The channel type in whose style a rich menu is drawn before its channel is known. @throws Error where no type has rich menus */
export function richMenuType(): string {
  const [type] = channelTypesThatCan('richMenus');
  if (type === undefined) throw new Error('No type of channel shows rich menus.');
  return type;
}
