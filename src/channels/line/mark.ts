import type { ChannelMarkDefinition } from '../types.ts';

export const lineMark: ChannelMarkDefinition = { letter: 'L', colour: { light: '#06b34d', dark: '#06b34d' } };
