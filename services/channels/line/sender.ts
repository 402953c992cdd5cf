import { createHash } from 'node:crypto';
import { callPlatform, UpstreamUnavailableError, type PlatformResponse } from '../callPlatform.ts';
import type { MulticastRequest, SendOutcome, Sender, SendRequest } from '../types.ts';
import { LINE_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const MAX_MESSAGES_PER_CALL = 5;
const MAX_REQUEST_ID_CHARS = 100;

/**
 * LINE: replies with the reply token within its minute, which is valid for one request and so deduplicates retries;
 * otherwise pushes with a retry key, which deduplicates for a day.
 */
export const lineSender: Sender = {
  maxMessagesPerCall: MAX_MESSAGES_PER_CALL,
  isRetrySafe: true,
  deduplicatesByKey: true,
  async multicast(sending) {
    const { channel, messages, people, key, unit } = sending;
    if (!channel.token) return { state: 'failed', note: storedText('The channel has no access token') };
    if (people === 'everyone')
      return toOutcome(await callWithRetryKey(sending, 'broadcast', { messages }, key));
    const body = { to: people, messages, ...(unit && { customAggregationUnits: [unit] }) };
    const answer = await callWithRetryKey(sending, 'multicast', body, key);
    const outcome = toOutcome(answer);
    const refusedPeople = outcome.state === 'failed' ? parseRefusedPeople(answer) : undefined;
    return refusedPeople ? { ...outcome, refusedPeople } : outcome;
  },
  async send(sending) {
    if (!sending.channel.token)
      return { state: 'failed', note: storedText('The channel has no access token') };
    return sendAcceptedMessages(sending, new Map());
  },
};

/**
 * Sends the messages that LINE accepts: those that it rejects are left out, and the others are sent in another call, whose
 * key is the same on every retry.
 * @param refusedMessages reasons of the rejected messages, by their position in the request
 */
async function sendAcceptedMessages(
  sending: SendRequest,
  refusedMessages: ReadonlyMap<number, string>,
): Promise<SendOutcome> {
  const positions = sending.messages.flatMap((_, position) =>
    refusedMessages.has(position) ? [] : [position],
  );
  const messages = sending.messages.filter((_, position) => !refusedMessages.has(position));
  const key =
    refusedMessages.size === 0 ? sending.key : deriveRetryKey(sending.key, [...refusedMessages.keys()]);
  const outcome = await sendOnce({ ...sending, messages, key });
  if (outcome.state === 'sent') return refusedMessages.size === 0 ? outcome : { ...outcome, refusedMessages };
  const rejectedIndexes = outcome.state === 'failed' ? (outcome.invalidMessages ?? []) : [];
  const rejectedPositions = new Set(rejectedIndexes.flatMap((index) => positions[index] ?? []));
  if (
    outcome.state !== 'failed' ||
    rejectedPositions.size === 0 ||
    rejectedPositions.size === positions.length
  )
    return outcome;
  return sendAcceptedMessages(
    sending,
    new Map([...refusedMessages, ...[...rejectedPositions].map((place) => [place, outcome.note] as const)]),
  );
}

/** The retry key of a call without some of its messages: another body needs another key. */
function deriveRetryKey(key: string, positions: readonly number[]): string {
  const hex = createHash('sha256')
    .update(`${key} without ${[...positions].sort().join()}`)
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The outcome of one call; `invalidMessages` are the indexes of rejected messages in it. */
type CallOutcome = SendOutcome & { invalidMessages?: readonly number[] };

async function sendOnce(sending: SendRequest): Promise<CallOutcome> {
  const { reply, isRetry } = sending;
  if (!reply) return push(sending);
  if (Date.parse(reply.until) > Date.now()) return sendReply(sending, reply.token);
  if (isRetry) return { state: 'unknown', note: storedText('LINE did not say whether it took the answer') };
  return { state: 'later', note: storedText('Its minute is over'), withoutReply: true };
}

async function sendReply(sending: SendRequest, replyToken: string): Promise<CallOutcome> {
  const { messages, isRetry } = sending;
  const answer = await callLine(sending, 'reply', { replyToken, messages });
  // Within its minute a token is rejected only once it was used: by the previous attempt.
  if ('status' in answer && answer.status === 400 && isTokenRefused(answer))
    return isRetry
      ? { state: 'sent' }
      : { state: 'later', note: storedText('The reply token is used'), withoutReply: true };
  return withInvalidMessages(answer);
}

const push = async (sending: SendRequest): Promise<CallOutcome> =>
  withInvalidMessages(
    await callWithRetryKey(sending, 'push', { to: sending.person, messages: sending.messages }, sending.key),
  );

function withInvalidMessages(answer: PlatformResponse | SendOutcome): CallOutcome {
  const invalidMessages = parseInvalidProperties(answer).flatMap((property) => {
    const place = /^messages\[(\d{1,2})\]/.exec(property)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
  return { ...toOutcome(answer), ...(invalidMessages.length > 0 && { invalidMessages }) };
}

/** Makes a call with a retry key: LINE accepts it once within a day. */
async function callWithRetryKey(
  channel: CallTarget,
  call: 'push' | 'multicast' | 'broadcast',
  body: object,
  key: string,
): Promise<PlatformResponse | SendOutcome> {
  const answer = await callLine(channel, call, body, { 'x-line-retry-key': key });
  return 'status' in answer && answer.status === 409 ? { ...answer, status: 200 } : answer;
}

type CallTarget = Pick<MulticastRequest, 'outbound' | 'channel'>;

async function callLine(
  { outbound: { addressOf }, channel: { token = '' } }: CallTarget,
  call: 'reply' | 'push' | 'multicast' | 'broadcast',
  body: object,
  headers: Record<string, string> = {},
): Promise<PlatformResponse | SendOutcome> {
  try {
    return await callPlatform(`${addressOf(LINE_API)}/v2/bot/message/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      return { state: 'later', note: error.message, mayHaveArrived: !error.isUnsent };
    throw error;
  }
}

const isTokenRefused = ({ body }: PlatformResponse): boolean =>
  /reply token/i.test(typeof body?.['message'] === 'string' ? body['message'] : '');

/**
 * Indexes in `to` of the people whom LINE rejects, from `details[].property` or the message: "to[3]". Empty where it names
 * nobody; undefined where a multicast was rejected for another reason.
 */
function parseRefusedPeople(answer: PlatformResponse | SendOutcome): number[] | undefined {
  if (!('status' in answer) || answer.status !== 400) return undefined;
  const properties = parseInvalidProperties(answer);
  if (properties.some((property) => !/^to(\[|$)/.test(property))) return undefined;
  return properties.flatMap((property) => {
    const place = /^to\[(\d{1,3})\]/.exec(property)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
}

/** The invalid properties of the body that LINE names: "to[3]", "messages[1].text". */
function parseInvalidProperties(answer: PlatformResponse | SendOutcome): string[] {
  if (!('status' in answer) || answer.status !== 400) return [];
  const { message, details } = answer.body ?? {};
  const text = typeof message === 'string' ? message : '';
  const properties = (Array.isArray(details) ? details : []).flatMap((detail: unknown) => {
    const { property } = (detail ?? {}) as { property?: unknown };
    return typeof property === 'string' ? [property] : [];
  });
  // "The property, 'to[3]', in the request body is invalid".
  const propertyInMessage = /property, '?([\w[\]]+)/i.exec(text)?.[1];
  return propertyInMessage === undefined ? properties : [...properties, propertyInMessage];
}

function toOutcome(answer: PlatformResponse | SendOutcome): SendOutcome {
  if ('state' in answer) return answer;
  const { status, body, headers, retryAfterS = 5 } = answer;
  // The id of the accepted request: this one, or an earlier one with the same key.
  const accepted = headers['x-line-accepted-request-id'] ?? headers['x-line-request-id'];
  const requestId = String(accepted ?? '').slice(0, MAX_REQUEST_ID_CHARS);
  if (status === 200) return { state: 'sent', ...(requestId && { requestId }) };
  const message = typeof body?.['message'] === 'string' ? body['message'] : `status ${status}`;
  const [detail] = (Array.isArray(body?.['details']) ? body['details'] : []) as { message?: unknown }[];
  if (status === 429 && /monthly limit/i.test(message))
    return { state: 'later', note: storedText('The month’s quota at LINE is used up'), isLimit: true };
  if (status === 429)
    return { state: 'later', note: storedText('LINE takes no more messages now'), retryAfterS };
  if (status >= 500)
    return {
      state: 'later',
      note: storedText('LINE answered with status %{status}', { status }),
      mayHaveArrived: true,
    };
  if (status === 401)
    return { state: 'failed', note: storedText('LINE does not know the access token'), isUnauthorised: true };
  const reason = typeof detail?.message === 'string' ? `${message}: ${detail.message}` : message;
  return { state: 'failed', note: storedText('LINE refused it: %{reason}', { reason }) };
}
