import type { ChannelMarkDefinition } from '../types.ts';

export const facebookMark: ChannelMarkDefinition = {
  letter: 'f',
  colour: { light: '#0866ff', dark: '#3b82f6' },
};
