import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { randomUUID } from 'node:crypto';
import type { AnswerContent } from '../../../schemas/messages/types.ts';
import type { MessageBody } from '../../channels/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { listMembersAfter, type Audience, type Member } from './audience.ts';
import type { VariableValues, MessageRenderer } from './content.ts';

/** LINE's limit for one multicast call. */
export const MAX_PEOPLE_PER_BATCH = 500;
/** Members read per query, to be divided into batches. */
const PEOPLE_PER_QUERY = 10 * MAX_PEOPLE_PER_BATCH;
/** Aggregation units of a channel in a month; LINE refuses more than 1,000. */
const MAX_AGGREGATION_UNITS = 900;

/** A row of `broadcast_run`: what a broadcast sends, to whom, and its progress. */
export interface Run {
  campaign: string;
  /** `held`: it is retried when its undo period is over. */
  state: 'sending' | 'held' | 'stopped' | 'over';
  /** The channel has no credentials: nothing leaves the services. */
  sandbox: boolean;
  /** One call reaches everybody; the batches only record the recipients. */
  at_once: boolean;
  answer: AnswerContent;
  /** Values of the variables that the answer names; null in runs of an older version. */
  variables: VariableValues | null;
  bodies: MessageBody[];
  audience: Audience;
  /** Id of the last profile that is in a batch. */
  reached: string | null;
  /** The whole audience is in batches. */
  is_taken: boolean;
  /** Number of batches so far. */
  parts: number;
  expected: number;
  people: number;
  sent: number;
  failed: number;
  unclear: number;
  begun_at: Date;
  ended_at: Date | null;
  /** When the recipients were deleted, so that the run can no longer be retried. */
  recipients_removed_at: Date | null;
  /** While it is held: when its undo period ends, and what the broadcast was before. */
  held_until: Date | null;
  held_from: HeldFrom | null;
  /** The platform's id of the request that reached everybody. */
  request: string | null;
  /** The name under which the platform counts the calls of all batches together. */
  unit: string | null;
}

/** The state of a run and its broadcast before a retry. */
export interface HeldFrom {
  run: 'stopped' | 'over';
  status: 'failed' | 'executed';
  reason?: string;
}

/** Up to 500 recipients; batch 0 of a run `at_once` is the call that reaches everybody. */
export interface Batch {
  number: number;
  /** The retry keys of its calls are derived from it. */
  retry_key: string;
  attempts: number;
}

export interface Recipient {
  profile: string;
  person: string;
  place: number;
  group: number;
  bodies: MessageBody[] | null;
  last_inbound: Date | null;
  /** Calls that have ended. */
  calls: number;
  /** A call has begun and has not ended. */
  calling: boolean;
}

export async function findRun(db: Queryable, campaign: string, lock = ''): Promise<Run | undefined> {
  const [run] = await db.query<Run & Record<string, unknown>>(
    `SELECT * FROM broadcast_run WHERE campaign = $1::uuid ${lock}`,
    [campaign],
  );
  return run;
}

/** Whether a broadcast is still being sent; long batches check it before every call. */
export async function isSending(db: Queryable, campaign: string): Promise<boolean> {
  const sql = `SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid AND state = 'sending'`;
  return (await db.query(sql, [campaign])).length > 0;
}

/** Stores a new run and, where one call reaches everybody, the batch of that call. */
export async function insertRun(
  tx: Queryable,
  run: Pick<
    Run,
    'campaign' | 'sandbox' | 'at_once' | 'answer' | 'variables' | 'bodies' | 'audience' | 'expected'
  >,
): Promise<void> {
  const unit = run.sandbox || run.at_once ? undefined : await findAggregationUnit(tx, run);
  await tx.query(
    `INSERT INTO broadcast_run (campaign, state, sandbox, at_once, answer, bodies, audience, expected, unit, variables, begun_at)
     VALUES ($1::uuid, 'sending', $2::boolean, $3::boolean, $4::jsonb, $5::jsonb, $6::jsonb, $7::int, $8, $9::jsonb, clock_timestamp())`,
    [
      run.campaign,
      run.sandbox,
      run.at_once,
      JSON.stringify(run.answer),
      JSON.stringify(run.bodies),
      JSON.stringify(run.audience),
      run.expected,
      unit ?? null,
      JSON.stringify(run.variables ?? {}),
    ],
  );
  if (run.at_once)
    await tx.query(
      `INSERT INTO broadcast_part (campaign, part, retry_key, people) VALUES ($1::uuid, 0, $2::uuid, 0)`,
      [run.campaign, randomUUID()],
    );
}

/** Why the platform refused the call that reaches everybody; undefined where it accepted it, or was not called yet. */
export async function findRefusedCall(db: Queryable, campaign: string): Promise<string | undefined> {
  const [call] = await db.query<{ note: string }>(
    `SELECT note FROM broadcast_part WHERE campaign = $1::uuid AND part = 0 AND state = 'done' AND note IS NOT NULL`,
    [campaign],
  );
  return call?.note;
}

/** The name under which the platform counts the calls of a run; undefined where it has no such names, or the month's are used up. */
async function findAggregationUnit(
  tx: Queryable,
  { campaign, audience: { type, channel } }: Pick<Run, 'campaign' | 'audience'>,
): Promise<string | undefined> {
  if (!capabilitiesOf(type).figures) return undefined;
  const [row] = await tx.query<{ used: number }>(
    `SELECT count(*)::int AS used FROM broadcast_run
     WHERE unit IS NOT NULL AND audience ->> 'channel' = $1 AND begun_at > clock_timestamp() - interval '31 days'`,
    [channel],
  );
  return (row?.used ?? 0) < MAX_AGGREGATION_UNITS ? toAggregationUnit(campaign) : undefined;
}

/** Shortens a UUID to the length of a LINE aggregation unit. */
const toAggregationUnit = (campaign: string): string =>
  `b${BigInt(`0x${campaign.replaceAll('-', '')}`).toString(36)}`;

/**
 * Divides the next members of the audience into batches, each with its own retry key. Many at a time, because every query
 * evaluates the segment's conditions for the whole audience.
 */
export async function createBatches(
  services: Services,
  campaign: string,
  renderer: MessageRenderer,
): Promise<void> {
  await runInTransaction(services, async ({ tx }) => {
    const run = await findRun(tx, campaign, 'FOR UPDATE');
    if (!run || run.state !== 'sending' || run.is_taken) return;
    const after = run.reached ?? undefined;
    const members = await listMembersAfter(services, tx, run.audience, after, PEOPLE_PER_QUERY, run.begun_at);
    let { parts } = run;
    // Messages are rendered for one batch at a time: they may be long.
    for (let from = 0; from < members.length; from += MAX_PEOPLE_PER_BATCH)
      await insertBatch(tx, run, (parts += 1), members.slice(from, from + MAX_PEOPLE_PER_BATCH), renderer);
    await tx.query(
      `UPDATE broadcast_run SET reached = $2::uuid, is_taken = $3::boolean, parts = $4::int, people = people + $5::int
       WHERE campaign = $1::uuid`,
      [
        campaign,
        members.at(-1)?.profile ?? run.reached,
        members.length < PEOPLE_PER_QUERY,
        parts,
        members.length,
      ],
    );
  });
}

async function insertBatch(
  tx: Queryable,
  { campaign, bodies, at_once: isInOneCall }: Run,
  batch: number,
  members: readonly Member[],
  renderer: MessageRenderer,
): Promise<void> {
  const groups = new Map([[JSON.stringify(bodies), 0]]);
  const rows = members.map((member, place) => {
    const own = isInOneCall ? undefined : renderer.bodiesFor(member);
    const key = JSON.stringify(own ?? bodies);
    const crowd = groups.get(key) ?? groups.size;
    groups.set(key, crowd);
    const { profile, person, lastInbound } = member;
    return {
      ...{ profile, person, place, crowd },
      bodies: crowd === 0 ? null : own,
      last_inbound: lastInbound?.toISOString() ?? null,
    };
  });
  await tx.query(
    `INSERT INTO broadcast_part (campaign, part, retry_key, people) VALUES ($1::uuid, $2::int, $3::uuid, $4::int)`,
    [campaign, batch, randomUUID(), members.length],
  );
  await tx.query(
    `INSERT INTO broadcast_recipient (campaign, part, profile, person, place, crowd, bodies, last_inbound)
     SELECT $1::uuid, $2::int, profile, person, place, crowd, bodies, last_inbound
     FROM jsonb_to_recordset($3::jsonb) AS new(profile uuid, person text, place int, crowd int, bodies jsonb, last_inbound timestamptz)`,
    [campaign, batch, JSON.stringify(rows)],
  );
}

/**
 * Claims the first batch that is due. Each broadcast has one job at a time, whose transactions assert its lease: batches
 * claimed by other workers belong to jobs that have ended.
 * @param worker id of the job's run, which claims a batch once
 */
export async function claimBatch(
  tx: Queryable,
  campaign: string,
  worker: string,
): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch & Record<string, unknown>>(
    `UPDATE broadcast_part SET state = 'sending', worker = $2::uuid
     WHERE (campaign, part) IN (SELECT campaign, part FROM broadcast_part
       WHERE campaign = $1::uuid AND state IN ('waiting', 'sending') AND due_at <= clock_timestamp()
         AND worker IS DISTINCT FROM $2::uuid
         AND EXISTS (SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid AND state = 'sending')
       ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING part AS number, retry_key, attempts`,
    [campaign, worker],
  );
  return batch;
}

/** Counts the batches that are not done, with the milliseconds until the next is due. */
export async function countPendingBatches(
  db: Queryable,
  campaign: string,
): Promise<{ left: number; waitMs: number }> {
  const [row] = await db.query<{ left: number; wait: number | null }>(
    `SELECT count(*)::int AS left, greatest(0, extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS wait
     FROM broadcast_part WHERE campaign = $1::uuid AND state IN ('waiting', 'sending')`,
    [campaign],
  );
  return { left: row?.left ?? 0, waitMs: row?.wait ?? 0 };
}

/** Locks the batch until the transaction ends. @throws LeaseLostError where the worker no longer holds it */
export async function assertBatchHeld(
  tx: Queryable,
  campaign: string,
  batch: number,
  worker: string,
): Promise<void> {
  const rows = await tx.query(
    `SELECT 1 FROM broadcast_part
     WHERE campaign = $1::uuid AND part = $2::int AND worker = $3::uuid AND state = 'sending' FOR NO KEY UPDATE`,
    [campaign, batch, worker],
  );
  if (rows.length === 0) throw new LeaseLostError(`${campaign}/${batch}`);
}

export function listPendingRecipients(db: Queryable, campaign: string, batch: number): Promise<Recipient[]> {
  return db.query<Recipient & Record<string, unknown>>(
    `SELECT profile, person, place, crowd AS "group", bodies, last_inbound, calls, calling FROM broadcast_recipient
     WHERE campaign = $1::uuid AND part = $2::int AND state = 'waiting' ORDER BY place`,
    [campaign, batch],
  );
}

/** Updates the broadcast's live counts from its run. */
export async function updateCounts({ catalog }: Services, tx: Queryable, campaign: string): Promise<void> {
  const run = await findRun(tx, campaign);
  if (!run) return;
  const { people, sent, failed, unclear, expected, is_taken: isTaken } = run;
  const total = isTaken ? people : Math.max(expected, people);
  const left = Math.max(0, total - sent - failed - unclear);
  const values = { total, sent, failed, unknown: unclear, left };
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'campaign', [{ id: campaign, values }]);
}

/** Adds an entry to the broadcast's time line. */
export async function recordTimelineEntry(
  tx: Queryable,
  campaign: string,
  kind: string,
  { who, note }: { who?: string; note?: string } = {},
): Promise<void> {
  await tx.query('INSERT INTO broadcast_moment (campaign, kind, who, note) VALUES ($1::uuid, $2, $3, $4)', [
    campaign,
    kind,
    who ?? null,
    note ?? null,
  ]);
}

/** Adds to the time line that a platform throttles the broadcast, at most once a minute. */
export async function recordThrottling(tx: Queryable, campaign: string, note: string): Promise<void> {
  await tx.query(
    `INSERT INTO broadcast_moment (campaign, kind, note) SELECT $1::uuid, 'slowed', $2 WHERE NOT EXISTS (
       SELECT 1 FROM broadcast_moment WHERE campaign = $1::uuid AND kind = 'slowed' AND at > clock_timestamp() - interval '1 minute')`,
    [campaign, note],
  );
}
