import { idempotencyKey } from '../conversations/index.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { MessageBody, UnsealedChannel, SendOutcome, Sender } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { recordDeliveries, type Delivery, type BatchState } from './deliveries.ts';
import { acquireSlots } from './rateLimiter.ts';
import { GroupSplitter } from './groupSplitter.ts';
import { isSending, listPendingRecipients, type Batch, type Recipient, type Run } from './store.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Times that a batch is rescheduled without anybody getting anything in between. */
const MAX_ATTEMPTS = 12;
/** Seconds between two of them, at most, unless the platform asks for more; and where its limit is reached. */
const MAX_RETRY_DELAY_S = 60;
const MAX_RETRY_DELAY_AT_LIMIT_S = 600;
/** Calls under way at once, where each person needs one. */
const CONCURRENT_CALLS = 20;
/** Keys that one person's calls may take. */
const MAX_CALLS_PER_PERSON = 16;
const PROCESS_STOPPED = 'The services stopped while it was being sent';

/** A claimed batch, and what it is sent with. */
export interface BatchSend {
  context: Context;
  /** The run of the job that has claimed it. */
  worker: string;
  run: Run;
  batch: Batch;
  channel: UnsealedChannel;
  /** Stops before the next call; the next run of the job sends what is left. */
  signal: AbortSignal;
}

/** Whether the broadcast goes on after a batch; `isUnauthorised` where the platform rejects the channel's credentials. */
export type BatchResult = 'continue' | { abort: string; isUnauthorised: boolean };

/**
 * Sends to the recipients of one batch that are still pending.
 * @returns 'continue', or why the broadcast is to end
 * @throws LeaseLostError where another process has taken the batch over
 */
export async function sendBatch(sent: BatchSend): Promise<BatchResult> {
  const { context, worker, run, batch, channel } = sent;
  const record = (deliveries: readonly Delivery[], state: BatchState): Promise<void> =>
    recordDeliveries(context, worker, run, batch.number, deliveries, state);
  if (batch.number === 0) return broadcastToEveryone(sent, record);
  const recipients = await listPendingRecipients(context.db, run.campaign, batch.number);
  const all = (state: 'sent'): Delivery[] =>
    recipients.map((recipient) => ({ recipient, state, calls: recipient.calls }));
  if (run.sandbox || run.at_once) {
    await record(all('sent'), { state: 'done' });
    return 'continue';
  }
  const sender = channelServiceOf(channel.type).sender;
  return sender.multicast
    ? multicastToGroups(sent, sender, recipients, record)
    : sendToEach(sent, sender, recipients, record);
}

type RecordDeliveries = (deliveries: readonly Delivery[], state: BatchState) => Promise<void>;

/** The one call that reaches everybody; their recipients are recorded in batches of their own. */
async function broadcastToEveryone(
  { context, run, batch, channel }: BatchSend,
  record: RecordDeliveries,
): Promise<BatchResult> {
  const sender = channelServiceOf(channel.type).sender;
  const limit = run.sandbox ? undefined : await acquireSlots(context.db, channel, 'everyone');
  if (limit) {
    await record([], throttled(batch, limit));
    return 'continue';
  }
  const outcome = run.sandbox
    ? ({ state: 'sent' } as const)
    : await callSafely(context, () =>
        sender.multicast?.({
          ...{ outbound: context.settings, channel, key: batch.retry_key, messages: run.bodies },
          people: 'everyone',
        }),
      );
  const retry = reschedule(batch, outcome);
  await record(
    [],
    retry ?? {
      state: 'done',
      ...('note' in outcome && { note: outcome.note }),
      ...('requestId' in outcome && { requestId: outcome.requestId }),
    },
  );
  if (retry || outcome.state === 'sent') return 'continue';
  return aborted(outcome);
}

const aborted = (outcome: SendOutcome): BatchResult => ({
  abort: 'note' in outcome ? outcome.note : storedText('It could not be sent'),
  isUnauthorised: outcome.state === 'failed' && outcome.isUnauthorised === true,
});

/**
 * One call for each group of recipients that get the same. Where the platform refuses a call for some of its people, the
 * others are moved to a new group with a retry key of its own, which is stored before it is called.
 */
async function multicastToGroups(
  { context, run, batch, channel, signal }: BatchSend,
  sender: Sender,
  recipients: readonly Recipient[],
  record: RecordDeliveries,
): Promise<BatchResult> {
  const groups = groupRecipients(recipients);
  const splitter = new GroupSplitter(context.db, run.campaign, batch.number);
  let hasProgressed = false;
  for (let next = groups.shift(); next; next = groups.shift()) {
    if (signal.aborted || !(await isSending(context.db, run.campaign))) return 'continue';
    const [group, people] = next;
    const messages = people[0]?.bodies ?? run.bodies;
    const limit = await acquireSlots(context.db, channel, 'many');
    if (limit) {
      await record([], throttled(batch, limit));
      return 'continue';
    }
    const outcome = await callSafely(context, () =>
      sender.multicast?.({
        ...{ outbound: context.settings, channel, messages },
        ...(run.unit && { unit: run.unit }),
        ...{ key: idempotencyKey(batch.retry_key, group), people: people.map(({ person }) => person) },
      }),
    );
    const retry = reschedule(batch, outcome, hasProgressed);
    if (retry) {
      await record([], retry);
      return 'continue';
    }
    const split = await splitter.split(outcome, people);
    groups.unshift(...split.map(({ group: to, people: moved }): [number, Recipient[]] => [to, moved]));
    const groupOf = new Map(
      split.flatMap(({ group: to, people: all }) => all.map((one) => [one, to] as const)),
    );
    const deliveries = people.map((recipient): Delivery => {
      const to = groupOf.get(recipient);
      return to === undefined
        ? toDelivery(recipient, finalOutcome(outcome), 1, true)
        : { recipient, state: 'waiting', calls: recipient.calls, group: to };
    });
    await record(deliveries, { state: groups.length === 0 ? 'done' : 'sending' });
    if (outcome.state === 'failed' && outcome.isUnauthorised) return aborted(outcome);
    hasProgressed = true;
  }
  if (recipients.length === 0) await record([], { state: 'done' });
  return 'continue';
}

/** A call for each person and, where the platform takes one message a call, for each message. */
async function sendToEach(
  sent: BatchSend,
  sender: Sender,
  recipients: readonly Recipient[],
  record: RecordDeliveries,
): Promise<BatchResult> {
  const { batch } = sent;
  // Whose call was begun when a process died may have got it.
  const interrupted = sender.deduplicatesByKey ? [] : recipients.filter(({ calling }) => calling);
  if (interrupted.length > 0)
    await record(
      interrupted.map((recipient) => ({
        ...{ recipient, state: 'unclear', calls: recipient.calls, note: PROCESS_STOPPED },
      })),
      { state: 'sending' },
    );
  let waiting = recipients.filter((recipient) => sender.deduplicatesByKey || !recipient.calling);
  let hasProgressed = interrupted.length > 0;
  while (waiting.length > 0) {
    if (sent.signal.aborted) return 'continue';
    const now = waiting.slice(0, CONCURRENT_CALLS);
    const limit = await acquireSlots(sent.context.db, sent.channel, 'each', now.length);
    if (limit) {
      await record([], throttled(batch, limit));
      return 'continue';
    }
    await markCalling(sent, now, sender.deduplicatesByKey === true);
    const outcomes = await Promise.all(now.map((recipient) => sendToPerson(sent, sender, recipient)));
    const deliveries = now.map((recipient, at) =>
      toDelivery(
        recipient,
        outcomes[at] as SendOutcome,
        countCalls(sent.run, sender, recipient),
        sender.deduplicatesByKey === true,
      ),
    );
    const deferred = outcomes.find(
      (outcome): outcome is DeferredOutcome =>
        outcome.state === 'later' && isRetryable(outcome, sender.deduplicatesByKey === true),
    );
    const refused = outcomes.find((outcome) => outcome.state === 'failed' && outcome.isUnauthorised);
    hasProgressed ||= deliveries.some(
      (delivery, at) => delivery.calls > (now[at]?.calls ?? 0) || delivery.state !== 'waiting',
    );
    const rest = [
      ...now.flatMap((recipient, at) =>
        deliveries[at]?.state === 'waiting' ? [{ ...recipient, calls: deliveries[at].calls }] : [],
      ),
      ...waiting.slice(CONCURRENT_CALLS),
    ];
    const retry = deferred && reschedule(batch, deferred, hasProgressed);
    if (deferred && !retry) {
      // Those behind them were not tried yet: each has a call before it is given up too.
      waiting = waiting.slice(CONCURRENT_CALLS);
      const failed = toFailed(rest.slice(0, rest.length - waiting.length), deferred);
      await record(
        [...deliveries, ...failed].filter(isLastOfPerson()),
        waiting.length === 0 ? { state: 'done' } : { state: 'sending' },
      );
      continue;
    }
    const isDone = rest.length === 0;
    await record(deliveries, retry ?? (isDone ? { state: 'done' } : { state: 'sending' }));
    if (refused) return aborted(refused);
    if (retry) return 'continue';
    waiting = rest;
  }
  if (recipients.length === interrupted.length) await record([], { state: 'done' });
  return 'continue';
}

type DeferredOutcome = Extract<SendOutcome, { state: 'later' }>;

/** Whether the same call may be made again: it never arrived, or the platform deduplicates it by its key. */
const isRetryable = ({ mayHaveArrived }: DeferredOutcome, deduplicates: boolean): boolean =>
  deduplicates || mayHaveArrived !== true;

/** Of several deliveries of one person the last one counts. */
const isLastOfPerson =
  (): ((delivery: Delivery, at: number, all: Delivery[]) => boolean) => (delivery, at, all) =>
    all.findLastIndex(({ recipient }) => recipient.profile === delivery.recipient.profile) === at;

const toFailed = (rest: readonly Recipient[], { note }: DeferredOutcome): Delivery[] =>
  rest.map((recipient) => ({ recipient, state: 'failed', calls: recipient.calls, note }));

/** @throws LeaseLostError where another process has begun one of these calls or has the batch, or the broadcast was stopped */
async function markCalling(
  { context: { db }, run, batch, worker }: BatchSend,
  recipients: readonly Recipient[],
  deduplicates: boolean,
): Promise<void> {
  const rows = await db.query(
    `UPDATE broadcast_recipient SET calling = true WHERE campaign = $1::uuid AND profile = ANY($2::uuid[])
       AND state = 'waiting' AND ($5::boolean OR NOT calling) AND EXISTS (SELECT 1 FROM broadcast_part
         WHERE campaign = $1::uuid AND part = $3::int AND worker = $4::uuid AND state = 'sending')
       AND EXISTS (SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid AND state = 'sending') RETURNING 1`,
    [run.campaign, recipients.map(({ profile }) => profile), batch.number, worker, deduplicates],
  );
  if (rows.length < recipients.length) throw new LeaseLostError(`${run.campaign}/${batch.number}`);
}

const bodiesFor = (run: Run, recipient: Recipient): MessageBody[] => recipient.bodies ?? run.bodies;
const countCalls = (run: Run, { maxMessagesPerCall }: Sender, recipient: Recipient): number =>
  Math.ceil(bodiesFor(run, recipient).length / maxMessagesPerCall);

function sendToPerson(
  { context, run, batch, channel }: BatchSend,
  sender: Sender,
  recipient: Recipient,
): Promise<SendOutcome> {
  const { calls, place, person, profile, last_inbound: lastInbound } = recipient;
  const messages = bodiesFor(run, recipient).slice(
    calls * sender.maxMessagesPerCall,
    (calls + 1) * sender.maxMessagesPerCall,
  );
  const sending = {
    ...{ outbound: context.settings, channel, person, profile, messages },
    ...{
      id: run.campaign,
      key: idempotencyKey(batch.retry_key, 1 + place * MAX_CALLS_PER_PERSON + calls),
      isRetry: recipient.calling,
    },
    about: { source: 'BROADCAST' as const, campaign: run.campaign },
    ...(lastInbound && { lastInbound }),
  };
  return callSafely(context, () => sender.send(sending, { db: context.db }));
}

async function callSafely(
  { onFault }: Context,
  call: () => Promise<SendOutcome> | undefined,
): Promise<SendOutcome> {
  try {
    return (await call()) ?? { state: 'failed', note: storedText('The channel cannot send to many') };
  } catch (error) {
    onFault(error);
    return { state: 'unknown', note: storedText('It could not be sent') };
  }
}

function toDelivery(
  recipient: Recipient,
  outcome: SendOutcome,
  callCount: number,
  deduplicates: boolean,
): Delivery {
  const { calls } = recipient;
  if (outcome.state === 'sent') {
    const ended = calls + 1;
    return { recipient, state: ended >= callCount ? 'sent' : 'waiting', calls: ended };
  }
  const { note } = outcome;
  if (outcome.state === 'failed') return { recipient, state: 'failed', calls, note };
  if (outcome.state === 'later' && isRetryable(outcome, deduplicates))
    return { recipient, state: 'waiting', calls };
  return { recipient, state: 'unclear', calls, note };
}

/** The outcome of a call that is not made again. */
const finalOutcome = (outcome: SendOutcome): SendOutcome =>
  outcome.state === 'later'
    ? { state: outcome.mayHaveArrived ? 'unknown' : 'failed', note: outcome.note }
    : outcome;

function groupRecipients(recipients: readonly Recipient[]): [number, Recipient[]][] {
  const groups = new Map<number, Recipient[]>();
  for (const recipient of recipients)
    groups.set(recipient.group, [...(groups.get(recipient.group) ?? []), recipient]);
  return [...groups];
}

/** The channel's rate limit is reached: nothing was called. */
const throttled = ({ attempts }: Batch, limit: { retryAfterS: number; note: string }): BatchState => ({
  ...{ state: 'waiting', attempts },
  ...limit,
});

/** When a batch is tried again; undefined where the outcome is final. */
function reschedule(
  { attempts }: Batch,
  outcome: SendOutcome,
  hasProgressed = false,
): Extract<BatchState, { state: 'waiting' }> | undefined {
  if (outcome.state !== 'later') return undefined;
  const tried = hasProgressed ? 1 : attempts + 1;
  if (tried >= MAX_ATTEMPTS) return undefined;
  const longest = outcome.isLimit ? MAX_RETRY_DELAY_AT_LIMIT_S : MAX_RETRY_DELAY_S;
  const retryAfterS = outcome.retryAfterS ?? Math.min(longest, 0.5 * 2 ** (tried - 1));
  return {
    ...{ state: 'waiting', retryAfterS, attempts: tried, note: outcome.note },
    ...(outcome.isLimit && { isLimit: true }),
  };
}
