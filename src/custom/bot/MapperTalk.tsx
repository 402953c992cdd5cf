import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import { styled } from '@mui/material/styles';
import { useGetMany } from 'react-admin';
import { useMemo } from 'react';
import type { Entities, Mapper } from '../../../schemas/generated/types.ts';
import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { render } from '../../../schemas/channels/render.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import { drawingOf, phoneStyle } from '../../channels/phones.ts';
import { useLiveRecord } from '../../resources/form/useLiveRecord.ts';
import { useVariables } from '../../resources/variables/useVariables.ts';
import { WHOLE } from '../../resources/wholeRecord.ts';
import { DrawnMessage } from '../messages/DrawnMessage.tsx';
import { talkOf, type TalkTurn } from './talkModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Talk = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& li': { position: 'relative', padding: '0 0 20px 36px' },
  '& li > svg': {
    position: 'absolute',
    left: 0,
    top: 4,
    boxSizing: 'border-box',
    width: 24,
    height: 24,
    padding: 4,
    borderRadius: '50%',
    background: 'var(--press)',
    color: 'var(--ink-2)',
  },
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 11.5,
    top: 32,
    bottom: 0,
    width: 1,
    background: 'var(--line)',
  },
  '& small': { display: 'block', marginTop: 4, fontSize: 12, lineHeight: '18px', color: 'var(--ink-3)' },
});
const Bubble = styled('p')({
  width: 'fit-content',
  maxWidth: '100%',
  boxSizing: 'border-box',
  margin: 0,
  padding: '6px 12px',
  borderRadius: 12,
  background: 'var(--press)',
  overflowWrap: 'anywhere',
  '&[data-by=person]': { background: 'var(--accent-soft)' },
});
const Quick = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginTop: 6,
  '& > span': { padding: '1px 10px', border: '1px solid var(--frame)', borderRadius: 12, fontSize: 12 },
});
const Drawn = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 6,
  padding: 8,
  borderRadius: 8,
  background: 'var(--pv-ground, var(--sunken))',
  overflow: 'hidden',
});
const Hint = styled('p')({ margin: 0, fontSize: 13, lineHeight: '20px', color: 'var(--ink-3)' });

type Stored<Name extends keyof Entities> = Entities[Name] & EntityRecord;

/** The records of these ids, whole; those that are not there, or that the person may not see, are left out. */
const useRecords = <Name extends keyof Entities>(entity: Name, ids: (string | undefined)[]): Stored<Name>[] =>
  useAnswer(entity, ids).records;

const useAnswer = <Name extends keyof Entities>(
  entity: Name,
  ids: (string | undefined)[],
): { records: Stored<Name>[]; isPending: boolean } => {
  const wanted = ids.filter((id): id is string => typeof id === 'string' && id !== '');
  const { data = [], isPending } = useGetMany<EntityRecord>(
    entity,
    { ids: wanted, meta: WHOLE },
    { enabled: wanted.length > 0, retry: false },
  );
  const found = data.filter((record) => Boolean(record) && wanted.includes(record.id));
  return { records: found as unknown as Stored<Name>[], isPending: isPending && wanted.length > 0 };
};

/** Beside the form of a mapper: what is said, asked for and answered, as a short talk that follows the typing. */
export const MapperTalk = () => {
  const { values } = useLiveRecord();
  const mapper = values as Partial<Mapper>;
  const { action } = mapper;
  const questions = (mapper.questions ?? []).filter((one) => Boolean(one));
  const {
    records: [intent],
    isPending,
  } = useAnswer('intent', [mapper.intent]);
  const entities = useRecords('entity', [
    ...(mapper.entities ?? []),
    ...questions.map(({ entity }) => entity),
  ]);
  const [flow] = useRecords('flow', [action?.type === 'flow' ? action.flow : undefined]);
  const start =
    action?.type === 'flow'
      ? (flow?.actions.find(({ name }) => name === action.startAction) ?? flow?.actions[0])?.reply
      : undefined;
  const [template] = useRecords('template', [
    action?.type === 'template' ? action.template : start && 'template' in start ? start.template : undefined,
  ]);
  const turns = talkOf(
    { ...mapper, questions },
    { intent, entities: new Map(entities.map((entity) => [entity.id, entity])), flow, template },
  );
  if (turns.length === 0) {
    if (isPending) return <Hint role="status">{t('Loading the conversation…')}</Hint>;
    return (
      <Hint>
        {mapper.intent
          ? t('We can’t show the conversation: the intent could not be loaded.')
          : t('Choose an intent to preview the conversation.')}
      </Hint>
    );
  }
  return (
    <Talk aria-label={t('Preview')}>
      {turns.map((turn, index) => (
        <Turn key={index} {...turn} />
      ))}
    </Talk>
  );
};

const Turn = ({ by, text, messages, quickReplies = [], note }: TalkTurn) => (
  <li>
    {by === 'person' ? (
      <PersonOutlined titleAccess={t('Person')} />
    ) : (
      <SmartToyOutlined titleAccess={t('Bot')} />
    )}
    {messages ? <Answer messages={messages} /> : <Bubble data-by={by}>{text}</Bubble>}
    {quickReplies.length > 0 && (
      <Quick>
        {quickReplies.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </Quick>
    )}
    <small>{note}</small>
  </li>
);

/** The type of channel whose page is the console's own, which shows nearly every message as it was written. */
const chatPageType = (): string => channelTypesThatCan('chatPage')[0] ?? '';

/** Messages as they look on the console's own page. */
const Answer = ({ messages }: { messages: NonNullable<TalkTurn['messages']> }) => {
  const names = useMemo(() => variableNames(JSON.stringify(messages)), [messages]);
  const known = useVariables(names);
  const variables = new Map([...(known ?? [])].map(([name, { value }]) => [name, value]));
  const type = chatPageType();
  const sent = render({ messages }, type, { variables }).messages;
  return (
    <Drawn style={phoneStyle(type, 'light')}>
      {drawingOf(type, sent).messages.map((drawn, index) => (
        <DrawnMessage key={index} drawn={drawn} hasFilledButtons={false} />
      ))}
    </Drawn>
  );
};
