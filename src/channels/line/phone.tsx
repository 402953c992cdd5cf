import AddIcon from '@mui/icons-material/Add';
import BackIcon from '@mui/icons-material/ChevronLeft';
import CallIcon from '@mui/icons-material/CallOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import SearchIcon from '@mui/icons-material/Search';
import SmileIcon from '@mui/icons-material/EmojiEmotionsOutlined';
import type { PhoneDefinition, PhoneSkin } from '../types.ts';
import { drawLineMessages } from './draw.ts';
import { t } from '../../../schemas/texts/translate.ts';

const light: PhoneSkin = {
  ground: '#8fa9c8',
  head: '#8199b9',
  headInk: '#15191c',
  headLine: 'transparent',
  ink: '#15191c',
  muted: '#555d64',
  bubble: '#ffffff',
  bubbleInk: 'var(--pv-ink)',
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
/** Cards and Flex messages have the same colours in a dark chat. */
const dark: PhoneSkin = {
  ...light,
  ...{ ground: '#1b1f24', head: '#23282e', headInk: '#ffffff', bubble: '#2b3138', bubbleInk: '#eceff1' },
  ...{ quick: '#2b3138', quickInk: '#a9c3ea', foot: '#16191c', footInk: '#929ba3', field: '#272c31' },
};

export const linePhone: PhoneDefinition = {
  skin: { light, dark },
  head: {
    before: <BackIcon />,
    after: (
      <>
        <SearchIcon />
        <CallIcon />
      </>
    ),
  },
  foot: {
    before: (
      <>
        <AddIcon />
        <ImageIcon />
      </>
    ),
    placeholder: 'Aa',
    after: <SmileIcon />,
  },
  hasFilledButtons: false,
  isPreviewedForAll: true,
  quickReplyNote: t('Quick replies show under the last message.'),
  draw: drawLineMessages,
};
