import { styled } from '@mui/material/styles';
import type { Flow } from '../../../schemas/generated/types.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { type DraftAction, type FlowStep, runsOf } from './flowModel.ts';
import { Answer, Bubble, Hint, Talk, useRecords } from './talkParts.tsx';
import { numberMark } from '../../theme/numberMark.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** The number of an action, as in the form. */
const Place = styled('span')({
  position: 'absolute',
  left: 0,
  top: 0,
  ...numberMark,
  fontWeight: 500,
});
const Name = styled('b')({
  display: 'block',
  marginBottom: 6,
  lineHeight: '24px',
  fontWeight: 500,
  overflowWrap: 'anywhere',
});
const Done = styled('p')({ margin: 0, color: 'var(--ink-2)', overflowWrap: 'anywhere' });
const Run = styled('section')({
  '& + &': { marginTop: 8, paddingTop: 16, borderTop: '1px solid var(--line)' },
  '& > h3': { margin: '0 0 12px', ...TEXT.caption, fontWeight: 400, color: 'var(--ink-3)' },
});

const templateOf = ({ reply }: DraftAction): string | undefined =>
  reply && 'template' in reply ? reply.template : undefined;

/** Beside the form of a flow: what the bot does, action by action, as it follows from what is typed. */
export const FlowTalk = () => {
  const { values } = useLiveRecord();
  const actions = (Array.isArray(values['actions'])
    ? values['actions']
    : []) as unknown as (DraftAction | null)[];
  const templates = useRecords('template', [...new Set(actions.map((action) => templateOf(action ?? {})))]);
  const runs = runsOf(actions);
  if (runs.length === 0) return <Hint>{t('Add an action to see what the bot does.')}</Hint>;
  return runs.map((run, at) => (
    <Run key={run[0]?.index}>
      {at === 1 ? <h3>{t('Started by mappers, rules and buttons')}</h3> : null}
      <Talk aria-label={at === 0 ? t('How it goes') : t('Started by mappers, rules and buttons')}>
        {run.map((step) => (
          <Step
            key={step.index}
            {...step}
            messages={templates.find(({ id }) => id === templateOf(step.action))?.messages}
          />
        ))}
      </Talk>
    </Run>
  ));
};

type Messages = Parameters<typeof Answer>[0]['messages'];

const Step = ({ action, index, back, missing, messages }: FlowStep & { messages: Messages | undefined }) => (
  <li>
    <Place aria-hidden>{index + 1}</Place>
    <Name>{action.name || t('Action %{number}', { number: index + 1 })}</Name>
    {messages ? <Answer messages={messages} /> : null}
    <Deed reply={action.reply} hasMessages={messages !== undefined} />
    {action.next ? null : <small>{t('The flow ends')}</small>}
    {back ? <small>{t('Goes on with %{name}', { name: back })}</small> : null}
    {missing ? <small>{t('Goes on with %{name}, which is not there', { name: missing })}</small> : null}
  </li>
);

/** What an action does beside what it says. */
const Deed = ({ reply, hasMessages }: { reply?: Flow['actions'][number]['reply']; hasMessages: boolean }) => {
  if (reply?.type === 'handoff') return <Done>{t('A person takes over in Live Chat.')}</Done>;
  if (reply?.type === 'set') {
    const { tag, variable, value } = reply;
    return (
      <>
        {tag ? <Done>{t('Sets the tag %{tag}.', { tag })}</Done> : null}
        {variable ? (
          <Done>{t('Keeps %{value} as %{variable}.', { value: value ?? '…', variable })}</Done>
        ) : null}
        {tag || variable ? null : <Done>{t('Choose a tag or a variable to set.')}</Done>}
      </>
    );
  }
  return hasMessages ? null : <Bubble data-waiting>{t('Choose what the bot answers')}</Bubble>;
};
