import { createHash } from 'node:crypto';
import { callPlatform, UpstreamUnavailableError, type PlatformAnswer } from '../callPlatform.ts';
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
    if (people === 'everyone') return outcomeOf(await askWithKey(sending, 'broadcast', { messages }, key));
    const body = { to: people, messages, ...(unit && { customAggregationUnits: [unit] }) };
    const answer = await askWithKey(sending, 'multicast', body, key);
    const outcome = outcomeOf(answer);
    const refusedPeople = outcome.state === 'failed' ? refusedPeopleOf(answer) : undefined;
    return refusedPeople ? { ...outcome, refusedPeople } : outcome;
  },
  async send(sending) {
    if (!sending.channel.token) return { state: 'failed', note: 'The channel has no access token' };
    return sendTaken(sending, new Map());
  },
};

/**
 * Sends the messages that LINE takes: those that it names as wrong are left out, and the others go in a call of their own,
 * with the same key at every try.
 * @param refused why, by place in the call
 */
async function sendTaken(sending: Sending, refused: ReadonlyMap<number, string>): Promise<Outcome> {
  const places = sending.messages.flatMap((_, place) => (refused.has(place) ? [] : [place]));
  const messages = sending.messages.filter((_, place) => !refused.has(place));
  const key = refused.size === 0 ? sending.key : keyWithout(sending.key, [...refused.keys()]);
  const outcome = await sendOnce({ ...sending, messages, key });
  if (outcome.state === 'sent')
    return refused.size === 0 ? outcome : { ...outcome, refusedMessages: refused };
  const named = outcome.state === 'failed' ? (outcome.wrongMessages ?? []) : [];
  const wrong = new Set(named.flatMap((at) => places[at] ?? []));
  if (outcome.state !== 'failed' || wrong.size === 0 || wrong.size === places.length) return outcome;
  return sendTaken(
    sending,
    new Map([...refused, ...[...wrong].map((place) => [place, outcome.note] as const)]),
  );
}

/** The retry key of a call without some of its messages: another body needs another key. */
function keyWithout(key: string, places: readonly number[]): string {
  const hex = createHash('sha256')
    .update(`${key} without ${[...places].sort().join()}`)
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** What came of one call; `wrongMessages` are the places of messages that LINE names as wrong. */
type CallOutcome = Outcome & { wrongMessages?: readonly number[] };

async function sendOnce(sending: Sending): Promise<CallOutcome> {
  const { reply, again } = sending;
  if (!reply) return push(sending);
  if (Date.parse(reply.until) > Date.now()) return replyWith(sending, reply.token);
  if (again) return { state: 'unknown', note: 'LINE did not say whether it took the answer' };
  return { state: 'later', note: 'Its minute is over', withoutReply: true };
}

async function replyWith(sending: Sending, replyToken: string): Promise<CallOutcome> {
  const { messages, again } = sending;
  const answer = await heard(sending, 'reply', { replyToken, messages });
  // Within its minute a token is refused only once it was used: by the try before.
  if ('status' in answer && answer.status === 400 && isTokenRefused(answer))
    return again
      ? { state: 'sent' }
      : { state: 'later', note: 'The reply token is used', withoutReply: true };
  return withWrongMessages(answer);
}

const push = async (sending: Sending): Promise<CallOutcome> =>
  withWrongMessages(
    await askWithKey(sending, 'push', { to: sending.person, messages: sending.messages }, sending.key),
  );

function withWrongMessages(answer: PlatformAnswer | Outcome): CallOutcome {
  const wrongMessages = wrongPropertiesOf(answer).flatMap((property) => {
    const place = /^messages\[(\d{1,2})\]/.exec(property)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
  return { ...outcomeOf(answer), ...(wrongMessages.length > 0 && { wrongMessages }) };
}

/** A call that LINE takes once however often it is made, for a day. */
async function askWithKey(
  channel: Addressed,
  call: 'push' | 'multicast' | 'broadcast',
  body: object,
  key: string,
): Promise<PlatformAnswer | Outcome> {
  const answer = await heard(channel, call, body, { 'x-line-retry-key': key });
  return 'status' in answer && answer.status === 409 ? { ...answer, status: 200 } : answer;
}

type Addressed = Pick<ManySending, 'addresses' | 'channel'>;

async function heard(
  { addresses: { lineApiUrl }, channel: { token = '' } }: Addressed,
  call: 'reply' | 'push' | 'multicast' | 'broadcast',
  body: object,
  headers: Record<string, string> = {},
): Promise<PlatformAnswer | Outcome> {
  try {
    return await callPlatform(`${lineApiUrl}/v2/bot/message/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      return { state: 'later', note: error.message, begun: !error.isUnheard };
    throw error;
  }
}

const isTokenRefused = ({ body }: PlatformAnswer): boolean =>
  /reply token/i.test(typeof body?.['message'] === 'string' ? body['message'] : '');

/**
 * The places in `to` of whom LINE refuses, from `details[].property` or the message: "to[3]". None where it does not say
 * who; undefined where it is not for its people that a multicast was refused.
 */
function refusedPeopleOf(answer: PlatformAnswer | Outcome): number[] | undefined {
  if (!('status' in answer) || answer.status !== 400) return undefined;
  const named = wrongPropertiesOf(answer);
  if (named.some((property) => !/^to(\[|$)/.test(property))) return undefined;
  return named.flatMap((property) => {
    const place = /^to\[(\d{1,3})\]/.exec(property)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
}

/** The properties of the body that LINE names as wrong: "to[3]", "messages[1].text". */
function wrongPropertiesOf(answer: PlatformAnswer | Outcome): string[] {
  if (!('status' in answer) || answer.status !== 400) return [];
  const { message, details } = answer.body ?? {};
  const told = typeof message === 'string' ? message : '';
  const properties = (Array.isArray(details) ? details : []).flatMap((detail: unknown) => {
    const { property } = (detail ?? {}) as { property?: unknown };
    return typeof property === 'string' ? [property] : [];
  });
  // "The property, 'to[3]', in the request body is invalid".
  const inWords = /property, '?([\w[\]]+)/i.exec(told)?.[1];
  return inWords === undefined ? properties : [...properties, inWords];
}

function outcomeOf(answer: PlatformAnswer | Outcome): Outcome {
  if ('state' in answer) return answer;
  const { status, body, request, retryAfter = 5 } = answer;
  if (status === 200) return { state: 'sent', ...(request && { request }) };
  const message = typeof body?.['message'] === 'string' ? body['message'] : `status ${status}`;
  const [detail] = (Array.isArray(body?.['details']) ? body['details'] : []) as { message?: unknown }[];
  if (status === 429) return { state: 'later', note: 'LINE takes no more messages now', after: retryAfter };
  if (status >= 500) return { state: 'later', note: `LINE answered with status ${status}`, begun: true };
  if (status === 401)
    return { state: 'failed', note: 'LINE does not know the access token', unauthorised: true };
  const reason = typeof detail?.message === 'string' ? `${message}: ${detail.message}` : message;
  return { state: 'failed', note: `LINE refused it: ${reason}` };
}
