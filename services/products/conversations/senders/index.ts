import type { ChannelType } from '../../../../schemas/channels/types.ts';
import type { Sender } from '../types.ts';
import { customSender } from './custom.ts';
import { facebookSender } from './facebook.ts';
import { lineSender } from './line.ts';
import { webchatSender } from './webchat.ts';

/** How messages go out, by the type of the channel. */
export const SENDERS: Record<ChannelType, Sender> = {
  LINE: lineSender,
  FACEBOOK: facebookSender,
  WEBCHAT: webchatSender,
  CUSTOM: customSender,
};
