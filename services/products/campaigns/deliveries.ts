import type { Message } from '../../../schemas/generated/types.ts';
import { toMessageContent } from '../../channels/messageContent.ts';
import type { Context } from '../../engine/modules/module.ts';
import { measure } from '../../engine/metrics/measure.ts';
import { events } from '../../engine/resources/events/events.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { tellHeldUp } from './heldUp.ts';
import { assertBatchHeld, recordThrottling, updateCounts, type Recipient, type Run } from './store.ts';
import { cutStored } from '../../../schemas/texts/stored.ts';

/** The outcome for one recipient. */
export interface Delivery {
  recipient: Recipient;
  /** `waiting`: some calls have ended, others are to come. */
  state: 'waiting' | 'sent' | 'failed' | 'unclear';
  /** Calls that have ended. */
  calls: number;
  /** The group that they are moved to, which is called with a retry key of its own. */
  group?: number;
  note?: string;
}

/** What becomes of the batch itself. */
export type BatchState =
  /** Calls are still to be made. */
  | { state: 'sending' }
  | { state: 'done'; note?: string; requestId?: string }
  /** Tried again later; the note says what keeps it waiting, where something does. */
  | { state: 'waiting'; retryAfterS: number; attempts: number; note?: string; isLimit?: boolean };

/** A broadcast that waits so long, or so often without getting on, is one that is held up. */
const HELD_UP_S = 60;
const HELD_UP_ATTEMPTS = 3;
/** Characters of a note that are stored. */
const MAX_NOTE_CHARS = 300;

/** Whether a batch waits for longer than sending at a platform's pace takes. */
const isHeldUp = ({ retryAfterS, attempts, isLimit }: Extract<BatchState, { state: 'waiting' }>): boolean =>
  isLimit === true || retryAfterS >= HELD_UP_S || attempts >= HELD_UP_ATTEMPTS;

/**
 * Stores deliveries of a batch and the batch's new state, with an event for each message, all or nothing.
 * @throws LeaseLostError, and nothing is stored
 */
export async function recordDeliveries(
  context: Context,
  worker: string,
  { campaign, bodies, audience, begun_at: begun }: Run,
  batch: number,
  deliveries: readonly Delivery[],
  next: BatchState,
): Promise<void> {
  const services = context.services();
  const now = Date.now();
  // Most recipients get the same messages: these are described once, and the events differ in the person alone.
  const same = bodies.map((body) => toMessageContent(body, audience.type));
  const most = Math.max(0, ...deliveries.map(({ recipient }) => (recipient.bodies ?? bodies).length));
  const rows = Array.from({ length: most }, (_, place) => place).flatMap((place) => {
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
          ...(recipient.bodies ? toMessageContent(body, audience.type) : same[place]),
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
        context.onFault(new Error(`A message was not recorded: ${JSON.stringify(fields)}`));
    }
    if (next.state === 'done')
      await tx.query(
        `UPDATE broadcast_part SET state = 'done', worker = NULL, ended_at = clock_timestamp(), note = $3
         WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, batch, next.note ?? null],
      );
    if (next.state === 'done' && next.requestId !== undefined)
      await tx.query('UPDATE broadcast_run SET request = $2 WHERE campaign = $1::uuid', [
        campaign,
        next.requestId,
      ]);
    if (next.state === 'waiting') {
      await tx.query(
        `UPDATE broadcast_part SET state = 'waiting', worker = NULL, attempts = $3::int, note = $4,
           due_at = clock_timestamp() + $5::float8 * interval '1 s' WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, batch, next.attempts, next.note ?? null, next.retryAfterS],
      );
      if (next.note !== undefined) await recordThrottling(tx, campaign, next.note);
      if (next.note !== undefined && isHeldUp(next))
        await tellHeldUp(services, unit, campaign, next.note, begun);
    }
    await tx.query(
      `UPDATE broadcast_run SET sent = sent + $2::int, failed = failed + $3::int, unclear = unclear + $4::int
       WHERE campaign = $1::uuid`,
      [campaign, count('sent'), count('failed'), count('unclear')],
    );
    await updateCounts(services, tx, campaign);
    liveChanges.push({ entity: 'campaign', id: campaign, version: null, by: null, vague: true });
  });
  for (const result of ['sent', 'failed', 'unclear'] as const)
    measure('console_broadcast_recipients_total', count(result), { result });
}
