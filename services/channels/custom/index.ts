import type { ChannelService } from '../types.ts';
import { apiKeyWebhook } from './apiKeyWebhook.ts';
import { testWebhook } from './credentials.ts';
import { customSender } from './sender.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** A webhook of the customer's own. */
export const custom: ChannelService = {
  type: 'CUSTOM',
  path: 'custom',
  inbound: apiKeyWebhook('a custom channel'),
  sender: customSender,
  hasCredentials: ({ webhookUrl }) => Boolean(webhookUrl),
  testCredentials: testWebhook,
  destinationUrl: ({ channel }) => channel.webhookUrl,
  // Custom webhooks state no limit: as many as a small server can process.
  rateLimits: {
    each: { calls: 100, perMs: 1_000, note: storedText('The webhook is called 100 times a second') },
  },
};
