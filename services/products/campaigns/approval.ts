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
import { joined } from './joined.ts';
import { composeBroadcast, type Composition } from './content.ts';
import { messages } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

type Broadcast = Campaign & EntityRecord;
type CheckedBroadcast = Pick<
  Broadcast,
  'id' | 'version' | 'status' | 'approval' | 'content' | 'template' | 'segment'
>;

/** What a broadcast was when approval was asked for, or when it was approved or scheduled. */
export interface Snapshot extends Omit<Composition, 'audience' | 'personal'> {
  audience: Omit<Audience, 'people' | 'type'>;
  /** Digest of a manual audience's list, which may be long. */
  people?: string;
  /** That list, for people to see who came and went; absent in older ones. */
  list?: readonly string[];
  /** How many would have got it; absent where nobody had counted yet. */
  reach?: number;
  /** Of one that was approved: whether by somebody who had neither written it nor asked; absent in older ones. */
  byOther?: boolean;
  /** What pictures of other sites were known by, by address, where they answered. */
  pictures?: Readonly<Record<string, string>>;
}

/** Snapshots that are compared at a time, and broadcasts looked for that have none yet. */
const BATCH_SIZE = 50;
const MAX_MISSING_SNAPSHOTS = 1_000;
/** Variables that a sentence names. */
const MAX_NAMED_VARIABLES = 3;

/** What is compared and kept of what a broadcast sends. */
export function toSnapshot({
  answer,
  variables,
  audience: { people, type: _, ...audience },
}: Composition): Snapshot {
  const digest = people && createHash('sha256').update(people.join('\n')).digest('hex');
  return { answer, variables, audience, ...(people && { people: digest, list: people }) };
}

/** What a snapshot was made of, and when. */
export interface StoredSnapshot {
  composed: Composition;
  at: Date;
}

/** What was compared before a change is what is stored after it, whatever others have changed in between. */
const compared = new WeakMap<RecordWrite, Composition>();

/** Stores a snapshot of the broadcast as it is now, which replaces the one before. */
export async function storeSnapshot(
  services: Services,
  write: RecordWrite,
  record: EntityRecord,
): Promise<StoredSnapshot> {
  const { tx, id, model, draft, operation } = write;
  // What is approved or scheduled has been looked at: it is not compared with anything before.
  if (operation !== 'request-approval') await deleteFrom(tx, 'broadcast_earlier', id);
  const more =
    operation === 'approve'
      ? { byOther: await isApprovedByOther(tx, model, findTransition(model, 'send'), record) }
      : {};
  const composed = compared.get(write) ?? (await composeDraft(services, tx, draft));
  const content = { ...toSnapshot(composed), ...more };
  const at = await insertSnapshot(tx, id, content, { kind: operation, how: 'replace' });
  return { composed, at: at ?? new Date() };
}

/**
 * Keeps with a snapshot how many would have got it, and what its pictures were, which nobody waits for; not where another
 * one has replaced it.
 */
export const addToSnapshot = async (
  tx: Queryable,
  id: string,
  { at }: Pick<StoredSnapshot, 'at'>,
  more: Pick<Snapshot, 'reach' | 'pictures'>,
): Promise<void> =>
  void (await tx.query(
    `UPDATE broadcast_snapshot SET content = content || $2::jsonb WHERE campaign = $1::uuid AND at = $3::timestamptz`,
    [id, JSON.stringify(more), at.toISOString()],
  ));

/** Nobody waits for an approval, or for its time, any more; what there was is kept to be compared with. */
export async function takeSnapshotBack(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO broadcast_earlier (campaign, content, kind, at)
     SELECT campaign, content, kind, at FROM broadcast_snapshot WHERE campaign = $1::uuid
     ON CONFLICT (campaign) DO UPDATE SET content = excluded.content, kind = excluded.kind, at = excluded.at`,
    [id],
  );
  await deleteFrom(tx, 'broadcast_snapshot', id);
}

/** Forgets what a broadcast was, at once or `whole` with what there was before. */
export async function deleteSnapshot(tx: Queryable, id: string, whole?: 'whole'): Promise<void> {
  await deleteFrom(tx, 'broadcast_snapshot', id);
  if (whole) await deleteFrom(tx, 'broadcast_earlier', id);
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
  compared.set(write, composed);
  const sentence = before && (await describeChange(services, before as Broadcast, composed, tx));
  if (sentence !== undefined) throw new ApiError(409, 'STATE', sentence, { current: { ...before, id } });
}

const composeDraft = (services: Services, tx: Queryable, draft: RecordWrite['draft']): Promise<Composition> =>
  composeBroadcast(services, draft as unknown as Campaign, draft['platform'] as ChannelType, tx);

async function insertSnapshot(
  tx: Queryable,
  id: string,
  content: Snapshot,
  { kind, how }: { kind: string; how: 'replace' | 'keep' },
): Promise<Date | undefined> {
  const conflict =
    how === 'replace'
      ? 'UPDATE SET content = excluded.content, kind = excluded.kind, at = excluded.at'
      : 'NOTHING';
  const [row] = await tx.query<{ at: Date }>(
    `INSERT INTO broadcast_snapshot (campaign, content, kind, at) VALUES ($1::uuid, $2::jsonb, $3, clock_timestamp())
     ON CONFLICT (campaign) DO ${conflict} RETURNING at`,
    [id, JSON.stringify(content), kind],
  );
  return row?.at;
}

/** What a broadcast was when approval was asked for, or when it was approved or scheduled. */
export async function findSnapshot(tx: Queryable, id: string): Promise<Snapshot | undefined> {
  const [row] = await tx.query<{ content: Snapshot }>(
    'SELECT content FROM broadcast_snapshot WHERE campaign = $1::uuid',
    [id],
  );
  return row?.content;
}

/**
 * Compares what a broadcast would send now with what was asked about, approved or scheduled.
 * @returns a sentence that names what was changed; undefined where nothing was, or nothing is known of before
 */
export async function describeChange(
  services: Services,
  campaign: CheckedBroadcast,
  composed: Composition,
  tx: Queryable = services.db,
): Promise<string | undefined> {
  const then = await findSnapshot(tx, campaign.id);
  const changed = then && (await changedParts(services, campaign, then, toSnapshot(composed), tx));
  if (!changed || changed.length === 0) return undefined;
  const text = CHANGED[changed.length > 1 ? 'several' : 'one'][askedFor(campaign)];
  return storedText(text, { parts: joined(changed) });
}

/**
 * Whether a broadcast that nobody approved, or only who wrote it or asked, needs it by now: its audience grew, or the rule
 * of the workspace is another one.
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
    const then = await findSnapshot(services.db, campaign.id);
    if (then?.byOther ?? (await isApprovedByOther(services.db, model, send, campaign))) return undefined;
  }
  const holding = await findApprovalRule(services, model, send, campaign);
  if (!holding || (isApproved && holding.rule.notBy === undefined)) return undefined;
  const { sentence } = holding;
  return isApproved
    ? storedText('%{sentence}. Nobody else has approved it: ask for approval again.', { sentence })
    : storedText('%{sentence}. Ask for approval.', { sentence });
}

/** Said of one part of a broadcast that was changed, and of several, by what was done before. */
const CHANGED = {
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

function askedFor({ status, approval }: CheckedBroadcast): 'asked' | 'approved' | 'scheduled' {
  if (status === 'draft') return 'asked';
  return approval === 'approved' ? 'approved' : 'scheduled';
}

async function changedParts(
  { catalog, ...services }: Services,
  campaign: CheckedBroadcast,
  then: Snapshot,
  now: Snapshot,
  tx: Queryable,
): Promise<string[]> {
  const parts: string[] = [];
  if (!isSameValue(then.answer, now.answer)) {
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
    const names = new Set([...Object.keys(then.variables), ...Object.keys(now.variables)]);
    const changed = [...names].filter((name) => then.variables[name] !== now.variables[name]);
    parts.push(
      ...changed.slice(0, MAX_NAMED_VARIABLES).map((name) => storedText('variable “%{name}”', { name })),
    );
  }
  const { who: thenWho, withoutWho: thenLeftOut, ...thenAudience } = then.audience;
  const { who: nowWho, withoutWho: nowLeftOut, ...nowAudience } = now.audience;
  if (!isSameValue(thenAudience, nowAudience) || then.people !== now.people)
    parts.push(storedText('audience'));
  else if (!isSameValue(thenWho, nowWho)) {
    const segment = await findSegment({ ...services, catalog }, campaign.segment, tx);
    parts.push(segment ? storedText('segment “%{name}”', { name: segment.name }) : storedText('segment'));
  } else if (!isSameValue(thenLeftOut, nowLeftOut)) parts.push(storedText('segments that are left out'));
  return parts;
}

/** Makes a broadcast a draft again that is returned with the reason; not where somebody else was first. */
export async function withdraw(
  context: Context,
  campaign: CheckedBroadcast,
  approvalComment: string,
): Promise<void> {
  const { id, version, status } = campaign;
  const stored = records(context.services(), 'campaign', SYSTEM);
  const values = { approval: 'returned', approvalComment } as const;
  const own = { version, validation: 'skip' } as const;
  try {
    if (status === 'scheduled') await stored.transition(id, 'withdraw', values, own);
    else
      await stored.change(id, (record) => ({ ...record, ...values }), {
        ...{ ...own, operation: 'withdraw', locked: 'open' },
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

/** Looks at all broadcasts that wait for approval or for their time, so that people see at once what was withdrawn. */
export async function withdrawChanged(context: Context): Promise<void> {
  await storeMissingSnapshots(context);
  let after: string | null = null;
  for (;;) {
    const rows: { campaign: string }[] = await context.db.query<{ campaign: string }>(
      `SELECT campaign FROM broadcast_snapshot WHERE $1::uuid IS NULL OR campaign > $1::uuid
       ORDER BY campaign LIMIT ${BATCH_SIZE}`,
      [after],
    );
    const ids = rows.map(({ campaign }) => campaign);
    const stored = (await context.services().catalog.repository('campaign')?.getMany(ids)) ?? [];
    for (const campaign of stored) await withdrawIfChanged(context, campaign);
    if (ids.length < BATCH_SIZE) return;
    after = ids.at(-1) ?? null;
  }
}

/** Stores the snapshots of broadcasts that have none: from a backup, the demo, or before there were snapshots. */
async function storeMissingSnapshots(context: Context): Promise<void> {
  const services = context.services();
  const rows = await services.catalog.repository('campaign')?.list({
    take: MAX_MISSING_SNAPSHOTS,
    where: [{ any: [{ status: 'scheduled' }, { status: 'draft', approval: 'asked' }] }],
  });
  const ids = (rows ?? []).map(({ id }) => id);
  const there = await context.db.query<{ campaign: string }>(
    'SELECT campaign FROM broadcast_snapshot WHERE campaign = ANY($1::uuid[])',
    [ids],
  );
  const known = new Set(there.map(({ campaign }) => campaign));
  for (const campaign of rows ?? [])
    if (!known.has(campaign.id)) {
      const composed = await composeBroadcast(services, campaign, campaign.platform as ChannelType);
      const { status, approval } = campaign;
      const kind = status === 'draft' ? 'request-approval' : approval === 'approved' ? 'approve' : 'send';
      await insertSnapshot(context.db, campaign.id, toSnapshot(composed), { kind, how: 'keep' });
    }
}
