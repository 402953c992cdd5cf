import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { summarizeFacebookBody } from './summarizeBody.ts';
import { renderForFacebook } from './render.ts';

export const facebook: ChannelTypeSchema = {
  ...data,
  render: renderForFacebook,
  summarizeBody: summarizeFacebookBody,
};
