import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { BotSettings } from '../chatbot/botSettings.ts';
import type { Answered } from '../chatbot/answering/types.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { callWebhook } from '../../engine/outbound/webhooks/call.ts';
import type { WebhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { storable } from '../../channels/storableText.ts';
import type { InboundEvent, LiveChannel } from '../../channels/types.ts';

/** Values that one call may give. */
const MOST_VALUES = 50;
const MOST_CHARACTERS = 500;
const NAME = /^(?!__)[A-Za-z0-9_-]{1,100}$/;
/** Copies that are under way at once; what is more is not copied. */
const MOST_COPIES = 200;

interface About {
  settings: BotSettings;
  /** Calls the webhooks of this turn. */
  call: WebhookCaller;
  channel: LiveChannel;
  profile: Profile & EntityRecord;
}

/** Texts by name out of what a webhook answered; what is neither text, number nor truth is passed over. */
function valuesIn(answer: unknown, name: string): Record<string, string> {
  const values = (answer as Record<string, unknown> | null | undefined)?.[name];
  if (values === null || typeof values !== 'object') return {};
  const kept = Object.entries(values).filter(
    ([key, value]) => NAME.test(key) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(
    kept.slice(0, MOST_VALUES).map(([key, value]) => [key, storable(String(value), MOST_CHARACTERS)]),
  );
}

const personOf = ({
  id,
  externalId,
  displayName,
  language,
  userTags,
  customTags,
  customFields,
}: About['profile']) => ({
  ...{ id, externalId, displayName, language, userTags, customTags, customFields },
});
const channelOf = ({ id, type, name }: LiveChannel) => ({ id, type, name });

/** Before understanding: `{attributes}` are merged into the profile. A webhook that fails changes nothing. */
export async function enrich(
  { settings, call, channel, profile }: About,
  { type, text = '', at }: InboundEvent,
): Promise<Record<string, string>> {
  const { enrichUrl: url } = settings;
  if (url === undefined) return {};
  const body = { event: 'enrich', type, text, at, channel: channelOf(channel), person: personOf(profile) };
  const answer = await call(url, body);
  return 'json' in answer ? valuesIn(answer.json, 'attributes') : {};
}

/** When a template is filled in: `{variables}` stand in its texts, before the bot's own of the same name. */
export async function templateValues(
  { settings, call, channel, profile }: About,
  { template, answer }: Answered,
  variables: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const { templateUrl: url } = settings;
  if (url === undefined || template === null) return {};
  const told = await call(url, {
    event: 'template',
    template,
    messages: answer.messages,
    variables: Object.fromEntries(variables),
    channel: channelOf(channel),
    person: personOf(profile),
  });
  return 'json' in told ? valuesIn(told.json, 'variables') : {};
}

const copies = new WeakMap<Context, Set<Promise<unknown>>>();

/** Sends a copy of what was done to the outgoing webhook; nobody waits for it, and it may fail. */
export function mirror(
  context: Context,
  url: string | undefined,
  key: string | undefined,
  body: object,
): void {
  if (url === undefined) return;
  const own = copies.get(context) ?? new Set();
  copies.set(context, own);
  if (own.size >= MOST_COPIES) return;
  const policy = webhookPolicy(context.settings);
  const copy = callWebhook({ url, policy, key, body }).finally(() => own.delete(copy));
  own.add(copy);
}
