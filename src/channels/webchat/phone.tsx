import LessIcon from '@mui/icons-material/Remove';
import SendIcon from '@mui/icons-material/SendOutlined';
import { drawOwnFormat } from '../drawing.ts';
import type { PhoneDefinition, PhoneSkin } from '../types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const light: PhoneSkin = {
  ground: '#ffffff',
  head: '#0b6a78',
  headInk: '#ffffff',
  headLine: 'transparent',
  ink: '#15191c',
  muted: '#485057',
  bubble: '#eff1f2',
  bubbleInk: 'var(--pv-ink)',
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
const dark: PhoneSkin = {
  ...light,
  ...{ ground: '#16191c', head: '#1f2327', headInk: '#eceff1', ink: '#eceff1', muted: '#b3bbc2' },
  ...{ bubble: '#272c31', card: '#16191c', cardEdge: '#363d43', line: '#272c31', link: '#62c8d6' },
  ...{ quick: '#16191c', quickInk: '#62c8d6', quickEdge: '#2c6873', foot: '#16191c', footInk: '#929ba3' },
};

export const webchatPhone: PhoneDefinition = {
  skin: { light, dark },
  head: { before: null, after: <LessIcon /> },
  foot: { before: null, placeholder: t('Write a message'), after: <SendIcon /> },
  hasFilledButtons: false,
  isPreviewedForAll: true,
  quickReplyNote: t('Quick replies stay until one is tapped.'),
  draw: drawOwnFormat,
};
