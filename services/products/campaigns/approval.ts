import { createHash } from 'node:crypto';
import type { Campaign } from '../../../schemas/generated/types.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { findApprovalRule, isApprovedByOther } from '../../engine/resources/approvalRules.ts';
import { isSameValue } from '../../engine/resources/isSameValue.ts';
import type { Services } from '../../engine/resources/services.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { findTransition } from '../../engine/resources/write/states.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { findSegment, type Audience } from './audience.ts';
import { joinWithAnd } from './joinWithAnd.ts';
import { composeBroadcast, type Composition } from './content.ts';
import { messages } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

type Broadcast = Campaign & EntityRecord;
type CheckedBroadcast = Pick<
  Broadcast,
  'id' | 'version' | 'status' | 'approval' | 'content' | 'template' | 'segment'
>;

/** The content and audience of a broadcast when approval was requested, or when it was approved or scheduled. */
export interface Snapshot extends Omit<Composition, 'audience' | 'personal'> {
  audience: Omit<Audience, 'people' | 'type'>;
  /** Digest of a manual audience's list, which may be long. */
  people?: string;
  /** That list, to show who was added and removed; absent in older snapshots. */
  list?: readonly string[];
  /** Number of recipients at that time; absent until it is counted. */
  reach?: number;
  /** Whether the approver is neither the author nor the requester; only after an approval, absent in older snapshots. */
  byOther?: boolean;
  /** Fingerprints of pictures on other sites, by address; only of those that answered. */
  pictures?: Readonly<Record<string, string>>;
}

/** Snapshots compared per query. */
const BATCH_SIZE = 50;
/** Waiting broadcasts searched for a missing snapshot. */
const MAX_WAITING_BROADCASTS = 1_000;
/** Variables named in the description of a change. */
const MAX_NAMED_VARIABLES = 3;

/** Builds the snapshot of a composition. */
export function toSnapshot({
  answer,
  variables,
  audience: { people, type: _, ...audience },
}: Composition): Snapshot {
  const digest = people && createHash('sha256').update(people.join('\n')).digest('hex');
  return { answer, variables, audience, ...(people && { people: digest, list: people }) };
}

/** A stored snapshot's composition, and when it was stored. */
export interface StoredSnapshot {
  composed: Composition;
  at: Date;
}

/** Compositions compared before a write, which stores the same one: what others change in between does not count. */
const comparedCompositions = new WeakMap<RecordWrite, Composition>();

/** Stores a snapshot of the broadcast as it is now; replaces the previous one. */
export async function storeSnapshot(
  services: Services,
  write: RecordWrite,
  record: EntityRecord,
): Promise<StoredSnapshot> {
  const { tx, id, model, draft, operation } = write;
  // What is approved or scheduled was reviewed: it is not compared with an earlier snapshot.
  if (operation !== 'request-approval') await deleteFrom(tx, 'broadcast_earlier', id);
  const byOther =
    operation === 'approve'
      ? await isApprovedByOther(tx, model, findTransition(model, 'send'), record)
      : undefined;
  const composed = comparedCompositions.get(write) ?? (await composeDraft(services, tx, draft));
  const content = { ...toSnapshot(composed), ...(byOther !== undefined && { byOther }) };
  const at = await insertSnapshot(tx, id, content, { kind: operation, onConflict: 'replace' });
  return { composed, at: at ?? new Date() };
}

/** Adds the reach or the pictures' fingerprints, which are known later, to a snapshot unless it was replaced. */
export const addToSnapshot = async (
  tx: Queryable,
  id: string,
  { at }: Pick<StoredSnapshot, 'at'>,
  fields: Pick<Snapshot, 'reach' | 'pictures'>,
): Promise<void> =>
  void (await tx.query(
    `UPDATE broadcast_snapshot SET content = content || $2::jsonb WHERE campaign = $1::uuid AND at = $3::timestamptz`,
    [id, JSON.stringify(fields), at.toISOString()],
  ));

/** Moves the snapshot to `broadcast_earlier`: the broadcast no longer waits, but the next snapshot is compared with it. */
export async function archiveSnapshot(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO broadcast_earlier (campaign, content, kind, at)
     SELECT campaign, content, kind, at FROM broadcast_snapshot WHERE campaign = $1::uuid
     ON CONFLICT (campaign) DO UPDATE SET content = excluded.content, kind = excluded.kind, at = excluded.at`,
    [id],
  );
  await deleteFrom(tx, 'broadcast_snapshot', id);
}

export const deleteSnapshot = (tx: Queryable, id: string): Promise<void> =>
  deleteFrom(tx, 'broadcast_snapshot', id);

/** Deletes the snapshot and the archived one. */
export async function deleteAllSnapshots(tx: Queryable, id: string): Promise<void> {
  await deleteSnapshot(tx, id);
  await deleteFrom(tx, 'broadcast_earlier', id);
}

const deleteFrom = async (
  tx: Queryable,
  table: 'broadcast_snapshot' | 'broadcast_earlier',
  id: string,
): Promise<void> => void (await tx.query(`DELETE FROM ${table} WHERE campaign = $1::uuid`, [id]));

/** @throws ApiError 409 where the broadcast was changed since approval was asked for */
export async function assertUnchanged(services: Services, write: RecordWrite): Promise<void> {
  const { tx, id, draft, before } = write;
  const composed = await composeDraft(services, tx, draft);
  comparedCompositions.set(write, composed);
  const sentence = before && (await describeChange(services, before as Broadcast, composed, tx));
  if (sentence !== undefined) throw new ApiError(409, 'STATE', sentence, { current: { ...before, id } });
}

const composeDraft = (services: Services, tx: Queryable, draft: RecordWrite['draft']): Promise<Composition> =>
  composeBroadcast(services, draft as unknown as Campaign, draft['platform'] as ChannelType, tx);

async function insertSnapshot(
  tx: Queryable,
  id: string,
  content: Snapshot,
  { kind, onConflict }: { kind: string; onConflict: 'replace' | 'keep' },
): Promise<Date | undefined> {
  const conflict =
    onConflict === 'replace'
      ? 'UPDATE SET content = excluded.content, kind = excluded.kind, at = excluded.at'
      : 'NOTHING';
  const [row] = await tx.query<{ at: Date }>(
    `INSERT INTO broadcast_snapshot (campaign, content, kind, at) VALUES ($1::uuid, $2::jsonb, $3, clock_timestamp())
     ON CONFLICT (campaign) DO ${conflict} RETURNING at`,
    [id, JSON.stringify(content), kind],
  );
  return row?.at;
}

export async function findSnapshot(tx: Queryable, id: string): Promise<Snapshot | undefined> {
  const [row] = await tx.query<{ content: Snapshot }>(
    'SELECT content FROM broadcast_snapshot WHERE campaign = $1::uuid',
    [id],
  );
  return row?.content;
}

/**
 * Compares what a broadcast would send now with its snapshot.
 * @returns a sentence that names what was changed; undefined where nothing was, or there is no snapshot
 */
export async function describeChange(
  services: Services,
  campaign: CheckedBroadcast,
  composed: Composition,
  tx: Queryable = services.db,
): Promise<string | undefined> {
  const snapshot = await findSnapshot(tx, campaign.id);
  const changed =
    snapshot && (await listChangedParts(services, campaign, snapshot, toSnapshot(composed), tx));
  if (!changed || changed.length === 0) return undefined;
  const text = CHANGED_TEXTS[changed.length > 1 ? 'several' : 'one'][lastMilestone(campaign)];
  return storedText(text, { parts: joinWithAnd(changed) });
}

/**
 * Whether a broadcast needs an approval that it lacks, because its audience grew or the workspace's rule changed: nobody
 * has approved it, or only its author or requester has.
 * @returns a sentence that says so
 */
export async function describeMissingApproval(
  services: Services,
  campaign: Broadcast,
): Promise<string | undefined> {
  const { model } = services.catalog.require('campaign');
  const send = findTransition(model, 'send');
  const isApproved = campaign.approval === 'approved';
  if (isApproved) {
    const snapshot = await findSnapshot(services.db, campaign.id);
    if (snapshot?.byOther ?? (await isApprovedByOther(services.db, model, send, campaign))) return undefined;
  }
  const required = await findApprovalRule(services, model, send, campaign);
  if (!required || (isApproved && required.rule.notBy === undefined)) return undefined;
  const { sentence } = required;
  return isApproved
    ? storedText('%{sentence}. Nobody else has approved it: ask for approval again.', { sentence })
    : storedText('%{sentence}. Ask for approval.', { sentence });
}

/** Texts for one changed part and for several, by the last milestone. */
const CHANGED_TEXTS = {
  one: messages({
    asked:
      'The %{parts} was changed after approval was asked for. Look at it as it is now, and ask for approval again.',
    approved:
      'The %{parts} was changed after it was approved. Look at it as it is now, and ask for approval again.',
    scheduled:
      'The %{parts} was changed after it was scheduled. Look at it as it is now, and schedule it again.',
  }),
  several: messages({
    asked:
      'The %{parts} were changed after approval was asked for. Look at it as it is now, and ask for approval again.',
    approved:
      'The %{parts} were changed after it was approved. Look at it as it is now, and ask for approval again.',
    scheduled:
      'The %{parts} were changed after it was scheduled. Look at it as it is now, and schedule it again.',
  }),
};

function lastMilestone({ status, approval }: CheckedBroadcast): 'asked' | 'approved' | 'scheduled' {
  if (status === 'draft') return 'asked';
  return approval === 'approved' ? 'approved' : 'scheduled';
}

async function listChangedParts(
  { catalog, ...services }: Services,
  campaign: CheckedBroadcast,
  snapshot: Snapshot,
  current: Snapshot,
  tx: Queryable,
): Promise<string[]> {
  const parts: string[] = [];
  if (!isSameValue(snapshot.answer, current.answer)) {
    const isTemplate = campaign.content === 'template';
    const template = isTemplate
      ? await catalog
          .repository('message-template')
          ?.within(tx)
          .find(campaign.template ?? '')
      : undefined;
    parts.push(
      template
        ? storedText('message template “%{name}”', { name: template.name })
        : isTemplate
          ? storedText('message template')
          : storedText('message'),
    );
  } else {
    // Other messages name other variables.
    const names = new Set([...Object.keys(snapshot.variables), ...Object.keys(current.variables)]);
    const changed = [...names].filter((name) => snapshot.variables[name] !== current.variables[name]);
    parts.push(
      ...changed.slice(0, MAX_NAMED_VARIABLES).map((name) => storedText('variable “%{name}”', { name })),
    );
  }
  const { who: previousConditions, withoutWho: previousExcluded, ...previousAudience } = snapshot.audience;
  const { who: currentConditions, withoutWho: currentExcluded, ...currentAudience } = current.audience;
  if (!isSameValue(previousAudience, currentAudience) || snapshot.people !== current.people)
    parts.push(storedText('audience'));
  else if (!isSameValue(previousConditions, currentConditions)) {
    const segment = await findSegment({ ...services, catalog }, campaign.segment, tx);
    parts.push(segment ? storedText('segment “%{name}”', { name: segment.name }) : storedText('segment'));
  } else if (!isSameValue(previousExcluded, currentExcluded))
    parts.push(storedText('segments that are left out'));
  return parts;
}

/** Turns a broadcast into a draft that is returned with the reason, unless another change comes first. */
export async function withdraw(
  context: Context,
  campaign: CheckedBroadcast,
  approvalComment: string,
): Promise<void> {
  const { id, version, status } = campaign;
  const writer = records(context.services(), 'campaign', SYSTEM);
  const values = { approval: 'returned', approvalComment } as const;
  const options = { version, validation: 'skip' } as const;
  try {
    if (status === 'scheduled') await writer.transition(id, 'withdraw', values, options);
    else
      await writer.change(id, (record) => ({ ...record, ...values }), {
        ...{ ...options, operation: 'withdraw', locked: 'open' },
      });
  } catch (error) {
    if (!(error instanceof ApiError) || !['STATE', 'STALE', 'NOT_FOUND'].includes(error.code)) throw error;
  }
}

const isWaiting = ({ status, approval }: Pick<Broadcast, 'status' | 'approval'>): boolean =>
  status === 'scheduled' || (status === 'draft' && approval === 'asked');

/**
 * Withdraws one broadcast whose content was changed since approval was asked for, or since it was scheduled.
 * @returns the sentence that says what was changed; undefined where nothing was
 */
export async function withdrawIfChanged(context: Context, campaign: Broadcast): Promise<string | undefined> {
  const services = context.services();
  if (!isWaiting(campaign)) return undefined;
  const composed = await composeBroadcast(services, campaign, campaign.platform as ChannelType);
  const sentence = await describeChange(services, campaign, composed);
  if (sentence !== undefined) await withdraw(context, campaign, sentence);
  return sentence;
}

/** Withdraws changed broadcasts before anybody opens them, among all that wait for approval or for their time. */
export async function withdrawAllChanged(context: Context): Promise<void> {
  await storeMissingSnapshots(context);
  let after: string | null = null;
  for (;;) {
    const rows: { campaign: string }[] = await context.db.query<{ campaign: string }>(
      `SELECT campaign FROM broadcast_snapshot WHERE $1::uuid IS NULL OR campaign > $1::uuid
       ORDER BY campaign LIMIT ${BATCH_SIZE}`,
      [after],
    );
    const ids = rows.map(({ campaign }) => campaign);
    const campaigns = (await context.services().catalog.repository('campaign')?.getMany(ids)) ?? [];
    for (const campaign of campaigns) await withdrawIfChanged(context, campaign);
    if (ids.length < BATCH_SIZE) return;
    after = ids.at(-1) ?? null;
  }
}

/** Stores snapshots of waiting broadcasts that have none: from a backup, the demo, or an older version. */
async function storeMissingSnapshots(context: Context): Promise<void> {
  const services = context.services();
  const waiting = await services.catalog.repository('campaign')?.list({
    take: MAX_WAITING_BROADCASTS,
    where: [{ any: [{ status: 'scheduled' }, { status: 'draft', approval: 'asked' }] }],
  });
  const ids = (waiting ?? []).map(({ id }) => id);
  const rows = await context.db.query<{ campaign: string }>(
    'SELECT campaign FROM broadcast_snapshot WHERE campaign = ANY($1::uuid[])',
    [ids],
  );
  const idsWithSnapshot = new Set(rows.map(({ campaign }) => campaign));
  for (const campaign of waiting ?? [])
    if (!idsWithSnapshot.has(campaign.id)) {
      const composed = await composeBroadcast(services, campaign, campaign.platform as ChannelType);
      const { status, approval } = campaign;
      const kind = status === 'draft' ? 'request-approval' : approval === 'approved' ? 'approve' : 'send';
      await insertSnapshot(context.db, campaign.id, toSnapshot(composed), { kind, onConflict: 'keep' });
    }
}
