import { renderForChannel } from '../../../schemas/channels/render.ts';
import { foldText } from '../../../schemas/understanding/normalise.ts';
import type { Action } from '../../../schemas/messages/types.ts';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import {
  answer,
  currentKnowledge,
  variablesFor,
  type BotAnswer,
  type Inbound,
  type BotSettings,
  type Expecting,
} from '../chatbot/index.ts';
import { personVariableValues } from '../../engine/resources/personVariables.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { WebhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { findAction } from './actionIndex.ts';
import type { ClaimedConversation } from './leases.ts';
import type { MessageBody, InboundEvent, UnsealedChannel } from '../../channels/types.ts';
import { callEnrichWebhook, callTemplateWebhook } from './botWebhooks.ts';

/** The bot's reply, rendered for the channel. */
export interface ComposedReply {
  botAnswer: BotAnswer;
  settings: BotSettings;
  /** Messages in the platform's format. */
  bodies: MessageBody[];
  /** Attributes of the person from the enriching webhook. */
  attributes: Record<string, string>;
  /** The person wrote to the bot: what the previous answer waited for is over. */
  isMessage: boolean;
}

interface ReplyRequest {
  services: Services;
  settings: BotSettings;
  /** Calls the webhooks of this answer. */
  call: WebhookCaller;
  channel: UnsealedChannel;
  profile: Profile & EntityRecord;
  conversation: ClaimedConversation;
  event: InboundEvent;
  /** Where platforms reach the services, for pictures that are stored here. */
  origin: string | null;
}

/** Asks the bot and renders its answer for the channel's platform. Stores nothing. */
export async function composeReply(request: ReplyRequest): Promise<ComposedReply> {
  const { services, settings, call, channel, profile, conversation, event } = request;
  const inbound = await toInbound(request);
  const attributes = inbound ? await callEnrichWebhook(request, event) : {};
  const botAnswer = await answer(
    currentKnowledge(services, settings, call),
    inbound ?? ignoredInbound(event),
  );
  const personValues = {
    ...Object.fromEntries(personVariableValues(services.catalog, profile)),
    ...attributes,
    ...conversation.variables,
  };
  const variables = await variablesFor(services, botAnswer, personValues);
  const templateValues = await callTemplateWebhook(request, botAnswer, variables);
  const filled = new Map([...variables, ...Object.entries(templateValues)]);
  const bodies =
    botAnswer.answer.messages.length === 0
      ? []
      : renderForChannel(botAnswer.answer, channel.type, { variables: filled, origin: request.origin })
          .messages;
  return { botAnswer, settings, bodies, attributes, isMessage: inbound?.event === 'message' };
}

/** An event to which the bot never answers. */
const ignoredInbound = ({ at }: InboundEvent): Inbound => ({ event: 'unfollow', text: '', at });

const INBOUND_EVENTS: Partial<Record<InboundEvent['type'], Inbound['event']>> = {
  text: 'message',
  sticker: 'sticker',
  image: 'image',
  location: 'location',
  postback: 'postback',
};

/** Converts the event for the bot; undefined for content that it cannot read, such as a video or a file. */
async function toInbound({
  services,
  channel,
  profile,
  conversation,
  event: { kind, type, text = '', payload, picked, at },
}: ReplyRequest): Promise<Inbound | undefined> {
  const base = {
    ...{ at, text, channel: { id: channel.id, type: channel.type } },
    tags: [...(profile.userTags ?? []), ...(profile.customTags ?? [])],
    expecting: conversation.expecting,
  };
  if (kind !== 'message') return { ...base, event: kind };
  // A picked date, and the text of a button that the platform reports as a tap, count as written.
  if (picked !== undefined) return { ...base, event: 'message', text: picked };
  const tapped =
    payload === undefined
      ? undefined
      : ((await findAction(services, payload))?.action ?? findOfferedReply(text, conversation.expecting));
  if (tapped) return toTappedInbound(tapped, base);
  const event = INBOUND_EVENTS[type];
  return event && { ...base, event };
}

/** A quick reply outside templates, such as that of a question, is identified by its text. */
const findOfferedReply = (label: string, expecting: Expecting | undefined): Action | undefined =>
  expecting?.replies?.find((one) => one.id === undefined && foldText(one.label) === foldText(label));

function toTappedInbound(tapped: Action, base: Omit<Inbound, 'event'>): Inbound {
  if (tapped.type === 'message') return { ...base, event: 'message', text: tapped.text };
  const isAnswered = tapped.type === 'template_action' || tapped.type === 'flow_action';
  return isAnswered
    ? { ...base, event: 'postback', text: tapped.label, tapped }
    : { ...base, event: 'message', text: tapped.label };
}
