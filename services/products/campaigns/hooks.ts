import { setTimeout as delay } from 'node:timers/promises';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import type { Campaign } from '../../../schemas/generated/types.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import type { EntityHooks, RecordWrite } from '../../engine/resources/actions.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import {
  addToSnapshot,
  assertUnchanged,
  deleteSnapshot,
  storeSnapshot,
  takeSnapshotBack,
  type StoredSnapshot,
} from './approval.ts';
import { markPictures } from './checks/pictureMarks.ts';
import { subjectOf } from './checks/subject.ts';
import { toAudience, countReach } from './audience.ts';
import { hourFullError, releaseSlot, reserveSlot } from './hourlySlots.ts';
import { assertTemplateFits } from './templateLimits.ts';
import { endHold, holdRun, showHold } from './hold.ts';
import { assertRetryable, retryRun } from './retry.ts';
import { PAST_TIME, readSendingRules, retryAt, retryRefusal, resolveSendTime } from './sendingRules.ts';
import { enqueueSend, scheduleStart, sendKey, startKey, type Broadcast } from './run.ts';
import { findRun, recordTimelineEntry, updateCounts } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Milliseconds that saving waits for the count of its audience; it goes on by itself. */
const MAX_COUNT_WAIT_MS = 500;
/** Operations that make a broadcast go out at its time. */
const SCHEDULING = new Set(['send', 'approve']);
/** Operations that make a draft of what was another one. */
const COPYING = new Set(['duplicate', 'restore']);
/** Operations in which people change a draft: whoever approves it has to see the result. */
const EDITING = new Set(['update', 'restore']);
/** Operations after which it waits for approval or for its time, and may not be changed. */
const SNAPSHOTTING = new Set(['request-approval', 'send', 'approve']);

/** Keeps with each change of a broadcast its slot in the hour, its job, its run and its time line. */
export const campaignHooks = (context: Context): EntityHooks => ({
  async beforeCreate(write) {
    const { sendAt } = write.draft as Partial<Campaign>;
    if (COPYING.has(write.operation) && sendAt && Date.parse(sendAt) < Date.now())
      Reflect.deleteProperty(write.draft, 'sendAt');
    else rejectPastTime(write.draft, undefined);
    await assertSendable(write);
  },
  async afterCreate(write, record) {
    countAudience(context, write, record);
    await addTimelineEntry(write, 'created');
  },
  async beforeUpdate(write) {
    const { operation, draft, before, tx, id } = write;
    updateApproval(operation, draft);
    if (operation === 'approve') await assertUnchanged(context.services(), write);
    if (SCHEDULING.has(operation)) return schedule(context, write);
    if (operation === 'cancel') Reflect.deleteProperty(draft, 'startsAt');
    if (operation === 'retry') await beginRetry(context, write);
    if (operation === 'undo-retry') {
      const held = await endHold(tx, id);
      if (!held) throw new ApiError(409, 'STATE', t('It is being sent already'));
      Object.assign(draft, { status: held.status, ...(held.reason && { reason: held.reason }) });
    }
    if (operation === 'stop') draft['reason'] = await stopReason(write);
    if (!EDITING.has(operation)) return;
    rejectPastTime(draft, before);
    await assertSendable(write);
  },
  async afterUpdate(write, record) {
    const { operation, tx, id, before } = write;
    const campaign = record as Broadcast;
    if (EDITING.has(operation) || SCHEDULING.has(operation)) countAudience(context, write, record);
    if (SCHEDULING.has(operation)) await scheduleStart(context, tx, id, Date.parse(campaign.startsAt ?? ''));
    if (SNAPSHOTTING.has(operation)) {
      storeReachAfterCommit(context, write, campaign, await storeSnapshot(context.services(), write, record));
    } else if (isTakenBack(operation, before)) await takeSnapshotBack(tx, id);
    else await deleteSnapshot(tx, id);
    const hasLeft = before['status'] === 'scheduled' && ['cancel', 'fail', 'withdraw'].includes(operation);
    if (hasLeft) {
      await releaseSlot(tx, id);
      await context.jobs.cancel(tx, startKey(id));
    }
    if (['stop', 'fail', 'finish'].includes(operation)) await endRun(context, write);
    if (operation === 'retry') {
      const run = await findRun(tx, id);
      await updateCounts(context.services(), tx, id);
      await enqueueSend(context, tx, id, run?.held_until ? run.held_until.getTime() - Date.now() : 0);
    }
    if (operation === 'undo-retry') await context.jobs.cancel(tx, sendKey(id));
    if (['retry', 'undo-retry', 'stop', 'fail'].includes(operation))
      await showHold(context.services(), tx, id);
    if (!EDITING.has(operation))
      await addTimelineEntry(write, operation, describeOperation(operation, campaign));
  },
  async afterDelete({ tx, id }) {
    await deleteSnapshot(tx, id, 'whole');
    await tx.query('DELETE FROM broadcast_run WHERE campaign = $1::uuid', [id]);
    await tx.query('DELETE FROM broadcast_moment WHERE campaign = $1::uuid', [id]);
    await tx.query('DELETE FROM broadcast_tested WHERE campaign = $1::uuid', [id]);
  },
});

const addTimelineEntry = ({ tx, id, user }: RecordWrite, kind: string, note?: string): Promise<void> =>
  recordTimelineEntry(tx, id, kind, {
    ...(user && { who: user.name || user.username }),
    ...(note && { note }),
  });

function describeOperation(
  operation: string,
  { startsAt, reason, approvalComment }: Broadcast,
): string | undefined {
  if (SCHEDULING.has(operation)) return storedText('for %{time}', { time: formatTime(startsAt ?? '') });
  if (operation === 'fail' || operation === 'stop') return reason;
  return operation === 'return' || operation === 'withdraw' ? approvalComment : undefined;
}

/**
 * Only drafts wait for approval or are returned: a change takes the question back, and who sends a draft without an answer
 * needs none. A comment stays as long as its draft is returned; the time line and the history keep it.
 */
function updateApproval(operation: string, draft: Record<string, unknown>): void {
  const { status, approval } = draft as Partial<Campaign>;
  if (operation === 'approve') draft['approval'] = 'approved';
  else if (operation === 'cancel' || (approval === 'asked' && EDITING.has(operation)))
    draft['approval'] = 'none';
  else if (status !== 'draft' && approval !== 'approved') draft['approval'] = 'none';
  if (draft['approval'] !== 'returned') Reflect.deleteProperty(draft, 'approvalComment');
}

/** @throws ApiError 422 for a new time that is over */
function rejectPastTime(draft: Record<string, unknown>, before: EntityRecord | undefined): void {
  const { sendAt } = draft as Partial<Campaign>;
  if (sendAt === undefined || sendAt === before?.['sendAt']) return;
  if (Date.parse(sendAt) < Date.now()) throw invalid({ '/sendAt': t(PAST_TIME) });
}

/** @throws ApiError 422 for an audience that cannot be sent to, or a message template beyond the limits of the channel's type */
async function assertSendable(write: RecordWrite): Promise<void> {
  const { draft } = write;
  const { platform } = draft as Partial<Campaign>;
  toAudience(draft as unknown as Campaign, platform as ChannelType);
  if (draft['content'] === 'template' && platform && platform !== 'multi')
    await assertTemplateFits(write, platform);
}

/**
 * Stores how many people of a segment get it by now. Counted after the commit, so that nobody waits for the row; whoever
 * saves waits for as long as a count usually takes.
 */
function countAudience(context: Context, { id, afterCommit }: RecordWrite, record: EntityRecord): void {
  const campaign = record as Broadcast;
  const count = async (): Promise<void> => {
    const services = context.services();
    const audience = toAudience(campaign, campaign.platform as ChannelType);
    const counted = audience.target === 'segment' ? (await countReach(services, audience)).people : null;
    await updateLiveFields(services, 'campaign', [{ id, values: { counted } }]);
  };
  afterCommit(() => Promise.race([count().catch(context.onFault), delay(MAX_COUNT_WAIT_MS)]));
}

/** Stores the reach as it is now, once it is counted, and marks of the pictures for whoever is to approve it. */
function storeReachAfterCommit(
  context: Context,
  { id, operation, afterCommit }: RecordWrite,
  record: Broadcast,
  snapshot: StoredSnapshot,
): void {
  const store = async (): Promise<void> => {
    const { recipients } = await subjectOf({ record }, context);
    const reach = await recipients();
    if (reach !== null) await addToSnapshot(context.db, id, snapshot, { reach });
    const { answer } = snapshot.composed;
    if (operation === 'request-approval' && answer)
      await addToSnapshot(context.db, id, snapshot, { pictures: await markPictures(context, answer) });
  };
  afterCommit(() => Promise.race([store().catch(context.onFault), delay(MAX_COUNT_WAIT_MS)]));
}

/** What was asked about, approved or scheduled is not so any more: people will want to see what came between. */
const isTakenBack = (operation: string, before: EntityRecord): boolean =>
  operation === 'withdraw' ||
  (before['approval'] === 'asked' && (operation === 'return' || EDITING.has(operation))) ||
  (before['approval'] === 'approved' && operation === 'cancel');

/** @throws ApiError 422 where its time is over, or the hour is full */
async function schedule(context: Context, write: RecordWrite): Promise<void> {
  const { draft, tx, id } = write;
  await assertSendable(write);
  const { sendAt } = draft as Partial<Campaign>;
  const now = Date.now();
  if (sendAt !== undefined && Date.parse(sendAt) < now) throw invalid({ '/sendAt': t(PAST_TIME) });
  const at = resolveSendTime(sendAt, await readSendingRules(context.services(), tx), now);
  const free = await reserveSlot(tx, id, at);
  if (free !== undefined) throw hourFullError(free);
  draft['startsAt'] = new Date(at).toISOString();
}

async function stopReason({ tx, id, user, input }: RecordWrite): Promise<string> {
  const run = await findRun(tx, id, 'FOR UPDATE');
  const values = {
    who: user?.name || user?.username || storedText('the services'),
    sent: run?.sent ?? 0,
    all: Math.max(run?.expected ?? 0, run?.people ?? 0),
  };
  return input?.['stoppedWithChannel'] === true
    ? storedText('Stopped by %{who}: everything on the channel was stopped, after %{sent} of %{all}', values)
    : storedText('Stopped by %{who} after %{sent} of %{all}', values);
}

/** Retries what failed, or has that wait for as long as it can be undone. @throws ApiError 409 in hours in which nothing is sent */
async function beginRetry(context: Context, { tx, id, draft, before }: RecordWrite): Promise<void> {
  const { status, reason } = (before ?? {}) as Broadcast;
  Reflect.deleteProperty(draft, 'reason');
  const run = await findRun(tx, id, 'FOR UPDATE');
  if (!run) return;
  await assertRetryable(tx, run);
  const rules = await readSendingRules(context.services(), tx);
  const { undoSeconds } = rules;
  const quiet = retryRefusal(rules, retryAt(rules));
  if (quiet !== undefined) throw new ApiError(409, 'STATE', quiet);
  if (undoSeconds === 0) return retryRun(tx, run);
  await holdRun(tx, run, undoSeconds, {
    status: status === 'executed' ? status : 'failed',
    ...(reason !== undefined && { reason }),
  });
}

async function endRun(context: Context, { tx, id, operation }: RecordWrite): Promise<void> {
  // A job that waits may be due later than that of the next retry.
  if ((await endHold(tx, id)) && operation === 'stop') await context.jobs.cancel(tx, sendKey(id));
  const rows = await tx.query(
    `UPDATE broadcast_run SET state = $2, ended_at = clock_timestamp() WHERE campaign = $1::uuid RETURNING 1`,
    [id, operation === 'finish' ? 'over' : 'stopped'],
  );
  if (rows.length > 0) await updateCounts(context.services(), tx, id);
}
