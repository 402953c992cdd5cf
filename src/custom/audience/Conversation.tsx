import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useGetOne } from 'react-admin';
import { Fragment } from 'react';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { drawingOf, hasFilledButtons } from '../../channels/phones.ts';
import { config } from '../../dataProvider/config.ts';
import { formatDate, formatTime } from '../../resources/format.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { DrawnMessage } from '../messages/DrawnMessage.tsx';
import { type ConversationMessage, useConversation } from './useConversation.ts';
import { usePerson } from '../usePerson.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** The newest message is at the bottom, and first in the DOM order. */
const MessageList = styled('ol')({
  listStyle: 'none',
  display: 'flex',
  flexDirection: 'column-reverse',
  gap: 8,
  maxHeight: 'min(640px, 70dvh)',
  margin: 0,
  padding: '0 4px 0 0',
  overflowY: 'auto',
  overflowX: 'hidden',
  scrollbarWidth: 'thin',
  ...TEXT.small,
  // The console's own colours, which follow its theme.
  '--pv-bubble': 'var(--press)',
  '--pv-bubbleInk': 'var(--ink)',
  '--pv-bubbleShape': '12px',
  '--pv-card': 'var(--raised)',
  '--pv-cardEdge': 'var(--frame)',
  '--pv-cardShape': '10px',
  '--pv-ink': 'var(--ink)',
  '--pv-muted': 'var(--ink-2)',
  '--pv-line': 'var(--line)',
  '--pv-link': 'var(--accent-text)',
  '--pv-button': 'var(--sunken)',
  '& > li': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 4, flex: 'none' },
  // Wide messages are also shifted to the side of their author.
  '& > li > *': { maxWidth: '80%' },
  '& > li[data-own]': { alignItems: 'flex-end', '--pv-bubble': 'var(--accent-soft)' },
  '& > li[data-between]': { alignItems: 'center', color: 'var(--ink-3)', fontSize: 12 },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const Meta = styled('span')({
  ...TEXT.caption,
  color: 'var(--ink-3)',
  '& code': { fontSize: 12 },
  '&[data-failed]': { color: 'var(--danger)' },
});
const Foot = styled('p')({
  margin: '12px 0 0',
  paddingTop: 8,
  borderTop: '1px solid var(--line)',
  fontSize: 13,
  color: 'var(--ink-3)',
  '& a': { color: 'var(--accent-text)' },
});
const Note = styled('p')({ margin: 0, ...TEXT.small, color: 'var(--ink-3)' });

/** Placeholder text of incoming content other than text. */
const CONTENT_TEXTS: Record<string, string> = {
  image: t('Picture'),
  video: t('Video'),
  audio: t('Voice message'),
  file: t('File'),
  sticker: t('Sticker'),
  location: t('Location'),
  postback: t('Tap'),
};
const EVENT_TEXTS: Record<string, string> = { follow: t('Followed'), unfollow: t('Blocked') };

/** The person's conversation, as it was displayed. */
export const Conversation = () => {
  const person = usePerson();
  const { products } = useAccess();
  const { livechatUrl } = config();
  const { messages, error, hasMore, isLoadingMore, loadMore, refetch } = useConversation(person.id);
  const { data: channel } = useGetOne<{ id: string; type?: string }>('channel', { id: person.channel });
  if (error && !messages) return <ErrorState error={error} onRetry={refetch} />;
  if (!messages)
    return (
      <DelayedPlaceholder role="progressbar" aria-label={t('Loading the conversation')}>
        {['70%', '50%', '64%'].map((width) => (
          <Placeholder key={width} style={{ display: 'block', width, height: 34, margin: '0 0 12px' }} />
        ))}
      </DelayedPlaceholder>
    );
  return (
    <>
      {messages.length === 0 ? <Note>{t('No messages yet. They appear here as they arrive.')}</Note> : null}
      {messages.length > 0 ? (
        <MessageList tabIndex={0} aria-label={t('Messages, newest first')}>
          {messages.map((message, at) => {
            const next = messages[at + 1];
            const day = formatDate(new Date(message.at));
            const isFirst = next === undefined ? !hasMore : formatDate(new Date(next.at)) !== day;
            return (
              <Fragment key={message.id}>
                <MessageItem message={message} type={channel?.type} />
                {isFirst ? <li data-between>{day}</li> : null}
              </Fragment>
            );
          })}
          {hasMore ? (
            <li data-between>
              <Button size="small" disabled={isLoadingMore} onClick={loadMore}>
                {t('Earlier messages')}
              </Button>
            </li>
          ) : null}
        </MessageList>
      ) : null}
      {livechatUrl && 'livechat' in products ? (
        <Foot>
          <a href={livechatUrl} target="_blank" rel="noreferrer">
            {t('Answer in Live Chat')}
          </a>
        </Foot>
      ) : null}
    </>
  );
};

const AUTHORS: Record<string, string> = {
  USER: t('The person'),
  BOT: t('The bot'),
  AGENT: t('Your team'),
  BROADCAST: t('Broadcast'),
};

const MessageItem = ({ message, type }: { message: ConversationMessage; type: string | undefined }) => {
  const { kind, source, at, template, note } = message;
  const time = formatTime(new Date(at));
  const event = EVENT_TEXTS[kind];
  if (event !== undefined)
    return (
      <li data-between>
        {event} · {time}
      </li>
    );
  const isOwn = source !== 'USER';
  const hasFailed = kind === 'undelivered';
  // An outgoing message has a note where it is not known whether it arrived.
  const status = hasFailed ? t('Not delivered') : isOwn && note ? t('Perhaps delivered') : '';
  return (
    <li data-own={isOwn || undefined} aria-label={`${AUTHORS[source ?? ''] ?? t('Message')}, ${time}`}>
      {drawMessage(message, type).map((drawn, index) => (
        <DrawnMessage key={index} drawn={drawn} hasFilledButtons={hasFilledButtons(type)} />
      ))}
      <Meta data-failed={hasFailed || undefined}>
        {status ? `${status}${note ? `: ${note}` : ''} · ` : ''}
        {template !== null && isOwn ? (
          <>
            <code>{template}</code> ·{' '}
          </>
        ) : null}
        {template === null && (source === 'AGENT' || source === 'BROADCAST')
          ? `${(!hasFailed && note) || AUTHORS[source]} · `
          : ''}
        {time}
      </Meta>
    </li>
  );
};

function drawMessage(
  { source, content, text, type: contentType }: ConversationMessage,
  type: string | undefined,
) {
  const sent = source !== 'USER' && content ? drawingOf(type, [content]).messages : [];
  const [first] = sent;
  if (first && !(first.kind === 'text' && first.text === '')) return sent;
  const fallback = contentType === 'postback' && text ? `${CONTENT_TEXTS['postback']}: ${text}` : text;
  if (!fallback && contentType === 'image') return [{ kind: 'image' as const, address: '' }];
  return [{ kind: 'text' as const, text: fallback || (CONTENT_TEXTS[contentType] ?? t('Message')) }];
}
