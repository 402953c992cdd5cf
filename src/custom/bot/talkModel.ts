import type { Entity, Flow, Intent, Mapper, Template } from '../../../schemas/generated/types.ts';
import { parseSample } from '../../../schemas/understanding/samples.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The records that a mapper refers to, as far as they are loaded. */
export interface MapperReferences {
  intent?: Pick<Intent, 'name' | 'samples'>;
  /** Entities by id. */
  entities: ReadonlyMap<string, Pick<Entity, 'name' | 'options' | 'format' | 'system'>>;
  template?: Pick<Template, 'name' | 'messages'>;
  flow?: Pick<Flow, 'name' | 'actions'>;
}

/** A message of the previewed conversation. */
export interface TalkMessage {
  by: 'person' | 'bot';
  /** Text of a bubble; messages of the bot replace it. */
  text?: string;
  messages?: Template['messages'];
  quickReplies?: string[];
  /** The reason, below it. */
  note: string;
}

type Draft = Partial<Pick<Mapper, 'intent' | 'entities' | 'questions' | 'action'>>;

const EXAMPLE_VALUES: Record<string, string> = {
  number: '3',
  date: 'tomorrow',
  phone: '0812345678',
  email: 'nok@example.com',
};

/**
 * Builds the conversation of a mapper: the person's message, the questions in order, the answer.
 * @returns an empty list before the intent is loaded
 */
export function buildTalk(
  { entities = [], questions = [], action }: Draft,
  known: MapperReferences,
): TalkMessage[] {
  const { intent } = known;
  if (!intent) return [];
  const nameOf = (id: string): string => known.entities.get(id)?.name ?? '…';
  const requiredNames = new Set(entities.map(nameOf));
  const completeQuestions = questions.filter(({ entity, text }) => entity && text);
  const askedNames = new Set(completeQuestions.map(({ entity }) => nameOf(entity)));
  // The sample that leaves the most questions shows most of the conversation.
  const [said] = intent.samples
    .filter((sample) => typeof sample === 'string' && sample !== '')
    .map((sample) => {
      const { text, spans } = parseSample(sample);
      const found = spans.filter(({ entity }) => requiredNames.has(entity));
      return { text, found, answers: found.filter(({ entity }) => askedNames.has(entity)).length };
    })
    .sort((a, b) => a.answers - b.answers || b.found.length - a.found.length);
  const found = new Set(said?.found.map(({ entity }) => entity));
  const turns: TalkMessage[] = [
    {
      by: 'person',
      text: said?.text ?? intent.name,
      note: [intent.name, ...(said?.found ?? []).map(({ entity, text }) => `${entity} ${text}`)].join(
        t(', '),
      ),
    },
  ];
  for (const { entity, text, quickReplies = [] } of completeQuestions) {
    const name = nameOf(entity);
    if (found.has(name)) continue;
    const replies = quickReplies.filter((one) => typeof one === 'string' && one !== '');
    const answer = replies[0] ?? findExample(known.entities.get(entity));
    turns.push(
      { by: 'bot', text, quickReplies: replies, note: t('%{name} is missing', { name }) },
      { by: 'person', text: answer, note: `${name} ${answer}` },
    );
  }
  const unasked = [...requiredNames].filter((name) => !askedNames.has(name) && !found.has(name));
  const last = buildAnswer(action, known);
  if (last)
    turns.push({
      ...last,
      note:
        unasked.length > 0
          ? t('%{answer}; %{entities}: not asked for', {
              answer: last.note,
              entities: unasked.join(t(', ')),
            })
          : last.note,
    });
  return turns;
}

/** An example of an answer to the question for an entity. */
const findExample = (entity: Partial<Pick<Entity, 'options' | 'format' | 'system'>> = {}): string =>
  (entity.format === 'system' ? EXAMPLE_VALUES[entity.system ?? ''] : entity.options?.[0]?.name) ?? '…';

function buildAnswer(action: Draft['action'], { template, flow }: MapperReferences): TalkMessage | undefined {
  if (action?.type === 'template')
    return (
      template && {
        by: 'bot',
        messages: template.messages,
        note: t('Template %{name}', { name: template.name }),
      }
    );
  if (action?.type !== 'flow' || !flow) return undefined;
  const start = flow.actions.find(({ name }) => name === action.startAction) ?? flow.actions[0];
  const note = t('Flow %{name}, from %{action}', {
    name: flow.name,
    action: start?.name ?? t('its first action'),
  });
  return template ? { by: 'bot', messages: template.messages, note } : { by: 'bot', text: start?.name, note };
}
