import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { Mode } from '../../theme/tokens.ts';

/** Colours and shapes of a channel's own screen, which do not follow the console's theme. */
interface Skin {
  ground: string;
  head: string;
  headInk: string;
  headLine: string;
  ink: string;
  muted: string;
  bubble: string;
  bubbleShape: string;
  card: string;
  cardEdge: string;
  cardShape: string;
  line: string;
  link: string;
  /** Ground of a button, where the channel draws buttons and not rows. */
  button: string;
  quick: string;
  quickInk: string;
  quickEdge: string;
  foot: string;
  footInk: string;
  field: string;
}

const LINE: Skin = {
  ground: '#8fa9c8',
  head: '#8199b9',
  headInk: '#15191c',
  headLine: 'transparent',
  ink: '#15191c',
  muted: '#555d64',
  bubble: '#ffffff',
  bubbleShape: '14px',
  card: '#ffffff',
  cardEdge: 'transparent',
  cardShape: '10px',
  line: '#eceef0',
  link: '#3c5a8a',
  button: 'transparent',
  quick: '#ffffff',
  quickInk: '#2f4d7c',
  quickEdge: 'transparent',
  foot: '#ffffff',
  footInk: '#555d64',
  field: '#f1f3f4',
};
const FACEBOOK: Skin = {
  ground: '#ffffff',
  head: '#ffffff',
  headInk: '#050505',
  headLine: '#e4e6eb',
  ink: '#050505',
  muted: '#3d4147',
  bubble: '#f0f0f2',
  bubbleShape: '18px',
  card: '#f0f0f2',
  cardEdge: 'transparent',
  cardShape: '18px',
  line: 'transparent',
  link: '#050505',
  button: '#e4e6ea',
  quick: '#ffffff',
  quickInk: '#0866ff',
  quickEdge: '#0866ff',
  foot: '#ffffff',
  footInk: '#65676b',
  field: '#f0f0f2',
};
const WEBCHAT: Skin = {
  ground: '#ffffff',
  head: '#0b6a78',
  headInk: '#ffffff',
  headLine: 'transparent',
  ink: '#15191c',
  muted: '#485057',
  bubble: '#eff1f2',
  bubbleShape: '12px 12px 12px 4px',
  card: '#ffffff',
  cardEdge: '#d3d8dc',
  cardShape: '12px',
  line: '#e5e8ea',
  link: '#0a6270',
  button: 'transparent',
  quick: '#ffffff',
  quickInk: '#0a6270',
  quickEdge: '#9ccbd2',
  foot: '#ffffff',
  footInk: '#636b72',
  field: 'transparent',
};

const SKINS: Record<ChannelType, Record<Mode, Skin>> = {
  LINE: {
    light: LINE,
    // Cards and Flex keep their own colours when the chat turns dark.
    dark: {
      ...LINE,
      ...{ ground: '#1b1f24', head: '#23282e', headInk: '#ffffff', bubble: '#2b3138' },
      ...{ quick: '#2b3138', quickInk: '#a9c3ea', foot: '#16191c', footInk: '#929ba3', field: '#272c31' },
    },
  },
  FACEBOOK: {
    light: FACEBOOK,
    dark: {
      ...FACEBOOK,
      ...{ ground: '#101214', head: '#101214', headInk: '#e4e6eb', headLine: '#2d3136', ink: '#e4e6eb' },
      ...{ muted: '#c3c7cc', bubble: '#2b2e31', card: '#2b2e31', button: '#3e4247', link: '#e4e6eb' },
      ...{ quick: '#101214', quickInk: '#5aa2ff', quickEdge: '#5aa2ff' },
      ...{ foot: '#101214', footInk: '#a5aab0', field: '#2b2e31' },
    },
  },
  WEBCHAT: {
    light: WEBCHAT,
    dark: {
      ...WEBCHAT,
      ...{ ground: '#16191c', head: '#1f2327', headInk: '#eceff1', ink: '#eceff1', muted: '#b3bbc2' },
      ...{ bubble: '#272c31', card: '#16191c', cardEdge: '#363d43', line: '#272c31', link: '#62c8d6' },
      ...{ quick: '#16191c', quickInk: '#62c8d6', quickEdge: '#2c6873', foot: '#16191c', footInk: '#929ba3' },
    },
  },
  CUSTOM: { light: WEBCHAT, dark: WEBCHAT },
};
SKINS.CUSTOM = SKINS.WEBCHAT;

/** The skin as CSS variables: `ground` is `--pv-ground`. */
export const skinOf = (type: ChannelType, mode: Mode): Record<string, string> =>
  Object.fromEntries(Object.entries(SKINS[type][mode]).map(([name, value]) => [`--pv-${name}`, value]));

/** Whether the bubble's own text turns light with the chat. */
export const bubbleInk = (type: ChannelType, mode: Mode): string =>
  type === 'LINE' && mode === 'dark' ? '#eceff1' : 'var(--pv-ink)';
