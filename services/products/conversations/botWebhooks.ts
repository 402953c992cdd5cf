import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { BotAnswer, BotSettings } from '../chatbot/index.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { callWebhook } from '../../engine/outbound/webhooks/call.ts';
import type { WebhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { toStorableText } from '../../channels/storableText.ts';
import type { InboundEvent, UnsealedChannel } from '../../channels/types.ts';

const MAX_VALUES_PER_CALL = 50;
const MAX_VALUE_LENGTH = 500;
const VALUE_NAME = /^(?!__)[A-Za-z0-9_-]{1,100}$/;
/** Beyond them nothing is copied. */
const MAX_CONCURRENT_COPIES = 200;

interface WebhookContext {
  settings: BotSettings;
  /** Calls the webhooks of this answer. */
  call: WebhookCaller;
  channel: UnsealedChannel;
  profile: Profile & EntityRecord;
}

/** Values by name from a webhook's answer; only texts, numbers and booleans are taken. */
function parseValues(answer: unknown, name: string): Record<string, string> {
  const values = (answer as Record<string, unknown> | null | undefined)?.[name];
  if (values === null || typeof values !== 'object') return {};
  const accepted = Object.entries(values).filter(
    ([key, value]) => VALUE_NAME.test(key) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(
    accepted
      .slice(0, MAX_VALUES_PER_CALL)
      .map(([key, value]) => [key, toStorableText(String(value), MAX_VALUE_LENGTH)]),
  );
}

const toPerson = ({
  id,
  externalId,
  displayName,
  language,
  userTags,
  customTags,
  customFields,
}: WebhookContext['profile']) => ({
  ...{ id, externalId, displayName, language, userTags, customTags, customFields },
});
const toChannel = ({ id, type, name }: UnsealedChannel) => ({ id, type, name });

/** Called before understanding: its `{attributes}` are merged into the profile. A failure changes nothing. */
export async function callEnrichWebhook(
  { settings, call, channel, profile }: WebhookContext,
  { type, text = '', at }: InboundEvent,
): Promise<Record<string, string>> {
  const { enrichUrl: url } = settings;
  if (url === undefined) return {};
  const body = { event: 'enrich', type, text, at, channel: toChannel(channel), person: toPerson(profile) };
  const answer = await call(url, body);
  return 'json' in answer ? parseValues(answer.json, 'attributes') : {};
}

/** Called when a template is filled in: its `{variables}` take precedence over the bot's own of the same name. */
export async function callTemplateWebhook(
  { settings, call, channel, profile }: WebhookContext,
  { template, answer }: BotAnswer,
  variables: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const { templateUrl: url } = settings;
  if (url === undefined || template === null) return {};
  const response = await call(url, {
    event: 'template',
    template,
    messages: answer.messages,
    variables: Object.fromEntries(variables),
    channel: toChannel(channel),
    person: toPerson(profile),
  });
  return 'json' in response ? parseValues(response.json, 'variables') : {};
}

const copies = new WeakMap<Context, Set<Promise<unknown>>>();

/** Sends a copy of a sent message to the outgoing webhook, in the background; it may fail. */
export function sendCopy(
  context: Context,
  url: string | undefined,
  key: string | undefined,
  body: object,
): void {
  if (url === undefined) return;
  const pending = copies.get(context) ?? new Set();
  copies.set(context, pending);
  if (pending.size >= MAX_CONCURRENT_COPIES) return;
  const policy = webhookPolicy(context.settings);
  const copy = callWebhook({ url, policy, key, body }).finally(() => pending.delete(copy));
  pending.add(copy);
}
