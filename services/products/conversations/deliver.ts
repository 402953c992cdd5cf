import type { Context } from '../../engine/modules/module.ts';
import { keepVerdict } from '../../channels/facts.ts';
import { botSettings } from '../chatbot/botSettings.ts';
import { circuitsOf } from './capacity.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { LostLease, type Conversation, type Leases, type Outbound } from './leases.ts';
import { callKey, noteSent, type Sent } from './outbox.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { Body, LiveChannel, Outcome, Sender, Sending } from '../../channels/types.ts';
import { mirror } from './webhooks.ts';

/** Times that a platform is asked to take a message. */
const MOST_ATTEMPTS = 12;
/** Seconds between two of them, at most. */
const LONGEST_WAIT = 600;

/**
 * Sends what is due of an answer, call by call. Each is noted before it is begun and when it has ended, so that after a
 * death in between it is known which one may have arrived.
 * @returns whether nothing of it is left to be sent
 * @throws LostLease
 */
export async function deliver(
  context: Context,
  leases: Leases,
  conversation: Conversation,
  outbound: Outbound,
): Promise<boolean> {
  const channel = await findChannel(context.services(), conversation.channel);
  if (!channel?.active) {
    const note = channel ? 'The channel is not active' : 'The channel is no longer there';
    await noteSent(context, leases, conversation, outbound, refused(outbound, outbound.done, note));
    return true;
  }
  const sender = channelServiceOf(channel.type).sender;
  const calls = callsOf(outbound.bodies, sender.perCall);
  const [messages] = calls.slice(outbound.done);
  if (!messages) {
    await noteSent(context, leases, conversation, outbound, { events: [], done: calls.length, isOver: true });
    return true;
  }
  const again = !outbound.isBegun && outbound.calling === outbound.done;
  const outcome =
    again && !sender.repeatable
      ? ({ state: 'unknown', note: 'The services stopped while it was being sent' } as const)
      : await call(
          context,
          leases,
          sender,
          {
            ...sendingOf(channel, conversation, outbound, messages, again),
            addresses: context.settings,
          },
          outbound.isBegun,
        );
  return take(context, leases, { conversation, outbound, channel, calls, messages, outcome });
}

const callsOf = (bodies: Body[], size: number): Body[][] =>
  Array.from({ length: Math.ceil(bodies.length / size) }, (_, at) =>
    bodies.slice(at * size, (at + 1) * size),
  );

const sendingOf = (
  channel: LiveChannel,
  { person, profile, lastInbound }: Conversation,
  { id, done, about, reply }: Outbound,
  messages: Body[],
  again: boolean,
): Omit<Sending, 'addresses'> => ({
  ...{ channel, person, profile, id, key: callKey(id, done), messages, about, again },
  ...(reply && { reply }),
  ...(lastInbound && { lastInbound }),
});

async function call(
  { db, onFault }: Context,
  { worker }: Leases,
  sender: Sender,
  sending: Sending,
  isBegun = false,
): Promise<Outcome> {
  if (!isBegun) {
    const begun = await db.query(
      `UPDATE conversation_outbound SET calling = done WHERE id = $1::uuid
       AND EXISTS (SELECT 1 FROM conversation WHERE profile = $2::uuid AND worker = $3::uuid) RETURNING 1`,
      [sending.id, sending.profile, worker],
    );
    if (begun.length === 0) throw new LostLease(sending.profile);
  }
  const destination = channelServiceOf(sending.channel.type).destinationOf(sending);
  const leave = destination === undefined ? (): void => {} : circuitsOf(db).enter(destination);
  if (!leave)
    return {
      state: 'later',
      note: 'It keeps others waiting, and is not called for now',
      begun: sending.again,
    };
  try {
    return await sender.send(sending, { db });
  } catch (error) {
    onFault(error);
    return { state: 'unknown', note: 'It could not be sent' };
  } finally {
    leave();
  }
}

interface Called {
  conversation: Conversation;
  outbound: Outbound;
  channel: LiveChannel;
  calls: Body[][];
  messages: Body[];
  outcome: Outcome;
}

/** @returns whether nothing of it is left to be sent */
async function take(context: Context, leases: Leases, called: Called): Promise<boolean> {
  const { conversation, outbound, channel, calls, messages, outcome } = called;
  if (outcome.state === 'later' && outbound.attempts + 1 < MOST_ATTEMPTS) {
    await putOff(context.db, outbound, outcome);
    return false;
  }
  const last = lastWord(outcome);
  const done = outbound.done + 1;
  const goesOn = last.state !== 'failed' || last.onlyThis === true;
  const sent: Sent = goesOn
    ? {
        events: eventsOf(outbound.done, messages, last, calls[0]?.length),
        done,
        isOver: done === calls.length,
      }
    : refused(outbound, outbound.done, last.note, calls);
  await noteSent(context, leases, conversation, outbound, sent);
  if (outcome.state === 'failed' && outcome.unauthorised)
    await keepVerdict(context.services(), channel.id, {
      credentials: 'failed',
      credentialsNote: outcome.note,
    });
  await tellCopy(context, called);
  return sent.isOver;
}

/** What a call has come to that is not made again. */
const lastWord = (outcome: Outcome): Exclude<Outcome, { state: 'later' }> =>
  outcome.state === 'later' ? { state: outcome.begun ? 'unknown' : 'failed', note: outcome.note } : outcome;

/** What follows a refusal is not tried where it would be refused for the same reason. */
function refused(outbound: Outbound, done: number, note: string, calls: Body[][] = [outbound.bodies]): Sent {
  const size = calls[0]?.length ?? 1;
  const rest = outbound.bodies.slice(done * size);
  return { events: eventsOf(done, rest, { state: 'failed', note }, size), done, isOver: true };
}

const eventsOf = (
  call: number,
  bodies: readonly Body[],
  outcome: Outcome,
  size = bodies.length,
): Sent['events'] =>
  bodies.map((body, at) => {
    const note = outcome.state === 'sent' ? outcome.refusedMessages?.get(at) : outcome.note;
    const isRefused = outcome.state === 'failed' || (outcome.state === 'sent' && note !== undefined);
    return { body, place: call * size + at, ...(note !== undefined && { note }), isDelivered: !isRefused };
  });

async function putOff(
  db: Context['db'],
  { id, attempts }: Outbound,
  { after = 0, ...outcome }: Extract<Outcome, { state: 'later' }>,
): Promise<void> {
  const { begun = false, withoutReply = false } = outcome;
  const wait = withoutReply ? 0 : Math.max(after, Math.min(2 ** attempts, LONGEST_WAIT));
  await db.query(
    `UPDATE conversation_outbound SET attempts = attempts + $3::int, due_at = clock_timestamp() + $2::float8 * interval '1 s',
       calling = CASE WHEN $4::boolean THEN calling END, reply = CASE WHEN $5::boolean THEN NULL ELSE reply END
     WHERE id = $1::uuid`,
    [id, wait, withoutReply ? 0 : 1, begun, withoutReply],
  );
}

async function tellCopy(
  context: Context,
  { conversation, outbound, channel, messages, outcome }: Called,
): Promise<void> {
  const { outgoingUrl, signingKey } = await botSettings(context.services());
  mirror(context, outgoingUrl, signingKey, {
    event: 'outgoing',
    id: outbound.id,
    state: outcome.state,
    ...outbound.about,
    messages,
    channel: { id: channel.id, type: channel.type, name: channel.name },
    person: { id: conversation.profile, externalId: conversation.person },
  });
}
