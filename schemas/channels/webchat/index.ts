import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { describePlainMessage } from '../../messages/describe.ts';
import { renderForWebchat } from './render.ts';

export const webchat: ChannelTypeSchema = {
  ...data,
  render: renderForWebchat,
  describe: describePlainMessage,
};
