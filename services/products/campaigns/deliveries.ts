import type { Message } from '../../../schemas/generated/types.ts';
import { toMessageContent } from '../../channels/messageContent.ts';
import type { Context } from '../../engine/modules/module.ts';
import { measure } from '../../engine/metrics/measure.ts';
import { events } from '../../engine/resources/events/events.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { notifyHeldUp } from './heldUp.ts';
import { assertBatchHeld, recordThrottling, updateCounts, type Recipient, type Run } from './store.ts';
import { cutStored } from '../../../schemas/texts/stored.ts';

/** The outcome for one recipient. */
export interface Delivery {
  recipient: Recipient;
  /** `waiting`: some calls are still to be made. */
  state: 'waiting' | 'sent' | 'failed' | 'unclear';
  /** Calls that have ended. */
  calls: number;
  /** The group that the recipient is moved to, which is called with its own retry key. */
  group?: number;
  note?: string;
}

/** The next state of a batch. */
export type BatchState =
  | { state: 'sending' }
  | { state: 'done'; note?: string; requestId?: string }
  /** Retried later; the note says why it waits. */
  | { state: 'waiting'; retryAfterS: number; attempts: number; note?: string; isLimit?: boolean };

/** A batch that waits so long, or so often without progress, holds its broadcast up. */
const HELD_UP_AFTER_S = 60;
const HELD_UP_AFTER_ATTEMPTS = 3;
/** Characters of a note that are stored. */
const MAX_NOTE_CHARS = 300;

/** Whether a batch waits longer than a rate limit usually makes it wait. */
const isHeldUp = ({ retryAfterS, attempts, isLimit }: Extract<BatchState, { state: 'waiting' }>): boolean =>
  isLimit === true || retryAfterS >= HELD_UP_AFTER_S || attempts >= HELD_UP_AFTER_ATTEMPTS;

/**
 * Stores deliveries of a batch and the batch's new state, with an event for each message, all or nothing.
 * @throws LeaseLostError, and nothing is stored
 */
export async function recordDeliveries(
  context: Context,
  worker: string,
  { campaign, bodies, audience, begun_at: begunAt }: Run,
  batch: number,
  deliveries: readonly Delivery[],
  batchState: BatchState,
): Promise<void> {
  const services = context.services();
  const now = Date.now();
  // Most recipients get the same messages, which are converted once: their events differ only in the person.
  const sharedContents = bodies.map((body) => toMessageContent(body, audience.type));
  const maxMessages = Math.max(0, ...deliveries.map(({ recipient }) => (recipient.bodies ?? bodies).length));
  const rows = Array.from({ length: maxMessages }, (_, place) => place).flatMap((place) => {
    const at = new Date(now + place).toISOString();
    return deliveries.flatMap(({ recipient, state, note }): Partial<Message>[] => {
      const body = (recipient.bodies ?? bodies)[place];
      if (state === 'waiting' || !body) return [];
      return [
        {
          ...{ at, key: `${campaign}/${recipient.profile}/${place}` },
          kind: state === 'failed' ? 'undelivered' : 'message',
          source: 'BROADCAST',
          ...{ channel: audience.channel, profile: recipient.profile, campaign, answer: campaign, place },
          ...(recipient.bodies ? toMessageContent(body, audience.type) : sharedContents[place]),
          ...(note !== undefined && { note: cutStored(note, MAX_NOTE_CHARS) }),
        },
      ];
    });
  });
  const count = (state: Delivery['state']): number =>
    deliveries.filter((delivery) => delivery.state === state).length;
  await runInTransaction(services, async (unit) => {
    const { tx, afterCommit, liveChanges } = unit;
    await assertBatchHeld(tx, campaign, batch, worker);
    if (deliveries.length > 0) {
      await tx.query(
        `UPDATE broadcast_recipient AS stored SET state = new.state, calls = new.calls, note = new.note, calling = false,
           crowd = coalesce(new.crowd, stored.crowd)
         FROM unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[]) AS new(profile, state, calls, note, crowd)
         WHERE stored.campaign = $1::uuid AND stored.profile = new.profile`,
        [
          campaign,
          deliveries.map(({ recipient }) => recipient.profile),
          deliveries.map(({ state }) => state),
          deliveries.map(({ calls }) => calls),
          deliveries.map(({ note }) => (note === undefined ? null : cutStored(note, MAX_NOTE_CHARS))),
          deliveries.map(({ group }) => group ?? null),
        ],
      );
      const within = { tx, afterCommit: (work: () => Promise<void>) => void afterCommit.push(work) };
      const { refused } = await events(services, 'message').append(rows, { within, skipInvalid: true });
      for (const { fields } of refused)
        context.onError(new Error(`A message was not recorded: ${JSON.stringify(fields)}`));
    }
    if (batchState.state === 'done')
      await tx.query(
        `UPDATE broadcast_part SET state = 'done', worker = NULL, ended_at = clock_timestamp(), note = $3
         WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, batch, batchState.note ?? null],
      );
    if (batchState.state === 'done' && batchState.requestId !== undefined)
      await tx.query('UPDATE broadcast_run SET request = $2 WHERE campaign = $1::uuid', [
        campaign,
        batchState.requestId,
      ]);
    if (batchState.state === 'waiting') {
      await tx.query(
        `UPDATE broadcast_part SET state = 'waiting', worker = NULL, attempts = $3::int, note = $4,
           due_at = clock_timestamp() + $5::float8 * interval '1 s' WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, batch, batchState.attempts, batchState.note ?? null, batchState.retryAfterS],
      );
      if (batchState.note !== undefined) await recordThrottling(tx, campaign, batchState.note);
      if (batchState.note !== undefined && isHeldUp(batchState))
        await notifyHeldUp(services, unit, campaign, batchState.note, begunAt);
    }
    await tx.query(
      `UPDATE broadcast_run SET sent = sent + $2::int, failed = failed + $3::int, unclear = unclear + $4::int
       WHERE campaign = $1::uuid`,
      [campaign, count('sent'), count('failed'), count('unclear')],
    );
    await updateCounts(services, tx, campaign);
    liveChanges.push({ entity: 'campaign', id: campaign, version: null, by: null, entityOnly: true });
  });
  for (const result of ['sent', 'failed', 'unclear'] as const)
    measure('console_broadcast_recipients_total', count(result), { result });
}
