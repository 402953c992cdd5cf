import { ask, Unreachable, type PlatformAnswer } from '../../channels/ask.ts';
import type { ManySending, Outcome, Sender, Sending } from '../types.ts';

/** Messages that one request takes. */
const PER_CALL = 5;

/**
 * LINE: by the reply token within its minute, which is good for one request and so takes an answer once however often
 * it is sent; else pushed with a retry key, which does the same for a day.
 */
export const lineSender: Sender = {
  perCall: PER_CALL,
  repeatable: true,
  keeps: true,
  async sendMany(sending) {
    const { channel, messages, people, key, unit } = sending;
    if (!channel.token) return { state: 'failed', note: 'The channel has no access token' };
    return people === 'everyone'
      ? withKey(sending, 'broadcast', { messages }, key)
      : withKey(
          sending,
          'multicast',
          { to: people, messages, ...(unit && { customAggregationUnits: [unit] }) },
          key,
        );
  },
  send(sending) {
    const { channel, reply, again } = sending;
    if (!channel.token) return Promise.resolve({ state: 'failed', note: 'The channel has no access token' });
    if (!reply) return push(sending);
    if (Date.parse(reply.until) > Date.now()) return replyWith(sending, reply.token);
    if (again)
      return Promise.resolve({ state: 'unknown', note: 'LINE did not say whether it took the answer' });
    return Promise.resolve({ state: 'later', note: 'Its minute is over', withoutReply: true });
  },
};

async function replyWith(sending: Sending, replyToken: string): Promise<Outcome> {
  const { messages, again } = sending;
  const answer = await heard(sending, 'reply', { replyToken, messages });
  if ('state' in answer) return answer;
  // Within its minute a token is refused only once it was used: by the try before.
  if (answer.status === 400 && isTokenRefused(answer))
    return again
      ? { state: 'sent' }
      : { state: 'later', note: 'The reply token is used', withoutReply: true };
  return outcomeOf(answer);
}

const push = (sending: Sending): Promise<Outcome> =>
  withKey(sending, 'push', { to: sending.person, messages: sending.messages }, sending.key);

/** A call that LINE takes once however often it is made, for a day. */
async function withKey(
  channel: Addressed,
  call: 'push' | 'multicast' | 'broadcast',
  body: object,
  key: string,
): Promise<Outcome> {
  const answer = await heard(channel, call, body, { 'x-line-retry-key': key });
  if ('state' in answer) return answer;
  return outcomeOf(answer.status === 409 ? { ...answer, status: 200 } : answer);
}

type Addressed = Pick<ManySending, 'addresses' | 'channel'>;

async function heard(
  { addresses: { lineApiUrl }, channel: { token = '' } }: Addressed,
  call: 'reply' | 'push' | 'multicast' | 'broadcast',
  body: object,
  headers: Record<string, string> = {},
): Promise<PlatformAnswer | Outcome> {
  try {
    return await ask(`${lineApiUrl}/v2/bot/message/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof Unreachable) return { state: 'later', note: error.message, begun: !error.isUnheard };
    throw error;
  }
}

const isTokenRefused = ({ body }: PlatformAnswer): boolean =>
  /reply token/i.test(typeof body?.['message'] === 'string' ? body['message'] : '');

function outcomeOf({ status, body, request, retryAfter = 5 }: PlatformAnswer): Outcome {
  if (status === 200) return { state: 'sent', ...(request && { request }) };
  const message = typeof body?.['message'] === 'string' ? body['message'] : `status ${status}`;
  if (status === 429) return { state: 'later', note: 'LINE takes no more messages now', after: retryAfter };
  if (status >= 500) return { state: 'later', note: `LINE answered with status ${status}`, begun: true };
  if (status === 401)
    return { state: 'failed', note: 'LINE does not know the access token', unauthorised: true };
  return { state: 'failed', note: `LINE refused it: ${message}` };
}
