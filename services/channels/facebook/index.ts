import { sha256Signature } from '../../engine/outbound/webhooks/signature.ts';
import { PLACEHOLDER_SECRET, isSameSecret } from '../signatures.ts';
import type { ChannelService } from '../types.ts';
import { testFacebook } from './credentials.ts';
import { parseFacebookEvents } from './inbound.ts';
import { fetchFacebookProfile } from './profile.ts';
import { facebookSender } from './sender.ts';
import { GRAPH_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** `x-hub-signature-256`: `sha256=` and the HMAC-SHA256 of the raw body with the app secret. */
const verifyHubSignature = (secret: string, raw: Buffer, signature: string): boolean =>
  isSameSecret(sha256Signature(secret, raw), signature);

/** A page at Facebook, by Messenger. */
export const facebook: ChannelService = {
  type: 'FACEBOOK',
  path: 'facebook',
  inbound: {
    source: 'Facebook',
    headers: ['x-hub-signature-256'],
    verifySignature: (channel, raw, header) =>
      verifyHubSignature(channel?.secret ?? PLACEHOLDER_SECRET, raw, header('x-hub-signature-256')) &&
      channel?.secret !== undefined,
    parseEvents: (body, { pageId = '' }) => parseFacebookEvents(body, pageId),
    answer: () => 'EVENT_RECEIVED',
    handshake: {
      describe: {
        summary: 'Handshake of the webhook with Facebook',
        operationId: 'facebookHandshake',
        tags: ['Webhooks'],
        security: [],
        parameters: ['mode', 'verify_token', 'challenge'].map((query) => ({
          ...{ name: `hub.${query}`, in: 'query', required: true, schema: { type: 'string' } },
        })),
        responses: { 200: { description: 'The challenge' }, 401: { description: 'Another verify token' } },
      },
      // Called once, when the webhook is set up: the challenge is returned to a caller that knows the verify token.
      answer(query, channel) {
        const text = (name: string): string => {
          const value = query[`hub.${name}`];
          return typeof value === 'string' ? value : '';
        };
        const hasVerifyToken =
          isSameSecret(text('verify_token'), channel?.verifyToken ?? PLACEHOLDER_SECRET) &&
          channel?.verifyToken;
        const challenge = text('challenge');
        const isSubscribeRequest = text('mode') === 'subscribe' && /^[\w-]{1,200}$/.test(challenge);
        return isSubscribeRequest && hasVerifyToken ? challenge : undefined;
      },
    },
  },
  sender: facebookSender,
  hasCredentials: ({ token }) => Boolean(token),
  testCredentials: testFacebook,
  destinationUrl: ({ outbound }) => outbound.addressOf(GRAPH_API),
  // Send API, "Rate limiting": 300 texts a second per page, of which 50 are left for the bot's answers.
  rateLimits: {
    each: { calls: 250, perMs: 1_000, note: storedText('Messenger takes no more messages in this second') },
  },
  fetchProfile: fetchFacebookProfile,
};
