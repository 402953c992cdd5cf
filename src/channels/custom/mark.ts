import type { ChannelMarkDefinition } from '../types.ts';

export const customMark: ChannelMarkDefinition = {
  letter: 'C',
  colour: { light: '#8a6a3b', dark: '#a98450' },
};
