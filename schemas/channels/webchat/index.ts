import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { summarizePlainMessage } from '../../messages/summarizeBody.ts';
import { renderForWebchat } from './render.ts';

export const webchat: ChannelTypeSchema = {
  ...data,
  render: renderForWebchat,
  summarizeBody: summarizePlainMessage,
};
