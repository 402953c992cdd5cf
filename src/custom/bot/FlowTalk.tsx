import { styled } from '@mui/material/styles';
import type { Flow } from '../../../schemas/generated/types.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { type DraftAction, type FlowStep, buildRuns } from './flowModel.ts';
import { RenderedMessages, Bubble, Hint, Talk, useRecords } from './talkParts.tsx';
import { numberMark } from '../../theme/numberMark.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** The number of an action, as in the form. */
const ActionNumber = styled('span')({
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
const Effect = styled('p')({ margin: 0, color: 'var(--ink-2)', overflowWrap: 'anywhere' });
const Run = styled('section')({
  '& + &': { marginTop: 8, paddingTop: 16, borderTop: '1px solid var(--line)' },
  '& > h3': { margin: '0 0 12px', ...TEXT.caption, fontWeight: 400, color: 'var(--ink-3)' },
});

const templateIdOf = ({ reply }: DraftAction): string | undefined =>
  reply && 'template' in reply ? reply.template : undefined;

/** Previews a flow beside its form: the bot's actions in their order, with the form's current values. */
export const FlowTalk = () => {
  const { values } = useLiveRecord();
  const actions = (Array.isArray(values['actions'])
    ? values['actions']
    : []) as unknown as (DraftAction | null)[];
  const templates = useRecords('template', [...new Set(actions.map((action) => templateIdOf(action ?? {})))]);
  const runs = buildRuns(actions);
  if (runs.length === 0) return <Hint>{t('Add an action to see what the bot does.')}</Hint>;
  return runs.map((run, at) => (
    <Run key={run[0]?.index}>
      {at === 1 ? <h3>{t('Started by mappers, rules and buttons')}</h3> : null}
      <Talk aria-label={at === 0 ? t('How it goes') : t('Started by mappers, rules and buttons')}>
        {run.map((step) => (
          <Step
            key={step.index}
            {...step}
            messages={templates.find(({ id }) => id === templateIdOf(step.action))?.messages}
          />
        ))}
      </Talk>
    </Run>
  ));
};

type Messages = Parameters<typeof RenderedMessages>[0]['messages'];

const Step = ({ action, index, back, missing, messages }: FlowStep & { messages: Messages | undefined }) => (
  <li>
    <ActionNumber aria-hidden>{index + 1}</ActionNumber>
    <Name>{action.name || t('Action %{number}', { number: index + 1 })}</Name>
    {messages ? <RenderedMessages messages={messages} /> : null}
    <ActionEffect reply={action.reply} hasMessages={messages !== undefined} />
    {action.next ? null : <small>{t('The flow ends')}</small>}
    {back ? <small>{t('Goes on with %{name}', { name: back })}</small> : null}
    {missing ? <small>{t('Goes on with %{name}, which is not there', { name: missing })}</small> : null}
  </li>
);

/** The effect of an action beside its messages. */
const ActionEffect = ({
  reply,
  hasMessages,
}: {
  reply?: Flow['actions'][number]['reply'];
  hasMessages: boolean;
}) => {
  if (reply?.type === 'handoff') return <Effect>{t('A person takes over in Live Chat.')}</Effect>;
  if (reply?.type === 'set') {
    const { tag, variable, value } = reply;
    return (
      <>
        {tag ? <Effect>{t('Sets the tag %{tag}.', { tag })}</Effect> : null}
        {variable ? (
          <Effect>{t('Keeps %{value} as %{variable}.', { value: value ?? '…', variable })}</Effect>
        ) : null}
        {tag || variable ? null : <Effect>{t('Choose a tag or a variable to set.')}</Effect>}
      </>
    );
  }
  return hasMessages ? null : <Bubble data-waiting>{t('Choose what the bot answers')}</Bubble>;
};
