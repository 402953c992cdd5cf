import { render } from '../../../schemas/channels/render.ts';
import type { Action } from '../../../schemas/messages/types.ts';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { answer } from '../chatbot/answering/answer.ts';
import { currentKnowledge } from '../chatbot/answering/knowledge.ts';
import { variablesFor } from '../chatbot/answering/tryIt.ts';
import type { Answered, Inbound } from '../chatbot/answering/types.ts';
import type { BotSettings } from '../chatbot/botSettings.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { WebhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { actionOf } from './actionIndex.ts';
import type { Conversation } from './leases.ts';
import type { Body, InboundEvent, LiveChannel } from '../../channels/types.ts';
import { enrich, templateValues } from './webhooks.ts';

/** What the bot is about to say and do. */
export interface Composed {
  answered: Answered;
  settings: BotSettings;
  /** As the platform takes them. */
  bodies: Body[];
  /** What the enriching webhook told of the person. */
  attributes: Record<string, string>;
  /** Something was asked of the bot: what the answer before waited for is over. */
  isHeard: boolean;
}

export interface Composing {
  services: Services;
  settings: BotSettings;
  /** Calls the webhooks of this turn. */
  call: WebhookCaller;
  channel: LiveChannel;
  profile: Profile & EntityRecord;
  conversation: Conversation;
  event: InboundEvent;
  /** Where platforms reach the services, for pictures that are stored here. */
  origin: string | null;
}

/** Asks the bot, and makes what it says into what the channel's platform takes. Stores nothing. */
export async function composeAnswer(composing: Composing): Promise<Composed> {
  const { services, settings, call, channel, profile, conversation, event } = composing;
  const inbound = await inboundOf(composing);
  const attributes = inbound ? await enrich(composing, event) : {};
  const answered = await answer(currentKnowledge(services, settings, call), inbound ?? NOTHING(event));
  const own = {
    display_name: profile.displayName,
    ...profile.customFields,
    ...attributes,
    ...conversation.variables,
  };
  const variables = await variablesFor(services, answered, own);
  const values = await templateValues(composing, answered, variables);
  const filled = new Map([...variables, ...Object.entries(values)]);
  const bodies =
    answered.answer.messages.length === 0
      ? []
      : render(answered.answer, channel.type, { variables: filled, origin: composing.origin }).messages;
  return { answered, settings, bodies, attributes, isHeard: inbound?.event === 'message' };
}

/** What nothing follows from. */
const NOTHING = ({ at }: InboundEvent): Inbound => ({ event: 'unfollow', text: '', at });

const EVENTS: Partial<Record<InboundEvent['type'], Inbound['event']>> = {
  text: 'message',
  sticker: 'sticker',
  image: 'image',
  location: 'location',
  postback: 'postback',
};

/** What came in as the bot is asked with it; undefined for what it understands nothing of: a video, a file. */
async function inboundOf({
  services,
  channel,
  profile,
  conversation,
  event: { kind, type, text = '', payload, picked, at },
}: Composing): Promise<Inbound | undefined> {
  const base = {
    ...{ at, text, channel: { id: channel.id, type: channel.type } },
    tags: [...(profile.userTags ?? []), ...(profile.customTags ?? [])],
    expecting: conversation.expecting,
  };
  if (kind !== 'message') return { ...base, event: kind };
  // A date that was picked, or the words of a button where the platform sends a tap for them, count as written.
  if (picked !== undefined) return { ...base, event: 'message', text: picked };
  const tapped = payload === undefined ? undefined : (await actionOf(services, payload))?.action;
  if (tapped) return tappedAs(tapped, base);
  const event = EVENTS[type];
  return event && { ...base, event };
}

function tappedAs(tapped: Action, base: Omit<Inbound, 'event'>): Inbound {
  if (tapped.type === 'message') return { ...base, event: 'message', text: tapped.text };
  const isAnswered = tapped.type === 'template_action' || tapped.type === 'flow_action';
  return isAnswered
    ? { ...base, event: 'postback', text: tapped.label, tapped }
    : { ...base, event: 'message', text: tapped.label };
}
