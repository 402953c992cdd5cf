import { listOf, textOf, timeOf, valuesOf } from '../../../services/channels/payload.ts';
import type { Body, ChannelService } from '../../../services/channels/types.ts';

/** What the pigeons carried, by the person's id. */
export const carried = new Map<string, Body[]>();
export const RIGHT_TOKEN = 'token-of-the-dovecote';

/** The dovecote lives in this process: what is sent is kept, and its token is known. */
export const pigeonService: ChannelService = {
  type: 'PIGEON',
  path: 'pigeon',
  inbound: {
    source: 'a dovecote',
    headers: ['x-pigeon-secret'],
    isSigned: (channel, _, header) =>
      channel?.secret !== undefined && header('x-pigeon-secret') === channel.secret,
    eventsOf: (body) =>
      listOf(valuesOf(body)['letters']).map((letter) => ({
        ...{
          key: textOf(letter['id']),
          at: timeOf(letter['at']) ?? new Date(),
          person: textOf(letter['from']),
        },
        ...{ kind: 'message', type: 'text', text: textOf(letter['text']) },
      })),
    answer: ({ stored }) => ({ stored }),
  },
  sender: {
    perCall: 2,
    repeatable: true,
    keeps: true,
    async send({ person, messages }) {
      carried.set(person, [...(carried.get(person) ?? []), ...messages]);
      return { state: 'sent' };
    },
  },
  isFilled: ({ token }) => Boolean(token),
  test: async ({ token }) =>
    token === RIGHT_TOKEN
      ? { credentials: 'works', credentialsNote: 'The pigeons are home' }
      : { credentials: 'failed', credentialsNote: 'The dovecote does not know the token' },
  destinationOf: () => undefined,
  rates: { each: { calls: 50, perMs: 1_000, note: 'All pigeons are out' } },
  fetchProfile: async (_, person) => ({ displayName: `Keeper of ${person}` }),
};
