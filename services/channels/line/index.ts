import { createHmac } from 'node:crypto';
import { PLACEHOLDER_SECRET, isSameSecret } from '../signatures.ts';
import type { ChannelService } from '../types.ts';
import { testLine } from './credentials.ts';
import { fetchLineFigures } from './figures.ts';
import { fetchLineFollowerCount, fetchLineFollowerIds } from './followers.ts';
import { parseLineEvents } from './inbound.ts';
import { fetchLineProfile } from './profile.ts';
import { fetchLineQuota } from './quota.ts';
import { lineSender } from './sender.ts';
import { LINE_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** `x-line-signature`: base64 of the HMAC-SHA256 of the raw body with the channel secret. */
const verifyLineSignature = (secret: string, raw: Buffer, signature: string): boolean =>
  isSameSecret(createHmac('sha256', secret).update(raw).digest('base64'), signature);

/** An official account of LINE. */
export const line: ChannelService = {
  type: 'LINE',
  path: 'line',
  inbound: {
    source: 'LINE',
    headers: ['x-line-signature'],
    verifySignature: (channel, raw, header) =>
      verifyLineSignature(channel?.secret ?? PLACEHOLDER_SECRET, raw, header('x-line-signature')) &&
      channel?.secret !== undefined,
    parseEvents: parseLineEvents,
    answer: () => ({}),
  },
  sender: lineSender,
  hasCredentials: ({ token }) => Boolean(token),
  testCredentials: testLine,
  destinationUrl: ({ outbound }) => outbound.addressOf(LINE_API),
  // Messaging API reference, "Rate limits": 60 broadcasts an hour and 60 questions about figures, 2,000 calls a second
  // otherwise, of which broadcasts leave most to the bot's answers.
  rateLimits: {
    everyone: { calls: 60, perMs: HOUR_MS, note: storedText('LINE takes 60 broadcasts an hour') },
    many: { calls: 200, perMs: SECOND_MS, note: storedText('LINE takes no more messages in this second') },
    figures: {
      calls: 60,
      perMs: HOUR_MS,
      note: storedText('LINE answers 60 questions about figures an hour'),
    },
  },
  fetchProfile: fetchLineProfile,
  fetchQuota: fetchLineQuota,
  fetchFigures: fetchLineFigures,
  fetchFollowerCount: fetchLineFollowerCount,
  fetchFollowerIds: fetchLineFollowerIds,
};
