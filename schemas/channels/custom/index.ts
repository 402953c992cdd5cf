import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { summarizePlainMessage } from '../../messages/summarizeBody.ts';
import { renderForCustom } from './render.ts';

export const custom: ChannelTypeSchema = {
  ...data,
  render: renderForCustom,
  summarizeBody: summarizePlainMessage,
};
