import type { ChannelService } from '../types.ts';
import { signedByKey } from './calls.ts';
import { testWebhook } from './credentials.ts';
import { customSender } from './sender.ts';

/** A webhook of the customer's own. */
export const custom: ChannelService = {
  type: 'CUSTOM',
  path: 'custom',
  inbound: signedByKey('a custom channel'),
  sender: customSender,
  isFilled: ({ webhookUrl }) => Boolean(webhookUrl),
  test: testWebhook,
  destinationOf: ({ channel }) => channel.webhookUrl,
  // Custom webhooks tell no figure: what a small server bears.
  rates: { each: { calls: 100, perMs: 1_000, note: 'The webhook is called 100 times a second' } },
};
