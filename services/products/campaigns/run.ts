import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { randomUUID } from 'node:crypto';
import { LATE_MS } from '../../../schemas/campaigns/places.ts';
import { sayTime } from '../../../schemas/campaigns/times.ts';
import type { Campaign } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { isFilled, keepVerdict } from '../../channels/facts.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { LiveChannel } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { JobContext } from '../../engine/jobs/index.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { changeSince, withdraw, withdrawChanged } from './approval.ts';
import { reachOf } from './audience.ts';
import { compose, valuesFor, Wording } from './content.ts';
import { takePlace } from './hours.ts';
import { sendPart, type After } from './sendPart.ts';
import {
  beginRun,
  claimPart,
  findRun,
  LostPart,
  partsLeft,
  showCounts,
  takeParts,
  type Run,
} from './store.ts';

export const START = 'broadcast.start';
export const SEND = 'broadcast.send';
export const startKey = (id: string): string => `${START}:${id}`;
const sendKey = (id: string): string => `${SEND}:${id}`;
/** Milliseconds after which a job lets others have their turn. */
const TURN_MS = 30_000;
/** Parts of a broadcast that are under way at once: one is noted while the platform answers another. */
const HANDS = 2;

export type Broadcast = Campaign & EntityRecord;

/** The hour is full; the broadcast may begin at `free`, in milliseconds. */
class HourFull extends Error {
  constructor(readonly free: number) {
    super('The hour is full');
  }
}

export async function enqueueSend({ jobs }: Context, tx: Queryable, id: string, wait = 0): Promise<void> {
  const at = wait > 0 ? new Date(Date.now() + wait) : undefined;
  await jobs.enqueue(tx, SEND, { id }, { key: sendKey(id), ...(at && { at }) });
}

const later = (context: Context, id: string, wait = 0): Promise<void> =>
  context.db.transaction((tx) => enqueueSend(context, tx, id, wait));

const broadcasts = (context: Context) => records(context.services(), 'campaign', SYSTEM);
const find = async (context: Context, id: string): Promise<Broadcast | undefined> =>
  (await context.services().catalog.require('campaign').repository.find(id)) as Broadcast | undefined;

/** Where another change was first, there is nothing left to be done. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

/** Ends a broadcast with a reason that people understand. */
export const failBroadcast = (context: Context, id: string, reason: string): Promise<void> =>
  unlessGone(broadcasts(context).transition(id, 'fail', { reason: reason.slice(0, 500) }, { rules: 'pass' }));

/** Begins a broadcast whose time has come; one that is late, empty or cannot be sent fails. */
export async function startBroadcast(
  context: Context,
  id: string,
  { claimedAt, signal }: Pick<JobContext<object>, 'claimedAt' | 'signal'>,
): Promise<void> {
  const now = claimedAt.getTime();
  const campaign = await find(context, id);
  if (campaign?.status !== 'scheduled') return;
  const due = Date.parse(campaign.startsAt ?? '');
  if (due > now) {
    await context.db.transaction((tx) => planStart(context, tx, id, due));
    return;
  }
  if (now - due > LATE_MS) {
    await failBroadcast(
      context,
      id,
      `It missed its time, ${sayTime(new Date(due).toISOString())} (UTC+7:00)`,
    );
    return;
  }
  const prepared = await prepare(context, campaign);
  signal.throwIfAborted();
  if ('reason' in prepared) {
    await failBroadcast(context, id, prepared.reason);
    return;
  }
  if ('changed' in prepared) {
    await withdraw(context, campaign, prepared.changed);
    return;
  }
  try {
    const own = { rules: 'pass', input: { run: prepared.run } } as const;
    await unlessGone(broadcasts(context).transition(id, 'start', {}, own));
  } catch (error) {
    if (!(error instanceof HourFull)) throw error;
    const at = Math.min(error.free, due + LATE_MS + 1);
    await context.db.transaction((tx) => planStart(context, tx, id, at));
  }
}

/** Has a broadcast begin at its time. */
export async function planStart({ jobs }: Context, tx: Queryable, id: string, at: number): Promise<void> {
  await jobs.enqueue(tx, START, { id }, { key: startKey(id), at: new Date(at) });
}

type NewRun = Parameters<typeof beginRun>[1];

/** What is sent to whom: what it is now, which is what was approved or scheduled. */
async function prepare(
  context: Context,
  campaign: Broadcast,
): Promise<{ run: NewRun } | { reason: string } | { changed: string }> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) return { reason: 'Its channel is no longer there' };
  if (!channel.active) return { reason: 'Its channel is not active' };
  const sandbox = !isFilled(channel);
  if (sandbox && !context.settings.demo)
    return { reason: 'Its channel is not connected: it has no credentials' };
  const composed = await compose(services, campaign, channel.type);
  const changed = await changeSince(services, campaign, composed);
  if (changed !== undefined) return { changed };
  const { answer, variables, audience } = composed;
  if (!answer) return { reason: 'It has no messages: its template is empty' };
  const { people: expected, blocked, outsideWindow, ended } = await reachOf(services, audience);
  if (expected === 0) {
    const why = [
      blocked > 0 && `${blocked} have blocked the channel`,
      outsideWindow > 0 && `${outsideWindow} did not write within 24 hours`,
      ended > 0 && `the chats of ${ended} are over`,
    ].filter(Boolean);
    return {
      reason: why.length > 0 ? `Nobody gets it: ${why.join(', ')}` : 'Nobody gets it: the audience is empty',
    };
  }
  const wording = new Wording(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const bodies = wording.bodies();
  const atOnce =
    capabilitiesOf(channel.type).broadcastToEveryone === true &&
    audience.target === 'everyone' &&
    wording.isSame;
  return {
    run: { campaign: campaign.id, sandbox, at_once: atOnce, answer, variables, bodies, audience, expected },
  };
}

/** Part of the transition `start`: the place in the hour, and what is sent. */
export async function storeStart(context: Context, { tx, id, input }: RecordWrite): Promise<void> {
  const free = await takePlace(tx, id, Date.now());
  if (free !== undefined) throw new HourFull(free);
  await beginRun(tx, (input as { run: NewRun }).run);
  await showCounts(context.services(), tx, id);
  await enqueueSend(context, tx, id);
}

/** Sends what is due of a broadcast until it is done, for a while; another job goes on then. */
export async function sendBroadcast(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + TURN_MS;
  const services = context.services();
  const run = await findRun(context.db, id);
  if (run?.state !== 'sending') return;
  const channel = await findChannel(services, run.audience.channel);
  if (!channel?.active) {
    await failBroadcast(
      context,
      id,
      channel ? 'Its channel is not active' : 'Its channel is no longer there',
    );
    return;
  }
  const origin = context.settings.publicUrl ?? null;
  // A run that began before values were stored with it has those of now.
  const variables = run.variables ?? (await valuesFor(services, run.answer));
  const wording = new Wording(run.answer, channel.type, variables, origin);
  const refusals: Refused[] = [];
  const isOver = (): boolean => refusals.length > 0 || signal.aborted || Date.now() > until;
  const onRefused = (after: Refused): void => void refusals.push(after);
  const hand: Hand = { context, id, channel, wording, signal, isOver, onRefused };
  const hands = await Promise.allSettled(Array.from({ length: HANDS }, () => sendParts(hand)));
  // Not before what others have under way is noted: it is counted then.
  const [refused] = refusals;
  if (refused) await endRefused(context, run, refused);
  for (const one of hands) if (one.status === 'rejected') throw one.reason;
  const { left, wait } = await partsLeft(context.db, id);
  const state = await findRun(context.db, id);
  if (state?.state !== 'sending') return;
  if (left > 0 || !state.is_taken) return later(context, id, isOver() ? 0 : Math.max(wait, 20));
  await finish(context, id);
}

type Refused = Extract<After, { go: 'end' }>;

interface Hand {
  context: Context;
  id: string;
  channel: LiveChannel;
  wording: Wording;
  signal: AbortSignal;
  isOver: () => boolean;
  onRefused: (after: Refused) => void;
}

/** Sends one part after the other until none is due, or the broadcast or its turn is over. */
async function sendParts({ context, id, channel, wording, signal, isOver, onRefused }: Hand): Promise<void> {
  // Each hand is one of its own: what another has begun is not its to note.
  const worker = randomUUID();
  for (;;) {
    const run = await findRun(context.db, id);
    if (run?.state !== 'sending' || isOver()) return;
    const part = await claimPart(context.db, id, worker);
    if (part) {
      try {
        const after = await sendPart({ context, worker, run, part, channel, signal });
        if (after.go === 'end') return onRefused(after);
      } catch (error) {
        if (!(error instanceof LostPart)) throw error;
      }
    } else {
      const { left } = await partsLeft(context.db, id);
      // The call that reaches everybody comes before whoever is told to have got it.
      if (run.is_taken || (run.at_once && left > 0)) return;
      await takeParts(context.services(), id, wording);
    }
  }
}

/** The platform lets nobody in: trying on would help nobody. */
async function endRefused(
  context: Context,
  { audience, campaign }: Run,
  { reason, isUnauthorised }: Refused,
): Promise<void> {
  if (isUnauthorised)
    await keepVerdict(context.services(), audience.channel, {
      credentials: 'failed',
      credentialsNote: reason,
    });
  await failBroadcast(context, campaign, reason);
}

async function finish(context: Context, id: string): Promise<void> {
  const run = await findRun(context.db, id);
  if (!run || run.state !== 'sending') return;
  if (run.sent + run.unclear > 0) {
    await unlessGone(broadcasts(context).transition(id, 'finish', {}, { rules: 'pass' }));
    return;
  }
  const [most] = await context.db.query<{ note: string | null }>(
    `SELECT note FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'failed'
     GROUP BY note ORDER BY count(*) DESC LIMIT 1`,
    [id],
  );
  const why = run.people === 0 ? 'the audience is empty' : (most?.note ?? 'nobody could be sent to');
  await failBroadcast(context, id, `Nobody got it: ${why}`);
}

/** Takes up what no job goes on with: after a restore, or where a job was given up. */
export async function resumeBroadcasts(context: Context): Promise<void> {
  const sending = await context.db.query<{ campaign: string }>(
    `SELECT campaign FROM broadcast_run WHERE state = 'sending' LIMIT 1000`,
  );
  for (const { campaign } of sending)
    await context.db.transaction((tx) => enqueueSend(context, tx, campaign));
  await keepPlaces(context);
  await withdrawChanged(context);
  const due = await context
    .services()
    .catalog.typed('campaign')
    ?.list({ take: 1000, where: [{ status: 'scheduled', startsAt: { lte: nextDay() } }] });
  for (const { id, startsAt } of due ?? [])
    await context.db.transaction((tx) => planStart(context, tx, id, Date.parse(startsAt ?? '')));
}

const nextDay = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** Scheduled broadcasts have their places, whatever brought them: a backup, the demo. */
async function keepPlaces(context: Context): Promise<void> {
  const scheduled = await context
    .services()
    .catalog.typed('campaign')
    ?.list({ take: 1000, where: [{ status: 'scheduled', startsAt: { exists: true } }] });
  const rows = scheduled ?? [];
  await context.db.query(
    `INSERT INTO broadcast_place (campaign, at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) ON CONFLICT DO NOTHING`,
    [rows.map(({ id }) => id), rows.map(({ startsAt }) => startsAt)],
  );
}
