import type { Entity, Flow, Intent, Mapper, Template } from '../../../schemas/generated/types.ts';
import { plainSample } from '../../../schemas/understanding/samples.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** What a mapper refers to, as far as it is known. */
export interface Known {
  intent?: Pick<Intent, 'name' | 'samples'>;
  /** Entities by id. */
  entities: ReadonlyMap<string, Pick<Entity, 'name' | 'options' | 'format' | 'system'>>;
  template?: Pick<Template, 'name' | 'messages'>;
  flow?: Pick<Flow, 'name' | 'actions'>;
}

/** One turn of the talk that a mapper makes. */
export interface TalkTurn {
  by: 'person' | 'bot';
  /** Words in a bubble; the bot's messages stand in its place. */
  text?: string;
  messages?: Template['messages'];
  quickReplies?: string[];
  /** Why, below it. */
  note: string;
}

type Draft = Partial<Pick<Mapper, 'intent' | 'entities' | 'questions' | 'action'>>;

const EXAMPLES: Record<string, string> = {
  number: '3',
  date: 'tomorrow',
  phone: '0812345678',
  email: 'nok@example.com',
};

/**
 * The talk that a mapper makes, turn by turn: what somebody says, what is asked for in order, what is answered.
 * @returns nothing before the intent is known
 */
export function talkOf({ entities = [], questions = [], action }: Draft, known: Known): TalkTurn[] {
  const { intent } = known;
  if (!intent) return [];
  const nameOf = (id: string): string => known.entities.get(id)?.name ?? '…';
  const wanted = new Set(entities.map(nameOf));
  const asked = questions.filter(({ entity, text }) => entity && text);
  const questioned = new Set(asked.map(({ entity }) => nameOf(entity)));
  // The sample that leaves most to be asked for shows most of the talk.
  const [said] = intent.samples
    .filter((sample) => typeof sample === 'string' && sample !== '')
    .map((sample) => {
      const { text, spans } = plainSample(sample);
      const found = spans.filter(({ entity }) => wanted.has(entity));
      return { text, found, answers: found.filter(({ entity }) => questioned.has(entity)).length };
    })
    .sort((a, b) => a.answers - b.answers || b.found.length - a.found.length);
  const found = new Set(said?.found.map(({ entity }) => entity));
  const turns: TalkTurn[] = [
    {
      by: 'person',
      text: said?.text ?? intent.name,
      note: [intent.name, ...(said?.found ?? []).map(({ entity, text }) => `${entity} ${text}`)].join(
        t(', '),
      ),
    },
  ];
  for (const { entity, text, quickReplies = [] } of asked) {
    const name = nameOf(entity);
    if (found.has(name)) continue;
    const replies = quickReplies.filter((one) => typeof one === 'string' && one !== '');
    const answer = replies[0] ?? exampleOf(known.entities.get(entity));
    turns.push(
      { by: 'bot', text, quickReplies: replies, note: t('%{name} is missing', { name }) },
      { by: 'person', text: answer, note: `${name} ${answer}` },
    );
  }
  const unasked = [...wanted].filter((name) => !questioned.has(name) && !found.has(name));
  const last = answerOf(action, known);
  if (last)
    turns.push({
      ...last,
      note:
        unasked.length > 0
          ? t('%{answer}; %{entities}: not asked for', { answer: last.note, entities: unasked.join(t(', ')) })
          : last.note,
    });
  return turns;
}

/** What somebody might answer who is asked for it. */
const exampleOf = (entity: Partial<Pick<Entity, 'options' | 'format' | 'system'>> = {}): string =>
  (entity.format === 'system' ? EXAMPLES[entity.system ?? ''] : entity.options?.[0]?.name) ?? '…';

function answerOf(action: Draft['action'], { template, flow }: Known): TalkTurn | undefined {
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
