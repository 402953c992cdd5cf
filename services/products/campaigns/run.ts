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
import { withdraw, withdrawChanged } from './approval.ts';
import { tellHeldUp } from './heldUp.ts';
import { readVariables, MessageRenderer, type Broadcast } from './content.ts';
import { listHeld, releaseRun } from './hold.ts';
import { reserveSlot } from './hourlySlots.ts';
import { prepareRun, type NewRun } from './prepareRun.ts';
import { quietRefusal, readSendingRules } from './sendingRules.ts';
import { sendBatch, type BatchResult, type BatchSend } from './sendBatch.ts';
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
/** Milliseconds after which a job ends, and another one goes on, so that other broadcasts are not kept waiting. */
const MAX_JOB_MS = 30_000;
/** Batches of a broadcast that a job sends at once: one is stored while the platform answers another. */
const CONCURRENT_BATCHES = 2;

export type { Broadcast };

/** The hour is full; the broadcast may begin at `free`, in milliseconds. */
class HourFullError extends Error {
  constructor(readonly free: number) {
    super('The hour is full');
  }
}

export async function enqueueSend({ jobs }: Context, tx: Queryable, id: string, wait = 0): Promise<void> {
  const at = wait > 0 ? new Date(Date.now() + wait) : undefined;
  await jobs.enqueue(tx, SEND_JOB, { id }, { key: sendKey(id), ...(at && { at }) });
}

const rescheduleSend = (context: Context, id: string, wait = 0): Promise<void> =>
  context.db.transaction((tx) => enqueueSend(context, tx, id, wait));

const broadcasts = (context: Context) => records(context.services(), 'campaign', SYSTEM);
const find = async (context: Context, id: string): Promise<Broadcast | undefined> =>
  (await context.services().catalog.require('campaign').repository.find(id)) as Broadcast | undefined;

/** Ignores that another change came first: there is nothing left to do. */
async function ignoreConflict(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'STALE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

/** Ends a broadcast with a reason that people understand. @param version the one that it holds for; left out, any */
const failBroadcast = (context: Context, id: string, reason: string, version?: number): Promise<void> => {
  const values = { reason: cutStored(reason, 500) };
  return ignoreConflict(broadcasts(context).transition(id, 'fail', values, { version, validation: 'skip' }));
};

/**
 * Begins a broadcast whose time has come; one that is late, empty or cannot be sent fails. Where it was cancelled or
 * scheduled anew meanwhile, nothing of that happens: the next job looks at it as it is by then.
 */
export async function startBroadcast(
  context: Context,
  id: string,
  { claimedAt, signal, assertHeld }: Pick<JobContext<object>, 'claimedAt' | 'signal' | 'assertHeld'>,
): Promise<void> {
  const now = claimedAt.getTime();
  const campaign = await find(context, id);
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
  if ('reason' in prepared) {
    await failBroadcast(context, id, prepared.reason, campaign.version);
    return;
  }
  if ('changed' in prepared) {
    await withdraw(context, campaign, prepared.changed);
    return;
  }
  try {
    await ignoreConflict(begin(context, campaign, prepared.run, assertHeld));
  } catch (error) {
    if (!(error instanceof HourFullError)) throw error;
    const quiet = quietRefusal(await readSendingRules(context.services()), error.free);
    if (quiet !== undefined) {
      const sentence = storedText(
        '60 broadcasts began within an hour. The next free time, %{quiet}. Look at it, and choose another time.',
        { quiet },
      );
      await withdraw(context, campaign, sentence);
      return;
    }
    const at = Math.min(error.free, due + MISSED_AFTER_MS + 1);
    const note = storedText('60 broadcasts began within an hour. The next free time is %{time} (UTC+7:00).', {
      time: formatTime(new Date(error.free).toISOString()),
    });
    await runInTransaction(context.services(), async (unit) => {
      await scheduleStart(context, unit.tx, id, at);
      await tellHeldUp(context.services(), unit, id, note, new Date(due));
    });
  }
}

/** Has a broadcast begin at its time. */
export async function scheduleStart({ jobs }: Context, tx: Queryable, id: string, at: number): Promise<void> {
  await jobs.enqueue(tx, START_JOB, { id }, { key: startKey(id), at: new Date(at) });
}

/**
 * Reserves the slot in the hour, stores the run and makes the transition `start`, all or nothing.
 * @throws HourFullError
 * @throws ApiError 409 STALE where it is no longer what was prepared
 * @throws LeaseLostError where another process has the job
 */
async function begin(
  context: Context,
  { id, version }: Broadcast,
  run: NewRun,
  assertHeld: JobContext<object>['assertHeld'],
): Promise<void> {
  const services = context.services();
  await runInTransaction(services, async (unit) => {
    const { tx } = unit;
    await assertHeld(tx);
    const own = { version, validation: 'skip' } as const;
    await records(services, 'campaign', SYSTEM, unit).transition(id, 'start', {}, own);
    const free = await reserveSlot(tx, id, Date.now());
    if (free !== undefined) throw new HourFullError(free);
    await insertRun(tx, run);
    await updateCounts(services, tx, id);
    await enqueueSend(context, tx, id);
  });
}

/** Sends the due batches of a broadcast for up to half a minute; another job goes on then. */
export async function sendBroadcast(
  context: Context,
  id: string,
  { signal, assertHeld }: Pick<JobContext<object>, 'signal' | 'assertHeld'>,
): Promise<void> {
  const until = Date.now() + MAX_JOB_MS;
  const services = context.services();
  const wait = await release(context, id);
  if (wait > 0) return rescheduleSend(context, id, wait);
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
  // A run from before variables were stored with it takes their present values.
  const variables = run.variables ?? (await readVariables(services, run.answer));
  const renderer = new MessageRenderer(run.answer, channel.type, variables, origin);
  const aborts: AbortedBatch[] = [];
  const isOver = (): boolean => aborts.length > 0 || signal.aborted || Date.now() > until;
  const onAbort = (result: AbortedBatch): void => void aborts.push(result);
  const worker: BatchWorker = {
    ...{ context, id, worker: randomUUID(), channel, renderer },
    ...{ signal, assertHeld, isOver, onAbort },
  };
  const workers = await Promise.allSettled(
    Array.from({ length: CONCURRENT_BATCHES }, () => sendBatches(worker)),
  );
  // Once the deliveries of the other batches are stored: the reason counts them.
  const [abort] = aborts;
  if (abort) await abortRun(context, run, abort);
  for (const one of workers) if (one.status === 'rejected') throw one.reason;
  const pending = await countPendingBatches(context.db, id);
  const state = await findRun(context.db, id);
  if (state?.state !== 'sending') return;
  if (pending.left > 0 || !state.is_taken)
    return rescheduleSend(context, id, isOver() ? 0 : Math.max(pending.wait, 20));
  await finish(context, id);
}

/** @returns milliseconds until the pause before a retry is over; 0 where there is none, or the retry has failed */
async function release(context: Context, id: string): Promise<number> {
  try {
    return await releaseRun(context.services(), id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STATE') throw error;
    await failBroadcast(context, id, error.message);
    return 0;
  }
}

type AbortedBatch = Exclude<BatchResult, 'continue'>;

interface BatchWorker extends Omit<BatchSend, 'run' | 'batch'>, Pick<JobContext<object>, 'assertHeld'> {
  id: string;
  renderer: MessageRenderer;
  isOver: () => boolean;
  onAbort: (result: AbortedBatch) => void;
}

/**
 * Sends one batch after the other until none is due, or the broadcast or the job is over.
 * @throws LeaseLostError where another process has the job
 */
async function sendBatches(own: BatchWorker): Promise<void> {
  const { context, id, worker, renderer, assertHeld, isOver, onAbort } = own;
  for (;;) {
    const run = await findRun(context.db, id);
    if (run?.state !== 'sending' || isOver()) return;
    const batch = await context.db.transaction(async (tx) => {
      await assertHeld(tx);
      return claimBatch(tx, id, worker);
    });
    if (batch) {
      try {
        const result = await sendBatch({ ...own, run, batch });
        if (result !== 'continue') return onAbort(result);
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
      }
    } else {
      const { left } = await countPendingBatches(context.db, id);
      // The call that reaches everybody comes before the batches that record who got it.
      if (run.is_taken || (run.at_once && left > 0)) return;
      // A process that died between the platform's refusal and the end of the broadcast left that to this one.
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

async function finish(context: Context, id: string): Promise<void> {
  const run = await findRun(context.db, id);
  if (!run || run.state !== 'sending') return;
  // The one call was taken, or the broadcast would have been aborted: of those whom it reached nobody may be known.
  if (run.at_once || run.sent + run.unclear > 0) {
    await ignoreConflict(broadcasts(context).transition(id, 'finish', {}, { validation: 'skip' }));
    return;
  }
  const [most] = await context.db.query<{ note: string | null }>(
    `SELECT note FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'failed'
     GROUP BY note ORDER BY count(*) DESC LIMIT 1`,
    [id],
  );
  const why =
    run.people === 0
      ? storedText('the audience is empty')
      : (most?.note ?? storedText('nobody could be sent to'));
  await failBroadcast(context, id, storedText('Nobody got it: %{why}', { why }));
}

/** Enqueues what no job goes on with: after a restore, or where a job was given up. */
export async function resumeBroadcasts(context: Context): Promise<void> {
  const sending = await context.db.query<{ campaign: string }>(
    `SELECT campaign FROM broadcast_run WHERE state = 'sending' LIMIT 1000`,
  );
  for (const { campaign } of sending)
    await context.db.transaction((tx) => enqueueSend(context, tx, campaign));
  for (const { campaign, wait } of await listHeld(context)) await rescheduleSend(context, campaign, wait);
  await restoreSlots(context);
  await withdrawChanged(context);
  const due = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: 1000, where: [{ status: 'scheduled', startsAt: { lte: nextDay() } }] });
  for (const { id, startsAt } of due ?? [])
    await context.db.transaction((tx) => scheduleStart(context, tx, id, Date.parse(startsAt ?? '')));
}

const nextDay = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** Reserves the slots of scheduled broadcasts that have none: they came from a backup, or the demo. */
async function restoreSlots(context: Context): Promise<void> {
  const scheduled = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: 1000, where: [{ status: 'scheduled', startsAt: { exists: true } }] });
  const rows = scheduled ?? [];
  await context.db.query(
    `INSERT INTO broadcast_place (campaign, at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) ON CONFLICT DO NOTHING`,
    [rows.map(({ id }) => id), rows.map(({ startsAt }) => startsAt)],
  );
}
