import { styled } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import type { PhoneDrawing } from '../../channels/drawing.ts';
import { phoneOf, phoneStyle } from '../../channels/phones.ts';
import { channelLabelOf } from '../../channels/registry.ts';
import type { ColorScheme } from '../../theme/tokens.ts';
import { DrawnMessage } from './DrawnMessage.tsx';
import { Case, Head, Screen } from './phoneParts.ts';
import { TextWithVariables } from './TextWithVariables.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Tall = styled(Screen)({
  height: 'min(508px, calc(100dvh - 360px))',
  minHeight: 320,
  // What does not change any more takes the room it needs.
  '&[data-still]': { height: 'auto', minHeight: 240, maxHeight: 508 },
});
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
/** Nothing is on it yet: an outline in no channel's colours. */
const BLANK: CSSProperties = Object.fromEntries(
  Object.entries({
    ground: 'var(--sheet)',
    ink: 'var(--ink-3)',
    head: 'var(--sheet)',
    headInk: 'var(--ink-3)',
    headLine: 'var(--line)',
    foot: 'var(--sheet)',
    footInk: 'var(--ink-3)',
    field: 'var(--sunken)',
    line: 'var(--line)',
  }).map(([name, value]) => [`--pv-${name}`, value]),
);

interface PhoneProps {
  /** Of the channel. */
  type: string;
  mode: ColorScheme;
  /** Who writes, as people see it. */
  sender: string;
  drawing: PhoneDrawing;
  /** It is only looked at, and as high as what it shows. */
  isStill?: boolean;
}

/** The screen of somebody who is sent the messages. */
export function Phone({
  type,
  mode,
  sender,
  drawing: { messages, quickReplies },
  isStill = false,
}: PhoneProps) {
  const { head, foot, hasFilledButtons } = phoneOf(type);
  const isBlank = messages.length === 0 && quickReplies.length === 0;
  return (
    <Case>
      <Tall
        style={isBlank ? BLANK : phoneStyle(type, mode)}
        data-channel={type}
        data-still={isStill || undefined}
      >
        <Top aria-hidden>
          {head.before}
          <span>{sender}</span>
          {head.after}
        </Top>
        <Body
          tabIndex={0}
          role="region"
          aria-label={t('As %{type} shows it', { type: channelLabelOf(type) })}
        >
          {messages.length === 0 ? <Empty>{t('Nothing to send yet')}</Empty> : null}
          {messages.map((drawn, index) => (
            <DrawnMessage key={index} drawn={drawn} hasFilledButtons={hasFilledButtons} />
          ))}
        </Body>
        {quickReplies.length > 0 ? (
          <Replies aria-label={t('Quick replies')}>
            {quickReplies.map((label, index) => (
              <li key={index}>
                <TextWithVariables text={label} />
              </li>
            ))}
          </Replies>
        ) : null}
        <Foot aria-hidden>
          {foot.before}
          <span>{foot.placeholder}</span>
          {foot.after}
        </Foot>
      </Tall>
    </Case>
  );
}
