import { randomUUID } from 'node:crypto';
import { MISSED_AFTER_MS } from '../../../schemas/campaigns/hourlyLimit.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import { recordCredentialsCheck } from '../../channels/channelState.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { JobContext } from '../../engine/jobs/index.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { withdraw, withdrawAllChanged } from './approval.ts';
import { notifyHeldUp } from './heldUp.ts';
import { readVariables, MessageRenderer, type Broadcast } from './content.ts';
import { listHeldRuns, releaseRun } from './hold.ts';
import { reserveSlot } from './hourlySlots.ts';
import { prepareRun, type NewRun } from './prepareRun.ts';
import { quietRefusal, readSendingRules } from './sendingRules.ts';
import { sendBatch, type BatchResult, type ClaimedBatch } from './sendBatch.ts';
import {
  insertRun,
  claimBatch,
  findRefusedCall,
  findRun,
  countPendingBatches,
  updateCounts,
  createBatches,
  type Run,
} from './store.ts';
import { cutStored, storedText } from '../../../schemas/texts/stored.ts';

export const START_JOB = 'broadcast.start';
export const SEND_JOB = 'broadcast.send';
export const startKey = (id: string): string => `${START_JOB}:${id}`;
export const sendKey = (id: string): string => `${SEND_JOB}:${id}`;
/** A job ends after this time and another one continues, so that other broadcasts get their turn. */
const MAX_JOB_MS = 30_000;
/** Batches that a job sends concurrently: one is stored while the platform answers another. */
const CONCURRENT_BATCHES = 2;
/** Broadcasts of each state that are resumed at a time. */
const MAX_RESUMED = 1_000;

export type { Broadcast };

/** Thrown where the hour is full. */
class HourFullError extends Error {
  /** @param nextFreeAt when the broadcast may begin, in milliseconds */
  constructor(readonly nextFreeAt: number) {
    super('The hour is full');
  }
}

export async function enqueueSend({ jobs }: Context, tx: Queryable, id: string, waitMs = 0): Promise<void> {
  const at = waitMs > 0 ? new Date(Date.now() + waitMs) : undefined;
  await jobs.enqueue(tx, SEND_JOB, { id }, { key: sendKey(id), ...(at && { at }) });
}

const rescheduleSend = (context: Context, id: string, waitMs = 0): Promise<void> =>
  context.db.transaction((tx) => enqueueSend(context, tx, id, waitMs));

const broadcastWriter = (context: Context) => records(context.services(), 'campaign', SYSTEM);
const findBroadcast = async (context: Context, id: string): Promise<Broadcast | undefined> =>
  (await context.services().catalog.require('campaign').repository.find(id)) as Broadcast | undefined;

/** Ignores conflicts with another change: there is nothing left to do. */
async function ignoreConflict(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'STALE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

/** Fails a broadcast with a reason for people. @param version fails only this version; omitted: any */
const failBroadcast = (context: Context, id: string, reason: string, version?: number): Promise<void> => {
  const values = { reason: cutStored(reason, 500) };
  return ignoreConflict(
    broadcastWriter(context).transition(id, 'fail', values, { version, validation: 'skip' }),
  );
};

/**
 * Begins a broadcast that is due; one that is late, empty or cannot be sent fails. If it is cancelled or rescheduled
 * meanwhile, nothing happens: the next job handles it as it is then.
 */
export async function startBroadcast(
  context: Context,
  id: string,
  { claimedAt, signal, assertHeld }: Pick<JobContext<object>, 'claimedAt' | 'signal' | 'assertHeld'>,
): Promise<void> {
  const now = claimedAt.getTime();
  const campaign = await findBroadcast(context, id);
  if (campaign?.status !== 'scheduled') return;
  const due = Date.parse(campaign.startsAt ?? '');
  if (due > now) {
    await context.db.transaction((tx) => scheduleStart(context, tx, id, due));
    return;
  }
  if (now - due > MISSED_AFTER_MS) {
    await failBroadcast(
      context,
      id,
      storedText('It missed its time, %{time} (UTC+7:00)', { time: formatTime(new Date(due).toISOString()) }),
      campaign.version,
    );
    return;
  }
  const prepared = await prepareRun(context, campaign);
  signal.throwIfAborted();
  if ('failReason' in prepared) {
    await failBroadcast(context, id, prepared.failReason, campaign.version);
    return;
  }
  if ('reviewReason' in prepared) {
    await withdraw(context, campaign, prepared.reviewReason);
    return;
  }
  try {
    await ignoreConflict(beginRun(context, campaign, prepared.run, assertHeld));
  } catch (error) {
    if (!(error instanceof HourFullError)) throw error;
    const refusal = quietRefusal(await readSendingRules(context.services()), error.nextFreeAt);
    if (refusal !== undefined) {
      const sentence = storedText(
        '60 broadcasts began within an hour. The next free time, %{quiet}. Look at it, and choose another time.',
        { quiet: refusal },
      );
      await withdraw(context, campaign, sentence);
      return;
    }
    const at = Math.min(error.nextFreeAt, due + MISSED_AFTER_MS + 1);
    const note = storedText('60 broadcasts began within an hour. The next free time is %{time} (UTC+7:00).', {
      time: formatTime(new Date(error.nextFreeAt).toISOString()),
    });
    await runInTransaction(context.services(), async (unit) => {
      await scheduleStart(context, unit.tx, id, at);
      await notifyHeldUp(context.services(), unit, id, note, new Date(due));
    });
  }
}

/** Enqueues the job that begins a broadcast at its time. */
export async function scheduleStart({ jobs }: Context, tx: Queryable, id: string, at: number): Promise<void> {
  await jobs.enqueue(tx, START_JOB, { id }, { key: startKey(id), at: new Date(at) });
}

/**
 * Reserves the slot in the hour, stores the run and makes the transition `start`, all or nothing.
 * @throws HourFullError
 * @throws ApiError 409 STALE where the broadcast has changed since the run was prepared
 * @throws LeaseLostError where another process has the job
 */
async function beginRun(
  context: Context,
  { id, version }: Broadcast,
  run: NewRun,
  assertHeld: JobContext<object>['assertHeld'],
): Promise<void> {
  const services = context.services();
  await runInTransaction(services, async (unit) => {
    const { tx } = unit;
    await assertHeld(tx);
    const options = { version, validation: 'skip' } as const;
    await records(services, 'campaign', SYSTEM, unit).transition(id, 'start', {}, options);
    const free = await reserveSlot(tx, id, Date.now());
    if (free !== undefined) throw new HourFullError(free);
    await insertRun(tx, run);
    await updateCounts(services, tx, id);
    await enqueueSend(context, tx, id);
  });
}

/** Sends the due batches of a broadcast for up to half a minute; then another job continues. */
export async function sendBroadcast(
  context: Context,
  id: string,
  { signal, assertHeld }: Pick<JobContext<object>, 'signal' | 'assertHeld'>,
): Promise<void> {
  const until = Date.now() + MAX_JOB_MS;
  const services = context.services();
  const waitMs = await releaseHold(context, id);
  if (waitMs > 0) return rescheduleSend(context, id, waitMs);
  const run = await findRun(context.db, id);
  if (run?.state !== 'sending') return;
  const channel = await findChannel(services, run.audience.channel);
  if (!channel?.active) {
    await failBroadcast(
      context,
      id,
      channel ? storedText('Its channel is not active') : storedText('Its channel is no longer there'),
    );
    return;
  }
  const origin = context.settings.publicUrl ?? null;
  // Runs of an older version have no stored variables and use their current values.
  const variables = run.variables ?? (await readVariables(services, run.answer));
  const renderer = new MessageRenderer(run.answer, channel.type, variables, origin);
  const aborts: AbortedBatch[] = [];
  const isOver = (): boolean => aborts.length > 0 || signal.aborted || Date.now() > until;
  const onAbort = (result: AbortedBatch): void => void aborts.push(result);
  const batchWorker: BatchWorker = {
    ...{ context, id, worker: randomUUID(), channel, renderer },
    ...{ signal, assertHeld, isOver, onAbort },
  };
  const workers = await Promise.allSettled(
    Array.from({ length: CONCURRENT_BATCHES }, () => sendBatches(batchWorker)),
  );
  // After the deliveries of the other batches are stored, because the reason counts them.
  const [abort] = aborts;
  if (abort) await abortRun(context, run, abort);
  for (const settled of workers) if (settled.status === 'rejected') throw settled.reason;
  const pending = await countPendingBatches(context.db, id);
  const latest = await findRun(context.db, id);
  if (latest?.state !== 'sending') return;
  if (pending.left > 0 || !latest.is_taken)
    return rescheduleSend(context, id, isOver() ? 0 : Math.max(pending.waitMs, 20));
  await finishRun(context, id);
}

/** @returns milliseconds until the undo period of a retry is over; 0 where there is none, or the retry has failed */
async function releaseHold(context: Context, id: string): Promise<number> {
  try {
    return await releaseRun(context.services(), id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STATE') throw error;
    await failBroadcast(context, id, error.message);
    return 0;
  }
}

type AbortedBatch = Exclude<BatchResult, 'continue'>;

interface BatchWorker extends Omit<ClaimedBatch, 'run' | 'batch'>, Pick<JobContext<object>, 'assertHeld'> {
  id: string;
  renderer: MessageRenderer;
  isOver: () => boolean;
  onAbort: (result: AbortedBatch) => void;
}

/**
 * Sends one batch after the other until none is due, or the broadcast or the job is over.
 * @throws LeaseLostError where another process has the job
 */
async function sendBatches(batchWorker: BatchWorker): Promise<void> {
  const { context, id, worker, renderer, assertHeld, isOver, onAbort } = batchWorker;
  for (;;) {
    const run = await findRun(context.db, id);
    if (run?.state !== 'sending' || isOver()) return;
    const batch = await context.db.transaction(async (tx) => {
      await assertHeld(tx);
      return claimBatch(tx, id, worker);
    });
    if (batch) {
      try {
        const result = await sendBatch({ ...batchWorker, run, batch });
        if (result !== 'continue') return onAbort(result);
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
      }
    } else {
      const { left } = await countPendingBatches(context.db, id);
      // The call that reaches everybody comes before the batches that record who got it.
      if (run.is_taken || (run.at_once && left > 0)) return;
      // A process may have died after the platform's refusal and before it failed the broadcast.
      const refused = run.at_once ? await findRefusedCall(context.db, id) : undefined;
      if (refused !== undefined) return onAbort({ abort: refused, isUnauthorised: false });
      await createBatches(context.services(), id, renderer);
    }
  }
}

/** Fails a broadcast that the platform refuses as a whole. */
async function abortRun(
  context: Context,
  { audience, campaign }: Run,
  { abort: reason, isUnauthorised }: AbortedBatch,
): Promise<void> {
  if (isUnauthorised)
    await recordCredentialsCheck(context.services(), audience.channel, {
      credentials: 'failed',
      credentialsNote: reason,
    });
  await failBroadcast(context, campaign, reason);
}

async function finishRun(context: Context, id: string): Promise<void> {
  const run = await findRun(context.db, id);
  if (!run || run.state !== 'sending') return;
  // The one call succeeded, or the broadcast would have been aborted; none of the people it reached may have a profile.
  if (run.at_once || run.sent + run.unclear > 0) {
    await ignoreConflict(broadcastWriter(context).transition(id, 'finish', {}, { validation: 'skip' }));
    return;
  }
  const [mostFrequent] = await context.db.query<{ note: string | null }>(
    `SELECT note FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'failed'
     GROUP BY note ORDER BY count(*) DESC LIMIT 1`,
    [id],
  );
  const why =
    run.people === 0
      ? storedText('the audience is empty')
      : (mostFrequent?.note ?? storedText('nobody could be sent to'));
  await failBroadcast(context, id, storedText('Nobody got it: %{why}', { why }));
}

/** Enqueues the jobs that broadcasts lack, after a restore or where a job was given up. */
export async function resumeBroadcasts(context: Context): Promise<void> {
  const sendingRuns = await context.db.query<{ campaign: string }>(
    `SELECT campaign FROM broadcast_run WHERE state = 'sending' LIMIT ${MAX_RESUMED}`,
  );
  for (const { campaign } of sendingRuns)
    await context.db.transaction((tx) => enqueueSend(context, tx, campaign));
  for (const { campaign, waitMs } of await listHeldRuns(context))
    await rescheduleSend(context, campaign, waitMs);
  await restoreSlots(context);
  await withdrawAllChanged(context);
  const due = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: MAX_RESUMED, where: [{ status: 'scheduled', startsAt: { lte: nextDay() } }] });
  for (const { id, startsAt } of due ?? [])
    await context.db.transaction((tx) => scheduleStart(context, tx, id, Date.parse(startsAt ?? '')));
}

const nextDay = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** Reserves slots of scheduled broadcasts that have none, because they come from a backup or the demo. */
async function restoreSlots(context: Context): Promise<void> {
  const scheduled = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: MAX_RESUMED, where: [{ status: 'scheduled', startsAt: { exists: true } }] });
  const rows = scheduled ?? [];
  await context.db.query(
    `INSERT INTO broadcast_place (campaign, at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) ON CONFLICT DO NOTHING`,
    [rows.map(({ id }) => id), rows.map(({ startsAt }) => startsAt)],
  );
}
