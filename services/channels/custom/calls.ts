import { NO_SECRET, signsAsOurs } from '../signatures.ts';
import type { InboundCalls } from '../types.ts';
import { eventsOfCustom } from './inbound.ts';

/** Calls that are signed with the channel's API key, as the services sign their own. @param source as the API describes it */
export const signedByKey = (source: string): InboundCalls => ({
  source,
  headers: ['x-timestamp', 'x-signature'],
  isSigned: (channel, raw, header) =>
    signsAsOurs(channel?.apiKey ?? NO_SECRET, raw, header('x-timestamp'), header('x-signature')) &&
    channel?.apiKey !== undefined,
  eventsOf: eventsOfCustom,
  answer: (received) => received,
});
