import type { Context } from '../../engine/modules/module.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { recordCredentialsCheck } from '../../channels/channelState.ts';
import { botSettings } from '../chatbot/index.ts';
import { circuitsOf } from './capacity.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { ClaimedConversation, Leases, PendingOutbound } from './leases.ts';
import { idempotencyKey, recordSent, type SendResult } from './outbox.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { MessageBody, UnsealedChannel, SendOutcome, Sender, SendRequest } from '../../channels/types.ts';
import { sendCopy } from './botWebhooks.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Calls to the platform for one message, at most. */
const MAX_ATTEMPTS = 12;
const MAX_RETRY_DELAY_S = 600;

/**
 * Sends the next call of an answer. It is recorded before it begins and when it has ended, so that after a crash in
 * between it is known which call may have arrived.
 * @returns whether the answer is sent completely
 * @throws LeaseLostError
 */
export async function deliver(
  context: Context,
  leases: Leases,
  conversation: ClaimedConversation,
  outbound: PendingOutbound,
): Promise<boolean> {
  const channel = await findChannel(context.services(), conversation.channel);
  if (!channel?.active) {
    const note = channel
      ? storedText('The channel is not active')
      : storedText('The channel is no longer there');
    await recordSent(context, leases, conversation, outbound, failRemaining(outbound, outbound.done, note));
    return true;
  }
  const sender = channelServiceOf(channel.type).sender;
  const calls = splitIntoCalls(outbound.bodies, sender.maxMessagesPerCall);
  const [messages] = calls.slice(outbound.done);
  if (!messages) {
    await recordSent(context, leases, conversation, outbound, {
      messages: [],
      callsDone: calls.length,
      isComplete: true,
    });
    return true;
  }
  const isRetry = !outbound.isBegun && outbound.calling === outbound.done;
  const outcome =
    isRetry && !sender.isRetrySafe
      ? ({ state: 'unknown', note: storedText('The services stopped while it was being sent') } as const)
      : await makeCall(
          context,
          leases,
          sender,
          {
            ...buildRequest(channel, conversation, outbound, messages, isRetry),
            outbound: context.settings,
          },
          outbound.isBegun,
        );
  return handleOutcome(context, leases, { conversation, outbound, channel, calls, messages, outcome });
}

const splitIntoCalls = (bodies: MessageBody[], size: number): MessageBody[][] =>
  Array.from({ length: Math.ceil(bodies.length / size) }, (_, at) =>
    bodies.slice(at * size, (at + 1) * size),
  );

const buildRequest = (
  channel: UnsealedChannel,
  { person, profile, lastInbound }: ClaimedConversation,
  { id, done, about, reply }: PendingOutbound,
  messages: MessageBody[],
  isRetry: boolean,
): Omit<SendRequest, 'outbound'> => ({
  ...{ channel, person, profile, id, key: idempotencyKey(id, done), messages, about, isRetry },
  ...(reply && { reply }),
  ...(lastInbound && { lastInbound }),
});

async function makeCall(
  { db, onError }: Context,
  { worker }: Leases,
  sender: Sender,
  request: SendRequest,
  isBegun = false,
): Promise<SendOutcome> {
  if (!isBegun) {
    const started = await db.query(
      `UPDATE conversation_outbound SET calling = done WHERE id = $1::uuid
       AND EXISTS (SELECT 1 FROM conversation WHERE profile = $2::uuid AND worker = $3::uuid) RETURNING 1`,
      [request.id, request.profile, worker],
    );
    if (started.length === 0) throw new LeaseLostError(request.profile);
  }
  const destination = channelServiceOf(request.channel.type).destinationUrl(request);
  const endCall = destination === undefined ? (): void => {} : circuitsOf(db).enter(destination);
  if (!endCall)
    return {
      state: 'later',
      note: storedText('It keeps others waiting, and is not called for now'),
      mayHaveArrived: request.isRetry,
    };
  try {
    return await sender.send(request, { db });
  } catch (error) {
    onError(error);
    return { state: 'unknown', note: storedText('It could not be sent') };
  } finally {
    endCall();
  }
}

interface FinishedCall {
  conversation: ClaimedConversation;
  outbound: PendingOutbound;
  channel: UnsealedChannel;
  calls: MessageBody[][];
  messages: MessageBody[];
  outcome: SendOutcome;
}

/** @returns whether the answer is sent completely */
async function handleOutcome(context: Context, leases: Leases, finished: FinishedCall): Promise<boolean> {
  const { conversation, outbound, channel, calls, messages, outcome } = finished;
  if (outcome.state === 'later' && outbound.attempts + 1 < MAX_ATTEMPTS) {
    await reschedule(context.db, outbound, outcome);
    return false;
  }
  const final = finalOutcome(outcome);
  const callsDone = outbound.done + 1;
  const isContinued = final.state !== 'failed' || final.isMessageFault === true;
  const result: SendResult = isContinued
    ? {
        messages: toSentMessages(outbound.done, messages, final, calls[0]?.length),
        callsDone,
        isComplete: callsDone === calls.length,
      }
    : failRemaining(outbound, outbound.done, final.note, calls);
  await recordSent(context, leases, conversation, outbound, result);
  if (outcome.state === 'failed' && outcome.isUnauthorised)
    await recordCredentialsCheck(context.services(), channel.id, {
      credentials: 'failed',
      credentialsNote: outcome.note,
    });
  await copyToWebhook(context, finished);
  return result.isComplete;
}

/** The outcome of a call that is not repeated. */
const finalOutcome = (outcome: SendOutcome): Exclude<SendOutcome, { state: 'later' }> =>
  outcome.state === 'later'
    ? { state: outcome.mayHaveArrived ? 'unknown' : 'failed', note: outcome.note }
    : outcome;

/** Records the remaining messages as failed: the platform would refuse them for the same reason. */
function failRemaining(
  outbound: PendingOutbound,
  callsDone: number,
  note: string,
  calls: MessageBody[][] = [outbound.bodies],
): SendResult {
  const size = calls[0]?.length ?? 1;
  const remaining = outbound.bodies.slice(callsDone * size);
  return {
    messages: toSentMessages(callsDone, remaining, { state: 'failed', note }, size),
    callsDone,
    isComplete: true,
  };
}

const toSentMessages = (
  call: number,
  bodies: readonly MessageBody[],
  outcome: SendOutcome,
  size = bodies.length,
): SendResult['messages'] =>
  bodies.map((body, at) => {
    const note = outcome.state === 'sent' ? outcome.refusedMessages?.get(at) : outcome.note;
    const isRefused = outcome.state === 'failed' || (outcome.state === 'sent' && note !== undefined);
    return { body, place: call * size + at, ...(note !== undefined && { note }), isDelivered: !isRefused };
  });

async function reschedule(
  db: Context['db'],
  { id, attempts }: PendingOutbound,
  { retryAfterS = 0, ...outcome }: Extract<SendOutcome, { state: 'later' }>,
): Promise<void> {
  const { mayHaveArrived = false, withoutReply = false } = outcome;
  const waitS = withoutReply ? 0 : Math.max(retryAfterS, Math.min(2 ** attempts, MAX_RETRY_DELAY_S));
  await db.query(
    `UPDATE conversation_outbound SET attempts = attempts + $3::int, due_at = clock_timestamp() + $2::float8 * interval '1 s',
       calling = CASE WHEN $4::boolean THEN calling END, reply = CASE WHEN $5::boolean THEN NULL ELSE reply END
     WHERE id = $1::uuid`,
    [id, waitS, withoutReply ? 0 : 1, mayHaveArrived, withoutReply],
  );
}

async function copyToWebhook(
  context: Context,
  { conversation, outbound, channel, messages, outcome }: FinishedCall,
): Promise<void> {
  const { outgoingUrl, signingKey } = await botSettings(context.services());
  sendCopy(context, outgoingUrl, signingKey, {
    event: 'outgoing',
    id: outbound.id,
    state: outcome.state,
    ...outbound.about,
    messages,
    channel: { id: channel.id, type: channel.type, name: channel.name },
    person: { id: conversation.profile, externalId: conversation.person },
  });
}
