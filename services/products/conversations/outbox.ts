import { createHash } from 'node:crypto';
import type { Message } from '../../../schemas/generated/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { events } from '../../engine/resources/events/events.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { LOCK_ORDER_SQL, type ClaimedConversation, type Leases, type PendingOutbound } from './leases.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { toMessageContent } from '../../channels/messageContent.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import type { MessageBody } from '../../channels/types.ts';
import { cutStored } from '../../../schemas/texts/stored.ts';

/** The result of a call to a platform. */
export interface SendResult {
  messages: { body: MessageBody; place: number; note?: string; isDelivered: boolean }[];
  /** Calls of the answer that have ended. */
  callsDone: number;
  /** No call of the answer is left. */
  isComplete: boolean;
}

/** The key of one call of an answer: a UUID, the same on every attempt. */
export function idempotencyKey(id: string, call: number): string {
  if (call === 0) return id;
  const bytes = createHash('sha256').update(`${id}/${call}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The result of a call in a conversation, with the events that record it. */
interface SentRecord {
  profile: string;
  outbound: string;
  result: SendResult;
  rows: Partial<Message>[];
}

/** Records in one transaction, and time between two transactions. */
const MAX_RECORDS_PER_TRANSACTION = 50;
const BATCH_INTERVAL_MS = 50;
const batchers = new WeakMap<Leases, Batcher<SentRecord, boolean>>();

/**
 * Records the result of a call, with an event for each message, all or nothing.
 * @throws LeaseLostError, and nothing is recorded
 */
export async function recordSent(
  context: Context,
  leases: Leases,
  { profile, channel, lastInbound, aheadMs }: ClaimedConversation,
  { id, about }: PendingOutbound,
  result: SendResult,
): Promise<void> {
  // By the platform's clock, so that no answer has an earlier time than what it answers.
  const now = timeAfter(lastInbound, Date.now() + aheadMs);
  const type = (await findChannel(context.services(), channel))?.type;
  const rows = result.messages.map(({ body, place, note, isDelivered }): Partial<Message> => ({
    ...about,
    // A millisecond apart, to keep their order.
    at: new Date(now + place).toISOString(),
    key: `${id}/${place}`,
    kind: isDelivered ? 'message' : 'undelivered',
    ...{ channel, profile, answer: about.answer ?? id, place, ...toMessageContent(body, type) },
    ...(note !== undefined && { note: cutStored(note, 300) }),
  }));
  const batcher =
    batchers.get(leases) ??
    new Batcher((sent) => recordSentBatch(context, leases, sent), {
      maxWeight: MAX_RECORDS_PER_TRANSACTION,
      minIntervalMs: BATCH_INTERVAL_MS,
    });
  batchers.set(leases, batcher);
  if (!(await batcher.enqueue({ profile, outbound: id, result, rows }))) throw new LeaseLostError(profile);
}

/** By which the clocks of two of our processes may differ. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** The present; or just after the last inbound event, where a process with another clock received that. */
function timeAfter(lastInbound: Date | undefined, now: number): number {
  const last = lastInbound?.getTime() ?? 0;
  return last >= now && last - now < MAX_CLOCK_SKEW_MS ? last + 1 : now;
}

/** @returns for each whether the conversation is still leased to this process */
async function recordSentBatch(
  { services, onError }: Context,
  leases: Leases,
  sent: readonly SentRecord[],
): Promise<boolean[]> {
  const { result: results } = await runInTransaction(services(), async ({ tx, afterCommit }) => {
    const held = await tx.query<{ profile: string }>(RECORD_SENT_SQL, [
      leases.worker,
      sent.map(({ profile }) => profile),
      sent.map(({ outbound }) => outbound),
      sent.map(({ result }) => (result.isComplete ? null : result.callsDone)),
    ]);
    const profiles = new Set(held.map(({ profile }) => profile));
    const recorded = sent.filter(({ profile }) => profiles.has(profile));
    const within = { tx, afterCommit: (work: () => Promise<void>) => void afterCommit.push(work) };
    const rows = recorded.flatMap((record) => record.rows);
    // Last, because transactions that count in the same hour wait until this one is committed.
    const { refused } = await events(services(), 'message').append(rows, { within, skipInvalid: true });
    for (const { fields } of refused)
      onError(new Error(`A message was not recorded: ${JSON.stringify(fields)}`));
    return sent.map(({ profile }) => profiles.has(profile));
  });
  return results;
}

/** Locks the conversations that are still leased to this process until the transaction ends. */
const RECORD_SENT_SQL = `WITH given AS (SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS given(profile, id, done)),
  held AS MATERIALIZED (SELECT profile FROM conversation WHERE profile = ANY($2::uuid[]) AND worker = $1::uuid
    ${LOCK_ORDER_SQL} FOR NO KEY UPDATE),
  ended AS (DELETE FROM conversation_outbound AS stored USING given JOIN held USING (profile)
    WHERE stored.id = given.id AND given.done IS NULL),
  begun AS (UPDATE conversation_outbound AS stored SET done = given.done, calling = NULL, attempts = 0
    FROM given JOIN held USING (profile) WHERE stored.id = given.id AND given.done IS NOT NULL)
  SELECT profile FROM held`;
