import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { summarizeLineBody } from './summarizeBody.ts';
import { renderForLine } from './render.ts';

export const line: ChannelTypeSchema = { ...data, render: renderForLine, summarizeBody: summarizeLineBody };
