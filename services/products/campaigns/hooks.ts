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
  deleteAllSnapshots,
  deleteSnapshot,
  storeSnapshot,
  archiveSnapshot,
  type StoredSnapshot,
} from './approval.ts';
import { fingerprintPictures } from './checks/pictureFingerprints.ts';
import { loadSubject } from './checks/subject.ts';
import { toAudience, countReach } from './audience.ts';
import { hourFullError, releaseSlot, reserveSlot } from './hourlySlots.ts';
import { assertTemplateFits } from './templateLimits.ts';
import { endHold, holdRun, updateHeldUntil } from './hold.ts';
import { assertRetryable, retryRun } from './retry.ts';
import {
  PAST_TIME,
  readSendingRules,
  resolveRetryTime,
  retryRefusal,
  resolveSendTime,
} from './sendingRules.ts';
import { enqueueSend, scheduleStart, sendKey, startKey, type Broadcast } from './run.ts';
import { findRun, recordTimelineEntry, updateCounts } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Longest that a save waits for the count of its audience, which then goes on in the background. */
const MAX_COUNT_WAIT_MS = 500;
/** Operations that make a broadcast go out at its time. */
const SCHEDULING_OPERATIONS = new Set(['send', 'approve']);
/** Operations that create a draft from another record. */
const COPYING_OPERATIONS = new Set(['duplicate', 'restore']);
/** Operations in which people edit a draft: its approver has to see the result. */
const EDITING_OPERATIONS = new Set(['update', 'restore']);
/** Operations after which it waits for approval or for its time, and its content may not change. */
const SNAPSHOT_OPERATIONS = new Set(['request-approval', 'send', 'approve']);

/** Updates a broadcast's hourly slot, jobs, run, snapshot and time line in the transaction of each change. */
export const campaignHooks = (context: Context): EntityHooks => ({
  async beforeCreate(write) {
    const { sendAt } = write.draft as Partial<Campaign>;
    if (COPYING_OPERATIONS.has(write.operation) && sendAt && Date.parse(sendAt) < Date.now())
      Reflect.deleteProperty(write.draft, 'sendAt');
    else rejectPastTime(write.draft, undefined);
    await assertSendable(write);
  },
  async afterCreate(write, record) {
    storeCountAfterCommit(context, write, record);
    await addTimelineEntry(write, 'created');
  },
  async beforeUpdate(write) {
    const { operation, draft, before, tx, id } = write;
    updateApproval(operation, draft);
    if (operation === 'approve') await assertUnchanged(context.services(), write);
    if (SCHEDULING_OPERATIONS.has(operation)) return reserveStart(context, write);
    if (operation === 'cancel') Reflect.deleteProperty(draft, 'startsAt');
    if (operation === 'retry') await beginRetry(context, write);
    if (operation === 'undo-retry') {
      const heldFrom = await endHold(tx, id);
      if (!heldFrom) throw new ApiError(409, 'STATE', t('It is being sent already'));
      Object.assign(draft, { status: heldFrom.status, ...(heldFrom.reason && { reason: heldFrom.reason }) });
    }
    if (operation === 'stop') draft['reason'] = await buildStopReason(write);
    if (!EDITING_OPERATIONS.has(operation)) return;
    rejectPastTime(draft, before);
    await assertSendable(write);
  },
  async afterUpdate(write, record) {
    const { operation, tx, id, before } = write;
    const campaign = record as Broadcast;
    if (EDITING_OPERATIONS.has(operation) || SCHEDULING_OPERATIONS.has(operation))
      storeCountAfterCommit(context, write, record);
    if (SCHEDULING_OPERATIONS.has(operation))
      await scheduleStart(context, tx, id, Date.parse(campaign.startsAt ?? ''));
    if (SNAPSHOT_OPERATIONS.has(operation)) {
      storeReachAfterCommit(context, write, campaign, await storeSnapshot(context.services(), write, record));
    } else if (shouldArchiveSnapshot(operation, before)) await archiveSnapshot(tx, id);
    else await deleteSnapshot(tx, id);
    const isUnscheduled =
      before['status'] === 'scheduled' && ['cancel', 'fail', 'withdraw'].includes(operation);
    if (isUnscheduled) {
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
      await updateHeldUntil(context.services(), tx, id);
    if (!EDITING_OPERATIONS.has(operation))
      await addTimelineEntry(write, operation, describeOperation(operation, campaign));
  },
  async afterDelete({ tx, id }) {
    await deleteAllSnapshots(tx, id);
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
  if (SCHEDULING_OPERATIONS.has(operation))
    return storedText('for %{time}', { time: formatTime(startsAt ?? '') });
  if (operation === 'fail' || operation === 'stop') return reason;
  return operation === 'return' || operation === 'withdraw' ? approvalComment : undefined;
}

/**
 * Only drafts wait for approval or are returned: an edit withdraws the request, and sending a draft that waits makes the
 * request needless. The comment is removed once the draft is no longer returned; the time line and the history keep it.
 */
function updateApproval(operation: string, draft: Record<string, unknown>): void {
  const { status, approval } = draft as Partial<Campaign>;
  if (operation === 'approve') draft['approval'] = 'approved';
  else if (operation === 'cancel' || (approval === 'asked' && EDITING_OPERATIONS.has(operation)))
    draft['approval'] = 'none';
  else if (status !== 'draft' && approval !== 'approved') draft['approval'] = 'none';
  if (draft['approval'] !== 'returned') Reflect.deleteProperty(draft, 'approvalComment');
}

/** @throws ApiError 422 for a new time in the past */
function rejectPastTime(draft: Record<string, unknown>, before: EntityRecord | undefined): void {
  const { sendAt } = draft as Partial<Campaign>;
  if (sendAt === undefined || sendAt === before?.['sendAt']) return;
  if (Date.parse(sendAt) < Date.now()) throw invalid({ '/sendAt': t(PAST_TIME) });
}

/** @throws ApiError 422 for an audience with too many people, or a message template beyond the limits of the channel's type */
async function assertSendable(write: RecordWrite): Promise<void> {
  const { draft } = write;
  const { platform } = draft as Partial<Campaign>;
  toAudience(draft as unknown as Campaign, platform as ChannelType);
  if (draft['content'] === 'template' && platform && platform !== 'multi')
    await assertTemplateFits(write, platform);
}

/**
 * Counts the recipients of a segment and stores the count as a live field. Runs after the commit, so that the row is not
 * locked meanwhile; the save waits for it as long as a count usually takes.
 */
function storeCountAfterCommit(
  context: Context,
  { id, afterCommit }: RecordWrite,
  record: EntityRecord,
): void {
  const campaign = record as Broadcast;
  const count = async (): Promise<void> => {
    const services = context.services();
    const audience = toAudience(campaign, campaign.platform as ChannelType);
    const counted = audience.target === 'segment' ? (await countReach(services, audience)).people : null;
    await updateLiveFields(services, 'campaign', [{ id, values: { counted } }]);
  };
  afterCommit(() => Promise.race([count().catch(context.onError), delay(MAX_COUNT_WAIT_MS)]));
}

/** Adds the current reach to the snapshot and, for the approver, the fingerprints of its pictures. */
function storeReachAfterCommit(
  context: Context,
  { id, operation, afterCommit }: RecordWrite,
  record: Broadcast,
  snapshot: StoredSnapshot,
): void {
  const store = async (): Promise<void> => {
    const { recipients } = await loadSubject({ record }, context);
    const reach = await recipients();
    if (reach !== null) await addToSnapshot(context.db, id, snapshot, { reach });
    const { answer } = snapshot.composed;
    if (operation === 'request-approval' && answer)
      await addToSnapshot(context.db, id, snapshot, { pictures: await fingerprintPictures(context, answer) });
  };
  afterCommit(() => Promise.race([store().catch(context.onError), delay(MAX_COUNT_WAIT_MS)]));
}

/** Whether an operation ends an approval or its request, so that later changes are compared with the snapshot. */
const shouldArchiveSnapshot = (operation: string, before: EntityRecord): boolean =>
  operation === 'withdraw' ||
  (before['approval'] === 'asked' && (operation === 'return' || EDITING_OPERATIONS.has(operation))) ||
  (before['approval'] === 'approved' && operation === 'cancel');

/** Reserves the hourly slot and sets `startsAt`. @throws ApiError 422 where the time is past, or the hour is full */
async function reserveStart(context: Context, write: RecordWrite): Promise<void> {
  const { draft, tx, id } = write;
  await assertSendable(write);
  const { sendAt } = draft as Partial<Campaign>;
  const now = Date.now();
  if (sendAt !== undefined && Date.parse(sendAt) < now) throw invalid({ '/sendAt': t(PAST_TIME) });
  const at = resolveSendTime(sendAt, await readSendingRules(context.services(), tx), now);
  const nextFree = await reserveSlot(tx, id, at);
  if (nextFree !== undefined) throw hourFullError(nextFree);
  draft['startsAt'] = new Date(at).toISOString();
}

async function buildStopReason({ tx, id, user, input }: RecordWrite): Promise<string> {
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

/** Retries the run, or holds it for the undo period. @throws ApiError 409 in quiet hours that refuse sending */
async function beginRetry(context: Context, { tx, id, draft, before }: RecordWrite): Promise<void> {
  const { status, reason } = (before ?? {}) as Broadcast;
  Reflect.deleteProperty(draft, 'reason');
  const run = await findRun(tx, id, 'FOR UPDATE');
  if (!run) return;
  await assertRetryable(tx, run);
  const rules = await readSendingRules(context.services(), tx);
  const { undoSeconds } = rules;
  const refusal = retryRefusal(rules, resolveRetryTime(rules));
  if (refusal !== undefined) throw new ApiError(409, 'STATE', refusal);
  if (undoSeconds === 0) return retryRun(tx, run);
  await holdRun(tx, run, undoSeconds, {
    status: status === 'executed' ? status : 'failed',
    ...(reason !== undefined && { reason }),
  });
}

async function endRun(context: Context, { tx, id, operation }: RecordWrite): Promise<void> {
  // The job of the held retry may be due later than that of a next retry.
  if ((await endHold(tx, id)) && operation === 'stop') await context.jobs.cancel(tx, sendKey(id));
  const rows = await tx.query(
    `UPDATE broadcast_run SET state = $2, ended_at = clock_timestamp() WHERE campaign = $1::uuid RETURNING 1`,
    [id, operation === 'finish' ? 'over' : 'stopped'],
  );
  if (rows.length > 0) await updateCounts(context.services(), tx, id);
}
