import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../schemas/messages/types.ts';
import type { Body } from '../../channels/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { membersAfter, type Audience, type Member } from './audience.ts';
import type { Values, Wording } from './content.ts';

/** People of a part: what LINE takes in one call. */
export const PART = 500;
/** People that are taken into parts by one question. */
const TAKEN_AT_ONCE = 10 * PART;
/** Names that LINE counts under in a month for a channel are 1,000; what is sent under more it refuses. */
const MOST_UNITS = 900;
/** Seconds after which a part whose process says nothing is taken up by another. */
const LEASE_S = 30;

/** How far a broadcast is. */
export interface Run {
  campaign: string;
  state: 'sending' | 'stopped' | 'over';
  /** The channel has no credentials: nothing leaves the services. */
  sandbox: boolean;
  /** One call reaches everybody; the parts only say whom. */
  at_once: boolean;
  answer: Answer;
  /** Of the variables that the answer names; null for one that began before they were stored. */
  variables: Values | null;
  bodies: Body[];
  audience: Audience;
  reached: string | null;
  is_taken: boolean;
  parts: number;
  expected: number;
  people: number;
  sent: number;
  failed: number;
  unclear: number;
  begun_at: Date;
  ended_at: Date | null;
  /** It is not kept any more who got it: nobody is sent to again. */
  recipients_removed_at: Date | null;
  /** What LINE calls the request that reached everybody. */
  request: string | null;
  /** The name under which the platform counts what becomes of the parts. */
  unit: string | null;
}

/** Up to 500 people who are sent to together; part 0 of a run `at_once` is the call that reaches everybody. */
export interface Part {
  part: number;
  /** Of its calls the keys are made. */
  retry_key: string;
  attempts: number;
  made_at: Date;
}

export interface Recipient {
  profile: string;
  person: string;
  place: number;
  crowd: number;
  bodies: Body[] | null;
  last_inbound: Date | null;
  calls: number;
  calling: boolean;
}

/** The part is another process's by now: what was about to be stored is not this one's to store. */
export class LostPart extends Error {
  override name = 'LostPart';
}

export async function findRun(db: Queryable, campaign: string, lock = ''): Promise<Run | undefined> {
  const [run] = await db.query<Run & Record<string, unknown>>(
    `SELECT * FROM broadcast_run WHERE campaign = $1::uuid ${lock}`,
    [campaign],
  );
  return run;
}

/** Stores a run with which a broadcast begins. */
export async function beginRun(
  tx: Queryable,
  run: Pick<
    Run,
    'campaign' | 'sandbox' | 'at_once' | 'answer' | 'variables' | 'bodies' | 'audience' | 'expected'
  >,
): Promise<void> {
  const unit = run.sandbox || run.at_once ? undefined : await unitFor(tx, run);
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

/** The name under which the platform counts the parts of a run; undefined where it has no such names, or no more in this month. */
async function unitFor(
  tx: Queryable,
  { campaign, audience: { type, channel } }: Pick<Run, 'campaign' | 'audience'>,
): Promise<string | undefined> {
  if (!capabilitiesOf(type).figures) return undefined;
  const [row] = await tx.query<{ used: number }>(
    `SELECT count(*)::int AS used FROM broadcast_run
     WHERE unit IS NOT NULL AND audience ->> 'channel' = $1 AND begun_at > clock_timestamp() - interval '31 days'`,
    [channel],
  );
  return (row?.used ?? 0) < MOST_UNITS ? unitOf(campaign) : undefined;
}

/** A UUID in as many letters and figures as LINE takes. */
const unitOf = (campaign: string): string => `b${BigInt(`0x${campaign.replaceAll('-', '')}`).toString(36)}`;

/**
 * Takes the next people into parts, each with the key that it is sent to with. Many at once: what a segment asks is asked
 * of everybody each time. @returns whether there was anybody to take
 */
export async function takeParts(services: Services, campaign: string, wording: Wording): Promise<boolean> {
  const { result } = await runInTransaction(services, async ({ tx }) => {
    const run = await findRun(tx, campaign, 'FOR UPDATE');
    if (!run || run.state !== 'sending' || run.is_taken) return false;
    const after = run.reached ?? undefined;
    const members = await membersAfter(services, tx, run.audience, after, TAKEN_AT_ONCE, run.begun_at);
    let { parts } = run;
    // What each of them gets is made for one part at a time: it may be long.
    for (let from = 0; from < members.length; from += PART)
      await storePart(tx, run, (parts += 1), members.slice(from, from + PART), wording);
    await tx.query(
      `UPDATE broadcast_run SET reached = $2::uuid, is_taken = $3::boolean, parts = $4::int, people = people + $5::int
       WHERE campaign = $1::uuid`,
      [
        campaign,
        members.at(-1)?.profile ?? run.reached,
        members.length < TAKEN_AT_ONCE,
        parts,
        members.length,
      ],
    );
    return members.length > 0;
  });
  return result;
}

async function storePart(
  tx: Queryable,
  { campaign, bodies }: Run,
  part: number,
  members: readonly Member[],
  wording: Wording,
): Promise<void> {
  const crowds = new Map([[JSON.stringify(bodies), 0]]);
  const rows = members.map((member, place) => {
    const own = wording.bodiesFor(member);
    const text = JSON.stringify(own ?? bodies);
    const crowd = crowds.get(text) ?? crowds.size;
    crowds.set(text, crowd);
    const { profile, person, lastInbound } = member;
    return {
      ...{ profile, person, place, crowd },
      bodies: crowd === 0 ? null : own,
      last_inbound: lastInbound?.toISOString() ?? null,
    };
  });
  await tx.query(
    `INSERT INTO broadcast_part (campaign, part, retry_key, people) VALUES ($1::uuid, $2::int, $3::uuid, $4::int)`,
    [campaign, part, randomUUID(), members.length],
  );
  await tx.query(
    `INSERT INTO broadcast_recipient (campaign, part, profile, person, place, crowd, bodies, last_inbound)
     SELECT $1::uuid, $2::int, profile, person, place, crowd, bodies, last_inbound
     FROM jsonb_to_recordset($3::jsonb) AS told(profile uuid, person text, place int, crowd int, bodies jsonb, last_inbound timestamptz)`,
    [campaign, part, JSON.stringify(rows)],
  );
}

/** Takes up the first part that is due and that no living process has. */
export async function claimPart(db: Queryable, campaign: string, worker: string): Promise<Part | undefined> {
  const [part] = await db.query<Part & Record<string, unknown>>(
    `UPDATE broadcast_part SET state = 'sending', worker = $2::uuid,
       leased_until = clock_timestamp() + interval '${LEASE_S} s'
     WHERE (campaign, part) IN (SELECT campaign, part FROM broadcast_part
       WHERE campaign = $1::uuid AND state IN ('waiting', 'sending') AND due_at <= clock_timestamp()
         AND (leased_until IS NULL OR leased_until < clock_timestamp())
         AND EXISTS (SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid AND state = 'sending')
       ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING part, retry_key, attempts, made_at`,
    [campaign, worker],
  );
  return part;
}

/** What is still to be done: milliseconds until a part is due, or that none is left. */
export async function partsLeft(db: Queryable, campaign: string): Promise<{ left: number; wait: number }> {
  const [row] = await db.query<{ left: number; wait: number | null }>(
    `SELECT count(*)::int AS left, greatest(0, extract(epoch FROM
       min(greatest(due_at, coalesce(leased_until, due_at))) - clock_timestamp()) * 1000)::float8 AS wait
     FROM broadcast_part WHERE campaign = $1::uuid AND state IN ('waiting', 'sending')`,
    [campaign],
  );
  return { left: row?.left ?? 0, wait: row?.wait ?? 0 };
}

/** @throws LostPart; else the part stays the process's until the transaction ends */
export async function demandPart(
  tx: Queryable,
  campaign: string,
  part: number,
  worker: string,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE broadcast_part SET leased_until = clock_timestamp() + interval '${LEASE_S} s'
     WHERE campaign = $1::uuid AND part = $2::int AND worker = $3::uuid AND state = 'sending' RETURNING 1`,
    [campaign, part, worker],
  );
  if (rows.length === 0) throw new LostPart(`${campaign}/${part}`);
}

export function waitingOf(db: Queryable, campaign: string, part: number): Promise<Recipient[]> {
  return db.query<Recipient & Record<string, unknown>>(
    `SELECT profile, person, place, crowd, bodies, last_inbound, calls, calling FROM broadcast_recipient
     WHERE campaign = $1::uuid AND part = $2::int AND state = 'waiting' ORDER BY place`,
    [campaign, part],
  );
}

/** Shows at the broadcast what its run counts. */
export async function showCounts({ catalog }: Services, tx: Queryable, campaign: string): Promise<void> {
  const run = await findRun(tx, campaign);
  if (!run) return;
  const { people, sent, failed, unclear, expected, is_taken: isTaken } = run;
  const total = isTaken ? people : Math.max(expected, people);
  const left = Math.max(0, total - sent - failed - unclear);
  const values = { total, sent, failed, unknown: unclear, left };
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'campaign', [{ id: campaign, values }]);
}

/** Something that is told on the time line. */
export async function noteMoment(
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

/** That a platform keeps a broadcast waiting, once a minute. */
export async function noteSlowed(tx: Queryable, campaign: string, note: string): Promise<void> {
  await tx.query(
    `INSERT INTO broadcast_moment (campaign, kind, note) SELECT $1::uuid, 'slowed', $2 WHERE NOT EXISTS (
       SELECT 1 FROM broadcast_moment WHERE campaign = $1::uuid AND kind = 'slowed' AND at > clock_timestamp() - interval '1 minute')`,
    [campaign, note],
  );
}
