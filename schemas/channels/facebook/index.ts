import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { describeFacebookBody } from './describe.ts';
import { renderForFacebook } from './render.ts';

export const facebook: ChannelTypeSchema = {
  ...data,
  render: renderForFacebook,
  describe: describeFacebookBody,
};
