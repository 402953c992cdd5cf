import { styled } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import type { PhoneDrawing } from '../../channels/drawing.ts';
import { phoneOf, phoneStyle } from '../../channels/phones.ts';
import { channelLabelOf } from '../../channels/registry.ts';
import type { ColorScheme } from '../../theme/tokens.ts';
import { DrawnMessage } from './DrawnMessage.tsx';
import { PhoneCase, Head, Screen } from './phoneParts.ts';
import { TextWithVariables } from './TextWithVariables.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const PhoneScreen = styled(Screen)({
  height: 'min(508px, calc(100dvh - 360px))',
  minHeight: 320,
  // A static preview is as high as its content.
  '&[data-still]': { height: 'auto', minHeight: 0, maxHeight: 508 },
});
const PhoneHead = styled(Head)({ borderBottom: '1px solid var(--pv-headLine)' });
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
  // The newest message is at the bottom; longer content scrolls.
  '& > :first-of-type': { marginTop: 'auto' },
  '& > *': { flex: 'none' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -3 },
});
const QuickReplies = styled('ul')({
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
/** Style of an empty phone, in no channel's colours. */
const EMPTY_STYLE: CSSProperties = Object.fromEntries(
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
  /** Type of the channel. */
  type: string;
  mode: ColorScheme;
  /** The sender's name, as people see it. */
  sender: string;
  drawing: PhoneDrawing;
  /** Whether it belongs to a read-only record, and is as high as its content. */
  isStatic?: boolean;
}

/** A phone that received the messages. */
export function Phone({
  type,
  mode,
  sender,
  drawing: { messages, quickReplies },
  isStatic = false,
}: PhoneProps) {
  const { head, foot, hasFilledButtons } = phoneOf(type);
  const isBlank = messages.length === 0 && quickReplies.length === 0;
  return (
    <PhoneCase>
      <PhoneScreen
        style={isBlank ? EMPTY_STYLE : phoneStyle(type, mode)}
        data-channel={type}
        data-still={isStatic || undefined}
      >
        <PhoneHead aria-hidden>
          {head.before}
          <span>{sender}</span>
          {head.after}
        </PhoneHead>
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
          <QuickReplies aria-label={t('Quick replies')}>
            {quickReplies.map((label, index) => (
              <li key={index}>
                <TextWithVariables text={label} />
              </li>
            ))}
          </QuickReplies>
        ) : null}
        <Foot aria-hidden>
          {foot.before}
          <span>{foot.placeholder}</span>
          {foot.after}
        </Foot>
      </PhoneScreen>
    </PhoneCase>
  );
}
