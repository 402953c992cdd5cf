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

/** Attempts of a batch without progress, after which its outcome is final. */
const MAX_ATTEMPTS = 12;
/** Longest delay before the next attempt, unless the platform asks for more; and when its rate limit is reached. */
const MAX_RETRY_DELAY_S = 60;
const MAX_RETRY_DELAY_AT_LIMIT_S = 600;
/** Concurrent calls where each person needs one. */
const CONCURRENT_CALLS = 20;
/** Retry keys reserved for one person's calls. */
const MAX_CALLS_PER_PERSON = 16;
const INTERRUPTED_NOTE = 'The services stopped while it was being sent';

/** A claimed batch with all that is needed to send it. */
export interface ClaimedBatch {
  context: Context;
  /** Id of the job's run that has claimed it. */
  worker: string;
  run: Run;
  batch: Batch;
  channel: UnsealedChannel;
  /** Stops before the next call; the job's next run sends to those still pending. */
  signal: AbortSignal;
}

/** Whether the broadcast continues after a batch; `isUnauthorised`: the platform rejects the channel's credentials. */
export type BatchResult = 'continue' | { abort: string; isUnauthorised: boolean };

/**
 * Sends to the recipients of one batch that are still pending.
 * @returns 'continue', or why the broadcast is aborted
 * @throws LeaseLostError where another process has taken the batch over
 */
export async function sendBatch(claim: ClaimedBatch): Promise<BatchResult> {
  const { context, worker, run, batch, channel } = claim;
  const record = (deliveries: readonly Delivery[], state: BatchState): Promise<void> =>
    recordDeliveries(context, worker, run, batch.number, deliveries, state);
  if (batch.number === 0) return broadcastToEveryone(claim, record);
  const recipients = await listPendingRecipients(context.db, run.campaign, batch.number);
  if (run.sandbox || run.at_once) {
    const deliveries = recipients.map((recipient): Delivery => ({
      recipient,
      state: 'sent',
      calls: recipient.calls,
    }));
    await record(deliveries, { state: 'done' });
    return 'continue';
  }
  const sender = channelServiceOf(channel.type).sender;
  return sender.multicast
    ? multicastToGroups(claim, sender, recipients, record)
    : sendToEach(claim, sender, recipients, record);
}

type RecordDeliveries = (deliveries: readonly Delivery[], state: BatchState) => Promise<void>;

/** Makes the one call that reaches everybody; the recipients are recorded in later batches. */
async function broadcastToEveryone(
  { context, run, batch, channel }: ClaimedBatch,
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
  return toAbortResult(outcome);
}

const toAbortResult = (outcome: SendOutcome): BatchResult => ({
  abort: 'note' in outcome ? outcome.note : storedText('It could not be sent'),
  isUnauthorised: outcome.state === 'failed' && outcome.isUnauthorised === true,
});

/**
 * Makes one call for each group of recipients that get the same messages. Where the platform refuses a call for some of
 * its people, the others are moved to a new group with its own retry key, which is stored before the call.
 */
async function multicastToGroups(
  { context, run, batch, channel, signal }: ClaimedBatch,
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
    const splitGroups = await splitter.split(outcome, people);
    groups.unshift(...splitGroups.map((split): [number, Recipient[]] => [split.group, split.people]));
    const newGroups = new Map(
      splitGroups.flatMap((split) => split.people.map((recipient) => [recipient, split.group] as const)),
    );
    const deliveries = people.map((recipient): Delivery => {
      const newGroup = newGroups.get(recipient);
      return newGroup === undefined
        ? toDelivery(recipient, finalOutcome(outcome), 1, true)
        : { recipient, state: 'waiting', calls: recipient.calls, group: newGroup };
    });
    await record(deliveries, { state: groups.length === 0 ? 'done' : 'sending' });
    if (outcome.state === 'failed' && outcome.isUnauthorised) return toAbortResult(outcome);
    hasProgressed = true;
  }
  if (recipients.length === 0) await record([], { state: 'done' });
  return 'continue';
}

/** Makes calls for each person, as many as the platform needs for the messages. */
async function sendToEach(
  claim: ClaimedBatch,
  sender: Sender,
  recipients: readonly Recipient[],
  record: RecordDeliveries,
): Promise<BatchResult> {
  const { batch } = claim;
  // People whose call had begun when a process died may have got it.
  const interrupted = sender.deduplicatesByKey ? [] : recipients.filter(({ calling }) => calling);
  if (interrupted.length > 0)
    await record(
      interrupted.map((recipient) => ({
        ...{ recipient, state: 'unclear', calls: recipient.calls, note: INTERRUPTED_NOTE },
      })),
      { state: 'sending' },
    );
  let pending = recipients.filter((recipient) => sender.deduplicatesByKey || !recipient.calling);
  let hasProgressed = interrupted.length > 0;
  while (pending.length > 0) {
    if (claim.signal.aborted) return 'continue';
    const current = pending.slice(0, CONCURRENT_CALLS);
    const limit = await acquireSlots(claim.context.db, claim.channel, 'each', current.length);
    if (limit) {
      await record([], throttled(batch, limit));
      return 'continue';
    }
    await markCalling(claim, current, sender.deduplicatesByKey === true);
    const outcomes = await Promise.all(current.map((recipient) => sendToPerson(claim, sender, recipient)));
    const deliveries = current.map((recipient, at) =>
      toDelivery(
        recipient,
        outcomes[at] as SendOutcome,
        countCalls(claim.run, sender, recipient),
        sender.deduplicatesByKey === true,
      ),
    );
    const deferred = outcomes.find(
      (outcome): outcome is DeferredOutcome =>
        outcome.state === 'later' && isRetryable(outcome, sender.deduplicatesByKey === true),
    );
    const refused = outcomes.find((outcome) => outcome.state === 'failed' && outcome.isUnauthorised);
    hasProgressed ||= deliveries.some(
      (delivery, at) => delivery.calls > (current[at]?.calls ?? 0) || delivery.state !== 'waiting',
    );
    const remaining = [
      ...current.flatMap((recipient, at) =>
        deliveries[at]?.state === 'waiting' ? [{ ...recipient, calls: deliveries[at].calls }] : [],
      ),
      ...pending.slice(CONCURRENT_CALLS),
    ];
    const retry = deferred && reschedule(batch, deferred, hasProgressed);
    if (deferred && !retry) {
      // Recipients of the next slices were not tried yet: each gets a call before the batch is given up.
      pending = pending.slice(CONCURRENT_CALLS);
      const failed = toFailed(remaining.slice(0, remaining.length - pending.length), deferred);
      await record(
        [...deliveries, ...failed].filter(isLastOfPerson),
        pending.length === 0 ? { state: 'done' } : { state: 'sending' },
      );
      continue;
    }
    const isDone = remaining.length === 0;
    await record(deliveries, retry ?? (isDone ? { state: 'done' } : { state: 'sending' }));
    if (refused) return toAbortResult(refused);
    if (retry) return 'continue';
    pending = remaining;
  }
  if (recipients.length === interrupted.length) await record([], { state: 'done' });
  return 'continue';
}

type DeferredOutcome = Extract<SendOutcome, { state: 'later' }>;

/** Whether the same call may be repeated: it never arrived, or the platform deduplicates calls by their key. */
const isRetryable = ({ mayHaveArrived }: DeferredOutcome, deduplicates: boolean): boolean =>
  deduplicates || mayHaveArrived !== true;

/** Of several deliveries of one person the last one counts. */
const isLastOfPerson = (delivery: Delivery, at: number, all: Delivery[]): boolean =>
  all.findLastIndex(({ recipient }) => recipient.profile === delivery.recipient.profile) === at;

const toFailed = (recipients: readonly Recipient[], { note }: DeferredOutcome): Delivery[] =>
  recipients.map((recipient) => ({ recipient, state: 'failed', calls: recipient.calls, note }));

/** @throws LeaseLostError where another process has begun one of these calls or claimed the batch, or the broadcast was stopped */
async function markCalling(
  { context: { db }, run, batch, worker }: ClaimedBatch,
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
  { context, run, batch, channel }: ClaimedBatch,
  sender: Sender,
  recipient: Recipient,
): Promise<SendOutcome> {
  const { calls, place, person, profile, last_inbound: lastInbound } = recipient;
  const messages = bodiesFor(run, recipient).slice(
    calls * sender.maxMessagesPerCall,
    (calls + 1) * sender.maxMessagesPerCall,
  );
  const message = {
    ...{ outbound: context.settings, channel, person, profile, messages },
    ...{
      id: run.campaign,
      key: idempotencyKey(batch.retry_key, 1 + place * MAX_CALLS_PER_PERSON + calls),
      isRetry: recipient.calling,
    },
    about: { source: 'BROADCAST' as const, campaign: run.campaign },
    ...(lastInbound && { lastInbound }),
  };
  return callSafely(context, () => sender.send(message, { db: context.db }));
}

async function callSafely(
  { onError }: Context,
  call: () => Promise<SendOutcome> | undefined,
): Promise<SendOutcome> {
  try {
    return (await call()) ?? { state: 'failed', note: storedText('The channel cannot send to many') };
  } catch (error) {
    onError(error);
    return { state: 'unknown', note: storedText('It could not be sent') };
  }
}

function toDelivery(
  recipient: Recipient,
  outcome: SendOutcome,
  callsNeeded: number,
  deduplicates: boolean,
): Delivery {
  const { calls } = recipient;
  if (outcome.state === 'sent') {
    const endedCalls = calls + 1;
    return { recipient, state: endedCalls >= callsNeeded ? 'sent' : 'waiting', calls: endedCalls };
  }
  const { note } = outcome;
  if (outcome.state === 'failed') return { recipient, state: 'failed', calls, note };
  if (outcome.state === 'later' && isRetryable(outcome, deduplicates))
    return { recipient, state: 'waiting', calls };
  return { recipient, state: 'unclear', calls, note };
}

/** The outcome of a call that is not repeated. */
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

/** The batch waits because the channel's rate limit is reached; no call was made. */
const throttled = ({ attempts }: Batch, limit: { retryAfterS: number; note: string }): BatchState => ({
  ...{ state: 'waiting', attempts },
  ...limit,
});

/** The state of a batch that is tried again; undefined where the outcome is final. */
function reschedule(
  { attempts }: Batch,
  outcome: SendOutcome,
  hasProgressed = false,
): Extract<BatchState, { state: 'waiting' }> | undefined {
  if (outcome.state !== 'later') return undefined;
  const nextAttempts = hasProgressed ? 1 : attempts + 1;
  if (nextAttempts >= MAX_ATTEMPTS) return undefined;
  const maxDelayS = outcome.isLimit ? MAX_RETRY_DELAY_AT_LIMIT_S : MAX_RETRY_DELAY_S;
  const retryAfterS = outcome.retryAfterS ?? Math.min(maxDelayS, 0.5 * 2 ** (nextAttempts - 1));
  return {
    ...{ state: 'waiting', retryAfterS, attempts: nextAttempts, note: outcome.note },
    ...(outcome.isLimit && { isLimit: true }),
  };
}
