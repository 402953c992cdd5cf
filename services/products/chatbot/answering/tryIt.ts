import { channelTypesThatCan, isChannelType } from '../../../../schemas/channels/registry.ts';
import { fillVariablesDeep } from '../../../../schemas/messages/fillVariablesDeep.ts';
import { render } from '../../../../schemas/channels/render.ts';
import type { Answer } from '../../../../schemas/messages/types.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Asked, Trial } from '../../../../schemas/understanding/trial.ts';
import { invalid } from '../../../engine/http/errors.ts';
import { cachedBriefly } from '../../../engine/resources/briefCache.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { answer } from './answer.ts';
import type { BotAnswer, Inbound, Knowledge } from './types.ts';

/**
 * Asks the bot, as somebody on that channel would, and tells why it answers so. Nothing is stored or sent.
 * @param origin of the services as platforms reach them, for the payloads; null where none is set
 */
export async function tryBot(
  services: Services,
  knowledge: Knowledge,
  asked: Asked,
  origin: string | null,
): Promise<Trial> {
  const since = performance.now();
  const channel = await findChannel(services, asked.channel);
  const answered = await answer(knowledge, {
    event: (asked.event ?? 'message') as Inbound['event'],
    text: asked.text,
    at: asked.at === undefined ? new Date() : new Date(asked.at),
    channel,
    tags: asked.tags ?? [],
    expecting: asked.expecting,
  });
  const variables = await variablesFor(services, answered);
  const rendered = (type: ChannelType) => render(answered.answer, type, { variables, origin });
  const own = channel
    ? render(answered.answer, channel.type, { variables }).messages
    : fillVariablesDeep(answered.answer.messages, variables);
  return {
    intent: answered.intent?.name ?? null,
    score: answered.score,
    scores: answered.scores,
    threshold: knowledge.threshold,
    entities: answered.entities,
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
    answer: fillVariablesDeep(answered.answer, variables),
    handoff: answered.handoff,
    sets: answered.sets,
    failed: answered.failed,
    steps: answered.steps,
    expecting: (answered.expecting ?? null) as unknown as JsonObject | null,
    payloads: Object.fromEntries(
      channelTypesThatCan('ownFormat').map((type) => [type, rendered(type)]),
    ) as unknown as Trial['payloads'],
  };
}

/**
 * The bot's variables, then what was found in the message and set on the way, by name.
 * @param own what is known of the person, before the bot's
 */
export async function variablesFor(
  services: Services,
  { entities, sets }: Pick<BotAnswer, 'entities' | 'sets'>,
  own: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const stored = await cachedBriefly(services, 'variables', ['variable'], async () =>
    ((await services.catalog.typed('variable')?.list({ take: 10_000 })) ?? []).map(({ name, value }) => ({
      name,
      value,
    })),
  );
  return new Map([
    ...stored.map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(own),
    ...entities.map(({ entity, value }): [string, string] => [entity, value]),
    ...sets.flatMap(({ variable, value }): [string, string][] =>
      variable === undefined ? [] : [[variable, value ?? '']],
    ),
  ]);
}

async function findChannel(
  { catalog }: Services,
  channel: string | undefined,
): Promise<Inbound['channel'] | undefined> {
  if (channel === undefined || channel === '') return undefined;
  const type = channel.toUpperCase();
  if (isChannelType(type)) return { type };
  const stored = await catalog.typed('channel')?.find(channel);
  if (!stored || !isChannelType(stored.type)) throw invalid({ '/channel': 'There is no such channel' });
  return { id: stored.id, type: stored.type };
}

/** What is said of an answer in one line, for lists. */
export const summarize = ({ intent, score, template, failed }: BotAnswer, answers: Answer): string =>
  [
    failed ? 'Fallback' : (intent?.name ?? 'No intent'),
    ...(intent ? [score.toFixed(2)] : []),
    ...(template ? [template.name] : []),
    ...(answers.messages.length === 0 ? ['no answer'] : []),
  ].join(', ');
