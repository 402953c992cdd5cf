import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { renderForWebchat } from './render.ts';

export const webchat: ChannelTypeSchema = { ...data, render: renderForWebchat };
