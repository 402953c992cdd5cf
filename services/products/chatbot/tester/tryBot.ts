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
 * Asks the bot as a person on a channel would, and says why it answers so. Nothing is stored or sent.
 * @param origin of the services as platforms reach them, for the payloads; null where none is set
 */
export async function tryBot(
  services: Services,
  knowledge: Knowledge,
  question: BotTestRequest,
  origin: string | null,
): Promise<BotTestResult> {
  const since = performance.now();
  const channel = await findChannel(services, question.channel);
  const answered = await answer(knowledge, {
    event: (question.event ?? 'message') as Inbound['event'],
    text: question.text,
    at: question.at === undefined ? new Date() : new Date(question.at),
    channel,
    tags: question.tags ?? [],
    expecting: question.expecting,
  });
  const variables = await variablesFor(services, answered);
  const rendered = (type: ChannelType) => renderForChannel(answered.answer, type, { variables, origin });
  const own = channel
    ? renderForChannel(answered.answer, channel.type, { variables }).messages
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
    chosen: answered.chosen && { text: answered.chosen.text, intent: answered.chosen.intent.name },
    failed: answered.failed,
    steps: answered.steps,
    expecting: (answered.expecting ?? null) as unknown as JsonObject | null,
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
