import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { describePlainMessage } from '../../messages/describe.ts';
import { renderForCustom } from './render.ts';

export const custom: ChannelTypeSchema = { ...data, render: renderForCustom, describe: describePlainMessage };
