import { PLACEHOLDER_SECRET, verifyWebhookSignature } from '../signatures.ts';
import type { InboundWebhook } from '../types.ts';
import { parseCustomEvents } from './inbound.ts';

/** Calls that are signed with the channel's API key, as the services sign their own. @param source as the API describes it */
export const apiKeyWebhook = (source: string): InboundWebhook => ({
  source,
  headers: ['x-timestamp', 'x-signature'],
  verifySignature: (channel, raw, header) =>
    verifyWebhookSignature(
      channel?.apiKey ?? PLACEHOLDER_SECRET,
      raw,
      header('x-timestamp'),
      header('x-signature'),
    ) && channel?.apiKey !== undefined,
  parseEvents: parseCustomEvents,
  answer: (received) => received,
});
