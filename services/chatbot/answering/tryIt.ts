import { fillAll } from '../../../schemas/messages/fill.ts';
import { render } from '../../../schemas/messages/render.ts';
import type { Answer, ChannelType } from '../../../schemas/messages/types.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { invalid } from '../../plugins/errors.ts';
import type { Services } from '../../resources/services.ts';
import { answer } from './answer.ts';
import type { Answered, Inbound, Knowledge } from './types.ts';

const CHANNELS: readonly ChannelType[] = ['LINE', 'FACEBOOK', 'WEBCHAT', 'CUSTOM'];

/** What is asked of the bot: the form `try-intent`. */
export interface Trial {
  text: string;
  /** A channel's id, or a type of channels. */
  channel?: string;
  event?: Inbound['event'];
  tags?: string[];
  /** When it is said, as the rules see it; by default now. */
  at?: string;
  /** As the answer before gave it. */
  expecting?: JsonObject;
}

/** Asks the bot, as somebody on that channel would, and tells why it answers so. Nothing is stored or sent. */
export async function tryIt(services: Services, knowledge: Knowledge, trial: Trial): Promise<JsonObject> {
  const since = performance.now();
  const channel = await channelOf(services, trial.channel);
  const answered = await answer(knowledge, {
    event: trial.event ?? 'message',
    text: trial.text,
    at: trial.at === undefined ? new Date() : new Date(trial.at),
    channel,
    tags: trial.tags ?? [],
    expecting: trial.expecting,
  });
  const variables = await variablesFor(services, answered);
  const rendered = (type: ChannelType) => render(answered.answer, type, { variables });
  const own = channel ? rendered(channel.type).messages : fillAll(answered.answer.messages, variables);
  return {
    intent: answered.intent?.name ?? null,
    score: answered.score,
    scores: answered.scores.map(({ id, intent, score, by }) => ({ id, intent, score, by })),
    threshold: knowledge.threshold,
    entities: answered.entities.map((entity) => ({ ...entity })),
    rule: answered.rule?.name ?? null,
    mapper: answered.mapper?.name ?? null,
    flow: answered.flow,
    template: answered.template?.name ?? null,
    messages: own as unknown as JsonObject[],
    ms: Math.round((performance.now() - since) * 10) / 10,
    ids: {
      intent: answered.intent?.id ?? null,
      rule: answered.rule?.id ?? null,
      mapper: answered.mapper?.id ?? null,
      template: answered.template?.id ?? null,
    },
    answer: fillAll(answered.answer, variables) as unknown as JsonObject,
    handoff: answered.handoff,
    sets: answered.sets.map((set) => ({ ...set })),
    failed: answered.failed,
    steps: answered.steps.map((step) => ({ ...step })),
    expecting: (answered.expecting ?? null) as unknown as JsonObject | null,
    payloads: { LINE: rendered('LINE'), FACEBOOK: rendered('FACEBOOK') } as unknown as JsonObject,
  };
}

/** The bot's variables, then what was found in the message and set on the way, by name. */
export async function variablesFor(
  { catalog }: Services,
  { entities, sets }: Pick<Answered, 'entities' | 'sets'>,
): Promise<ReadonlyMap<string, string>> {
  const stored = (await catalog.typed('variable')?.list({ take: 10_000 })) ?? [];
  return new Map([
    ...stored.map(({ name, value }): [string, string] => [name, value]),
    ...entities.map(({ entity, value }): [string, string] => [entity, value]),
    ...sets.flatMap(({ variable, value }): [string, string][] =>
      variable === undefined ? [] : [[variable, value ?? '']],
    ),
  ]);
}

async function channelOf(
  { catalog }: Services,
  channel: string | undefined,
): Promise<Inbound['channel'] | undefined> {
  if (channel === undefined || channel === '') return undefined;
  const type = CHANNELS.find((one) => one === channel.toUpperCase());
  if (type) return { type };
  const stored = await catalog.typed('channel')?.find(channel);
  const own = CHANNELS.find((one) => one === stored?.type);
  if (!stored || !own) throw invalid({ '/channel': 'There is no such channel' });
  return { id: stored.id, type: own };
}

/** What is said of an answer in one line, for lists. */
export const inShort = ({ intent, score, template, failed }: Answered, answers: Answer): string =>
  [
    failed ? 'Fallback' : (intent?.name ?? 'No intent'),
    ...(intent ? [score.toFixed(2)] : []),
    ...(template ? [template.name] : []),
    ...(answers.messages.length === 0 ? ['no answer'] : []),
  ].join(', ');
