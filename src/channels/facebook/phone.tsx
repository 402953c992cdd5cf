import AddIcon from '@mui/icons-material/Add';
import BackIcon from '@mui/icons-material/ChevronLeft';
import CallIcon from '@mui/icons-material/CallOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import SmileIcon from '@mui/icons-material/EmojiEmotionsOutlined';
import ThumbIcon from '@mui/icons-material/ThumbUpOutlined';
import VideoIcon from '@mui/icons-material/VideocamOutlined';
import type { PhoneDefinition, PhoneSkin } from '../types.ts';
import { drawFacebookMessages } from './draw.ts';
import { t } from '../../../schemas/texts/translate.ts';

const light: PhoneSkin = {
  ground: '#ffffff',
  head: '#ffffff',
  headInk: '#050505',
  headLine: '#e4e6eb',
  ink: '#050505',
  muted: '#3d4147',
  bubble: '#f0f0f2',
  bubbleInk: 'var(--pv-ink)',
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
const dark: PhoneSkin = {
  ...light,
  ...{ ground: '#101214', head: '#101214', headInk: '#e4e6eb', headLine: '#2d3136', ink: '#e4e6eb' },
  ...{ muted: '#c3c7cc', bubble: '#2b2e31', card: '#2b2e31', button: '#3e4247', link: '#e4e6eb' },
  ...{ quick: '#101214', quickInk: '#5aa2ff', quickEdge: '#5aa2ff' },
  ...{ foot: '#101214', footInk: '#a5aab0', field: '#2b2e31' },
};

export const facebookPhone: PhoneDefinition = {
  skin: { light, dark },
  head: {
    before: <BackIcon />,
    after: (
      <>
        <CallIcon />
        <VideoIcon />
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
    after: (
      <>
        <SmileIcon />
        <ThumbIcon />
      </>
    ),
  },
  hasFilledButtons: true,
  isPreviewedForAll: true,
  quickReplyNote: t('Quick replies are gone after the next message.'),
  draw: drawFacebookMessages,
};
