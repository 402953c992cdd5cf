import { PLACEHOLDER_SECRET, verifyWebhookSignature } from '../signatures.ts';
import type { InboundWebhook } from '../types.ts';
import { parseCustomEvents } from './inbound.ts';

/** A webhook whose calls are signed with the channel's API key. @param source the sender, for the description of the API */
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
