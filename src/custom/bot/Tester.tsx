import Refresh from '@mui/icons-material/Refresh';
import Send from '@mui/icons-material/SendOutlined';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { drawingOf, hasFilledButtons, phoneStyle } from '../../channels/phones.ts';
import { channelLabelOf, channelTypes } from '../../channels/registry.ts';
import { DrawnMessage } from '../messages/DrawnMessage.tsx';
import { TemplatePictures } from '../messages/TemplatePictures.tsx';
import { BotMessage, UserMessage } from '../messages/talkParts.ts';
import { AnswerReasons } from './AnswerReasons.tsx';
import { type Turn, useTestConversation } from './useTestConversation.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, minHeight: '100%' });
const Tools = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' });
const Talk = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
});
const Quick = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 6 });
const QuickReplyButton = styled('button')({
  padding: '2px 10px',
  border: '1px solid var(--field)',
  borderRadius: 12,
  background: 'var(--sheet)',
  color: 'var(--ink)',
  font: 'inherit',
  fontSize: 12,
  lineHeight: '20px',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const Form = styled('form')({
  position: 'sticky',
  bottom: -16,
  // Above the content that scrolls below it, including labels of inputs.
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  margin: '0 -16px -16px',
  padding: '12px 16px',
  background: 'var(--sheet)',
  borderTop: '1px solid var(--line)',
});

/** Chat with the bot as a customer: its answers and the reasons. Nothing is sent or stored. */
export const Tester = () => {
  const { turns, send, restart } = useTestConversation();
  const [channel, setChannel] = useState(() => channelTypes()[0] ?? '');
  const [text, setText] = useState('');
  const end = useRef<HTMLLIElement>(null);
  const last = turns.at(-1);
  useEffect(() => {
    // Scrolls to the last message, so that its answer is visible however long the reasons are.
    end.current?.scrollIntoView?.({ block: 'start' });
  }, [last]);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const sentence = text.trim();
    if (sentence === '') return;
    setText('');
    void send(sentence, channel);
  };
  return (
    <Frame>
      <Tools>
        <Select
          variant="standard"
          disableUnderline
          value={channel}
          inputProps={{ 'aria-label': t('Channel') }}
          onChange={({ target }) => setChannel(target.value)}
          renderValue={(type) => (
            <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8, fontSize: 13 }}>
              <ChannelMark type={type} /> {channelLabelOf(type)}
            </span>
          )}
        >
          {channelTypes().map((type) => (
            <MenuItem key={type} value={type}>
              {channelLabelOf(type)}
            </MenuItem>
          ))}
        </Select>
        <IconButton size="small" aria-label={t('Start over')} onClick={restart} disabled={!last}>
          <Refresh fontSize="small" />
        </IconButton>
      </Tools>
      {!last && (
        <p style={{ margin: 0, color: 'var(--ink-3)' }}>
          {t(
            'Write what a customer would write. You see the answer, and why it is that one; nothing is sent.',
          )}
        </p>
      )}
      <Talk aria-label={t('Conversation')} aria-live="polite">
        {turns.map((turn) => (
          <li key={turn.id} ref={turn === last ? end : undefined} style={{ scrollMarginTop: 12 }}>
            <UserMessage style={{ marginBottom: 8 }}>{turn.said}</UserMessage>
            <BotReply turn={turn} onTap={turn === last ? (said) => void send(said, channel) : undefined} />
            {turn.trial && turn === last && <AnswerReasons said={turn.said} trial={turn.trial} />}
          </li>
        ))}
      </Talk>
      <Form onSubmit={submit}>
        <InputBase
          fullWidth
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={t('Write as a customer')}
          inputProps={{ 'aria-label': t('Write as a customer'), maxLength: 2000 }}
          sx={{ border: '1px solid var(--field)', borderRadius: '6px', px: 1.5, minHeight: 36 }}
        />
        <IconButton type="submit" aria-label={t('Send')} disabled={text.trim() === ''}>
          <Send fontSize="small" />
        </IconButton>
      </Form>
    </Frame>
  );
};

interface BotReplyProps {
  turn: Turn;
  /** Sends the text of a quick reply. */
  onTap?: (said: string) => void;
}

const BotReply = ({ turn: { trial, fault, channel }, onTap }: BotReplyProps) => {
  if (fault !== undefined) return <BotMessage role="alert">{fault}</BotMessage>;
  if (!trial) return <BotMessage aria-busy="true">…</BotMessage>;
  const { messages, quickReplies } = drawingOf(channel, trial.messages);
  return (
    <>
      <BotMessage role="group" aria-label={t('Answer')} style={phoneStyle(channel, 'light')}>
        <TemplatePictures>
          {messages.map((drawn, index) => (
            <DrawnMessage key={index} drawn={drawn} hasFilledButtons={hasFilledButtons(channel)} />
          ))}
        </TemplatePictures>
        {messages.length === 0 && (trial.handoff ? t('A person takes over.') : t('The bot says nothing.'))}
      </BotMessage>
      {onTap && quickReplies.length > 0 && (
        <Quick aria-label={t('Quick replies')} role="group">
          {quickReplies.map((label) => (
            <QuickReplyButton key={label} type="button" onClick={() => onTap(label)}>
              {label}
            </QuickReplyButton>
          ))}
        </Quick>
      )}
    </>
  );
};
