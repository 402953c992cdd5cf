import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import { styled } from '@mui/material/styles';
import type { Mapper } from '../../../schemas/generated/types.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { buildTalk, type TalkMessage } from './talkModel.ts';
import { RenderedMessages, Bubble, Hint, Talk, useRecordsQuery, useRecords } from './talkParts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Quick = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginTop: 6,
  '& > span': { padding: '1px 10px', border: '1px solid var(--frame)', borderRadius: 12, fontSize: 12 },
});
/** Previews a mapper beside its form as a short conversation, with the form's current values. */
export const MapperTalk = () => {
  const { values } = useLiveRecord();
  const mapper = values as Partial<Mapper>;
  const { action } = mapper;
  const questions = (mapper.questions ?? []).filter((one) => Boolean(one));
  const {
    records: [intent],
    isPending,
  } = useRecordsQuery('intent', [mapper.intent]);
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
  const turns = buildTalk(
    { ...mapper, questions },
    { intent, entities: new Map(entities.map((entity) => [entity.id, entity])), flow, template },
  );
  if (turns.length === 0) {
    if (isPending) return <Hint role="status">{t('Loading the conversation…')}</Hint>;
    if (mapper.intent)
      return <Hint>{t('We can’t show the conversation: the intent could not be loaded.')}</Hint>;
    return (
      <>
        <Hint>{t('Choose an intent to preview the conversation.')}</Hint>
        <Talk aria-hidden data-outline>
          {placeholderTurns().map((turn, index) => (
            <Turn key={index} {...turn} />
          ))}
        </Talk>
      </>
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

/** Placeholder conversation of any mapper. */
const placeholderTurns = (): TalkMessage[] => [
  { by: 'person', text: t('A customer writes'), note: t('The intent is recognised') },
  { by: 'bot', text: t('Your question'), note: t('Only if an entity is missing') },
  { by: 'person', text: t('Their answer'), note: '' },
  { by: 'bot', text: t('Your answer'), note: t('A template or a flow') },
];

const Turn = ({ by, text, messages, quickReplies = [], note }: TalkMessage) => (
  <li>
    {by === 'person' ? (
      <PersonOutlined titleAccess={t('Person')} />
    ) : (
      <SmartToyOutlined titleAccess={t('Bot')} />
    )}
    {messages ? <RenderedMessages messages={messages} /> : <Bubble data-by={by}>{text}</Bubble>}
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
