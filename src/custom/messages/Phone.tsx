import AddIcon from '@mui/icons-material/Add';
import BackIcon from '@mui/icons-material/ChevronLeft';
import CallIcon from '@mui/icons-material/CallOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import LessIcon from '@mui/icons-material/Remove';
import SearchIcon from '@mui/icons-material/Search';
import SendIcon from '@mui/icons-material/SendOutlined';
import SmileIcon from '@mui/icons-material/EmojiEmotionsOutlined';
import ThumbIcon from '@mui/icons-material/ThumbUpOutlined';
import VideoIcon from '@mui/icons-material/VideocamOutlined';
import { styled } from '@mui/material/styles';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { Mode } from '../../theme/tokens.ts';
import { type Drawing, type Drawn } from './drawn.ts';
import { DrawnMessage } from './DrawnMessage.tsx';
import { Case, Head, Screen } from './phoneParts.ts';
import { bubbleInk, skinOf } from './skins.ts';
import { CHANNEL_NAMES } from './verdict.ts';
import { Words } from './Words.tsx';

const Tall = styled(Screen)({ height: 'min(508px, calc(100dvh - 360px))', minHeight: 320 });
const Top = styled(Head)({ borderBottom: '1px solid var(--pv-headLine)' });
const Body = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  padding: 10,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  scrollbarWidth: 'thin',
  // The newest stands at the bottom, and what is longer than the screen is scrolled.
  '& > :first-of-type': { marginTop: 'auto' },
  '& > *': { flex: 'none' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -3 },
});
const Replies = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  gap: 6,
  margin: 0,
  padding: '0 10px 8px',
  flex: 'none',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& li': {
    flex: 'none',
    padding: '0 10px',
    borderRadius: 16,
    border: '1px solid var(--pv-quickEdge)',
    background: 'var(--pv-quick)',
    color: 'var(--pv-quickInk)',
    fontSize: 12,
    fontWeight: 500,
    lineHeight: '28px',
    whiteSpace: 'nowrap',
  },
});
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 40,
  flex: 'none',
  padding: '0 12px',
  background: 'var(--pv-foot)',
  color: 'var(--pv-footInk)',
  borderTop: '1px solid var(--pv-line)',
  '& > span': {
    flex: 1,
    padding: '0 10px',
    borderRadius: 13,
    background: 'var(--pv-field)',
    fontSize: 12,
    lineHeight: '26px',
  },
});
const Empty = styled('p')({
  margin: 'auto',
  padding: 24,
  textAlign: 'center',
  fontSize: 12,
  color: 'inherit',
});

interface PhoneProps {
  type: ChannelType;
  mode: Mode;
  /** Who writes, as people see it. */
  sender: string;
  drawing: Drawing;
}

/** The screen of somebody who is sent the messages. */
export function Phone({ type, mode, sender, drawing: { messages, quickReplies } }: PhoneProps) {
  const style: Record<string, string> = {
    ...skinOf(type, mode),
    '--pv-bubbleInk': bubbleInk(type, mode),
  };
  const isOwn = type === 'WEBCHAT' || type === 'CUSTOM';
  return (
    <Case>
      <Tall style={style} data-channel={type}>
        <Top aria-hidden>
          {isOwn ? null : <BackIcon />}
          <span>{sender}</span>
          {type === 'LINE' ? <SearchIcon /> : null}
          {isOwn ? <LessIcon /> : <CallIcon />}
          {type === 'FACEBOOK' ? <VideoIcon /> : null}
        </Top>
        <Body tabIndex={0} role="region" aria-label={`As ${CHANNEL_NAMES[type]} shows it`}>
          {messages.length === 0 ? <Empty>Nothing to send yet</Empty> : null}
          {messages.map((drawn: Drawn, index) => (
            <DrawnMessage key={index} drawn={drawn} filled={type === 'FACEBOOK'} />
          ))}
        </Body>
        {quickReplies.length > 0 ? (
          <Replies aria-label="Quick replies">
            {quickReplies.map((label, index) => (
              <li key={index}>
                <Words text={label} />
              </li>
            ))}
          </Replies>
        ) : null}
        <Foot aria-hidden>
          {isOwn ? null : <AddIcon />}
          {isOwn ? null : <ImageIcon />}
          <span>{isOwn ? 'Write a message' : 'Aa'}</span>
          {isOwn ? <SendIcon /> : <SmileIcon />}
          {type === 'FACEBOOK' ? <ThumbIcon /> : null}
        </Foot>
      </Tall>
    </Case>
  );
}
