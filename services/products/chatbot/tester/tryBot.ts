import { channelTypesThatCan, isChannelType } from '../../../../schemas/channels/registry.ts';
import { fillVariablesDeep } from '../../../../schemas/messages/fillVariablesDeep.ts';
import { renderForChannel } from '../../../../schemas/channels/render.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { BotTestRequest, BotTestResult } from '../../../../schemas/understanding/botTest.ts';
import { invalid } from '../../../engine/http/errors.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { answer } from '../answering/answer.ts';
import type { Inbound, Knowledge } from '../answering/types.ts';
import { variablesFor } from '../answering/variables.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/**
 * Asks the bot as a person on a channel would, and explains the answer. Nothing is stored or sent.
 * @param origin of the services as platforms reach them, for the payloads; null where none is set
 */
export async function tryBot(
  services: Services,
  knowledge: Knowledge,
  request: BotTestRequest,
  origin: string | null,
): Promise<BotTestResult> {
  const since = performance.now();
  const channel = await findChannel(services, request.channel);
  const botAnswer = await answer(knowledge, {
    event: (request.event ?? 'message') as Inbound['event'],
    text: request.text,
    at: request.at === undefined ? new Date() : new Date(request.at),
    channel,
    tags: request.tags ?? [],
    expecting: request.expecting,
  });
  const variables = await variablesFor(services, botAnswer);
  const rendered = (type: ChannelType) => renderForChannel(botAnswer.answer, type, { variables, origin });
  const messages = channel
    ? renderForChannel(botAnswer.answer, channel.type, { variables }).messages
    : fillVariablesDeep(botAnswer.answer.messages, variables);
  return {
    intent: botAnswer.intent?.name ?? null,
    score: botAnswer.score,
    scores: botAnswer.scores,
    threshold: knowledge.threshold,
    entities: botAnswer.entities,
    rule: botAnswer.rule?.name ?? null,
    mapper: botAnswer.mapper?.name ?? null,
    flow: botAnswer.flow,
    template: botAnswer.template?.name ?? null,
    messages: messages as unknown as JsonObject[],
    ms: Math.round((performance.now() - since) * 10) / 10,
    ids: {
      intent: botAnswer.intent?.id ?? null,
      rule: botAnswer.rule?.id ?? null,
      mapper: botAnswer.mapper?.id ?? null,
      template: botAnswer.template?.id ?? null,
    },
    answer: fillVariablesDeep(botAnswer.answer, variables),
    handoff: botAnswer.handoff,
    sets: botAnswer.sets,
    chosen: botAnswer.chosen && { text: botAnswer.chosen.text, intent: botAnswer.chosen.intent.name },
    failed: botAnswer.failed,
    steps: botAnswer.steps,
    expecting: (botAnswer.expecting ?? null) as unknown as JsonObject | null,
    payloads: Object.fromEntries(
      channelTypesThatCan('ownFormat').map((type) => [type, rendered(type)]),
    ) as unknown as BotTestResult['payloads'],
  };
}

async function findChannel(
  { catalog }: Services,
  channel: string | undefined,
): Promise<Inbound['channel'] | undefined> {
  if (channel === undefined || channel === '') return undefined;
  const type = channel.toUpperCase();
  if (isChannelType(type)) return { type };
  const stored = await catalog.repository('channel')?.find(channel);
  if (!stored || !isChannelType(stored.type)) throw invalid({ '/channel': t('There is no such channel') });
  return { id: stored.id, type: stored.type };
}
