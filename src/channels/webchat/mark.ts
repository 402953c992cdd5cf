import type { ChannelMarkDefinition } from '../types.ts';

export const webchatMark: ChannelMarkDefinition = {
  letter: 'W',
  colour: { light: '#5c6670', dark: '#7d8790' },
};
