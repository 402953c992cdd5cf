import { asObjects, asText, parseTime, asObject } from '../../../../services/channels/payload.ts';
import type { MessageBody, ChannelService } from '../../../../services/channels/types.ts';

/** Messages that were sent, by the person's id. */
export const carried = new Map<string, MessageBody[]>();
export const RIGHT_TOKEN = 'token-of-the-dovecote';

/** The pigeon in the services. Its dovecote lives in this process: it stores what is sent, and knows one token. */
export const pigeon: ChannelService = {
  type: 'PIGEON',
  path: 'pigeon',
  inbound: {
    source: 'a dovecote',
    headers: ['x-pigeon-secret'],
    verifySignature: (channel, _, header) =>
      channel?.secret !== undefined && header('x-pigeon-secret') === channel.secret,
    parseEvents: (body) =>
      asObjects(asObject(body)['letters']).map((letter) => ({
        ...{
          key: asText(letter['id']),
          at: parseTime(letter['at']) ?? new Date(),
          person: asText(letter['from']),
        },
        ...{ kind: 'message', type: 'text', text: asText(letter['text']) },
      })),
    answer: ({ stored }) => ({ stored }),
  },
  sender: {
    maxMessagesPerCall: 2,
    isRetrySafe: true,
    deduplicatesByKey: true,
    async send({ person, messages }) {
      carried.set(person, [...(carried.get(person) ?? []), ...messages]);
      return { state: 'sent' };
    },
  },
  hasCredentials: ({ token }) => Boolean(token),
  testCredentials: async ({ token }) =>
    token === RIGHT_TOKEN
      ? { credentials: 'works', credentialsNote: 'The pigeons are home' }
      : { credentials: 'failed', credentialsNote: 'The dovecote does not know the token' },
  destinationUrl: () => undefined,
  rateLimits: { each: { calls: 50, perMs: 1_000, note: 'All pigeons are out' } },
  fetchProfile: async (_, person) => ({ displayName: `Keeper of ${person}` }),
};
