import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { useGetOne } from 'react-admin';
import { useId, useState } from 'react';
import { keywordKey, type KeywordPlace, listKeywords } from '../../../schemas/chatAds/keywords.ts';
import type { ChatAd, Template } from '../../../schemas/generated/types.ts';
import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { renderForChannel } from '../../../schemas/channels/render.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import { drawingOf, hasFilledButtons, phoneStyle } from '../../channels/phones.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { useVariables } from '../../resources/variables/useVariables.ts';
import { DrawnMessage } from '../messages/DrawnMessage.tsx';
import { TemplatePictures } from '../messages/TemplatePictures.tsx';
import { BotMessage, UserMessage } from '../messages/talkParts.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 });
const Why = styled('dl')({
  display: 'grid',
  gridTemplateColumns: '80px minmax(0, 1fr)',
  gap: '8px 12px',
  margin: 0,
  ...TEXT.caption,
  '& dt': { fontWeight: 500, color: 'var(--ink)' },
  '& dd': { margin: 0, color: 'var(--ink-2)', overflowWrap: 'anywhere' },
});
const Note = styled('p')({ margin: 0, ...TEXT.small, color: 'var(--ink-3)' });
const Fault = styled(Note)({ color: 'var(--danger)' });

const Label = styled('label')({ ...TEXT.small, fontWeight: 500 });
/** Keywords to try with a tap. */
const Keywords = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& button': {
    ...{ minHeight: 28, padding: '3px 10px', border: '1px solid var(--frame)', borderRadius: 14 },
    ...{
      font: 'inherit',
      ...TEXT.small,
      color: 'var(--ink-2)',
      background: 'var(--sheet)',
    },
    cursor: 'pointer',
  },
  '& button:hover': { color: 'var(--ink)', borderColor: 'var(--field)' },
  '& button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
/** Placeholder of keyword and answer, before there is a keyword. */
const PlaceholderTalk = styled(Frame)({
  '& > p': {
    ...{ margin: 0, maxWidth: '85%', padding: '6px 12px', borderRadius: 12 },
    ...{ ...TEXT.small, color: 'var(--ink-3)', boxShadow: 'inset 0 0 0 1px var(--frame)' },
  },
  '& > :first-of-type': { alignSelf: 'flex-end' },
  '& > :last-of-type': { alignSelf: 'flex-start' },
});
const MAX_KEYWORDS = 12;

const INPUT = t('Type a trigger keyword');

/** Previews the reply to a keyword of the ad, with the form's current values. Nothing is sent. */
export function KeywordTrial() {
  const { values } = useLiveRecord();
  const [text, setText] = useState('');
  const id = useId();
  const key = keywordKey(text);
  const places = listKeywords(values['topics'] as ChatAd['topics'] | undefined);
  const found = key === '' ? [] : places.filter(({ keyword }) => keywordKey(keyword) === key);
  // Before anything is typed, the reply to the first keyword is shown.
  const [first] = key === '' ? places.filter(({ keyword }) => keyword !== '') : found;
  const keywords = [...new Set(places.map(({ keyword }) => keyword))].filter(Boolean).slice(0, MAX_KEYWORDS);
  return (
    <Frame>
      <Label htmlFor={id}>{t('Try a keyword')}</Label>
      <InputBase
        id={id}
        fullWidth
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={INPUT}
        inputProps={{ maxLength: 300 }}
        sx={{ border: '1px solid var(--field)', borderRadius: '6px', px: 1.5, minHeight: 36, mt: -1 }}
      />
      <Frame role="status" aria-live="polite">
        {key === '' && <Note>{t('See the reply to a keyword. Nothing is sent.')}</Note>}
        {key === '' && !first && (
          <PlaceholderTalk aria-hidden>
            <p>{t('Keyword')}</p>
            <p>{t('Your answer')}</p>
          </PlaceholderTalk>
        )}
        {(key !== '' || first) && <UserMessage>{key === '' ? first?.keyword : text.trim()}</UserMessage>}
        {key !== '' && !first && <Note>{t('No keyword matches. The message continues to Chatlogic.')}</Note>}
        {first && <TemplateReply key={first.template} place={first} />}
        {values['active'] === false && <Note>{t('It is not active, so nobody receives this reply.')}</Note>}
        {found.length > 1 && (
          <Fault>
            {t('“%{keyword}” stands in %{count} places: %{found}', {
              keyword: first?.keyword,
              count: found.length,
              found: found.map(({ topic }) => topic).join(t(', ')),
            })}
          </Fault>
        )}
      </Frame>
      {key === '' && keywords.length > 0 && (
        <Keywords aria-label={t('Keywords of this ad')}>
          {keywords.map((keyword) => (
            <li key={keyword}>
              <button type="button" onClick={() => setText(keyword)}>
                {keyword}
              </button>
            </li>
          ))}
        </Keywords>
      )}
    </Frame>
  );
}

/** The channel type that ChatAds lead to. */
const chatAdChannelType = (): string => channelTypesThatCan('chatAds')[0] ?? '';

function TemplateReply({ place: { topic, template: id } }: { place: KeywordPlace }) {
  const { data: template, error } = useGetOne<Template & EntityRecord>(
    'template',
    { id },
    { enabled: id !== '', retry: false },
  );
  const content = JSON.stringify([template?.messages ?? [], template?.quickReply]);
  const known = useVariables(variableNames(content));
  if (id === '') return <Fault>{t('Template must be selected')}</Fault>;
  if (error) return <Fault role="alert">{t('The template could not be loaded.')}</Fault>;
  if (!template) return <BotMessage aria-busy="true" style={{ minHeight: 60 }} />;
  const variables = new Map([...(known ?? [])].map(([name, { value }]) => [name, value]));
  const type = chatAdChannelType();
  const answer = { messages: template.messages, quickReply: template.quickReply };
  const { messages } = drawingOf(type, renderForChannel(answer, type, { variables }).messages);
  return (
    <>
      <BotMessage style={phoneStyle(type, 'light')}>
        <TemplatePictures>
          {messages.map((drawn, index) => (
            <DrawnMessage key={index} drawn={drawn} hasFilledButtons={hasFilledButtons(type)} />
          ))}
        </TemplatePictures>
      </BotMessage>
      <Why>
        <dt>{t('Answer from')}</dt>
        <dd>
          {t('Topic %{topic},', { topic })} <code>{template.name}</code>
        </dd>
        <dt>{t('Matching')}</dt>
        <dd>{t('Matches the whole message. Ignores case and surrounding spaces')}</dd>
      </Why>
    </>
  );
}
