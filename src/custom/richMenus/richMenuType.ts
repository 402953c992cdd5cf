import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';

/** The type of channel that a rich menu is drawn for before its channel is known. @throws Error where none shows any */
export function richMenuType(): string {
  const [type] = channelTypesThatCan('richMenus');
  if (type === undefined) throw new Error('No type of channel shows rich menus.');
  return type;
}
