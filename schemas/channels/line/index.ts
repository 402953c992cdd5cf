import type { ChannelTypeSchema } from '../types.ts';
import data from './channel.json' with { type: 'json' };
import { describeLineBody } from './describe.ts';
import { renderForLine } from './render.ts';

export const line: ChannelTypeSchema = { ...data, render: renderForLine, describe: describeLineBody };
