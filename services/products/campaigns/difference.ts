import type { DifferencePart, RecordDifference } from '../../../schemas/model/responses.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Principal } from '../../engine/http/access.ts';
import type { Context } from '../../engine/modules/module.ts';
import { isSameValue } from '../../engine/resources/isSameValue.ts';
import type { Services } from '../../engine/resources/services.ts';
import { resolveStoredFiles } from '../../engine/resources/visibility.ts';
import { toSnapshot, type Snapshot } from './approval.ts';
import { formatPeople, loadSubject } from './checks/subject.ts';
import type { Broadcast } from './run.ts';
import { message, messages, t } from '../../../schemas/texts/translate.ts';

/** People named per list of added or removed people. */
const MAX_NAMED_PEOPLE = 10;
const SINCE_TEXTS: Readonly<Record<string, string>> = messages({
  'request-approval': 'approval was asked for',
  approve: 'it was approved',
  send: 'it was scheduled',
});
const REVIEWED = message('it was looked at');

interface SnapshotRow {
  content: Snapshot;
  kind: string | null;
  at: Date;
}

const findSnapshotRow = async (
  { db }: Services,
  table: 'broadcast_snapshot' | 'broadcast_earlier',
  id: string,
): Promise<SnapshotRow | undefined> =>
  (
    await db.query<SnapshotRow & Record<string, unknown>>(
      `SELECT content, kind, at FROM ${table} WHERE campaign = $1::uuid`,
      [id],
    )
  )[0];

/**
 * Lists how a draft or a scheduled broadcast differs from its snapshot; where it was withdrawn, from the archived one.
 * @param user conditions of segments are only for users who may read segments
 */
export async function readDifference(
  context: Context,
  campaign: Broadcast,
  user: Principal,
): Promise<RecordDifference> {
  const services = context.services();
  const note = campaign.approval === 'returned' ? (campaign.approvalComment ?? null) : null;
  const none = { since: null, note, parts: [] };
  if (!['draft', 'scheduled'].includes(campaign.status)) return none;
  const [latest, earlier] = [
    await findSnapshotRow(services, 'broadcast_snapshot', campaign.id),
    await findSnapshotRow(services, 'broadcast_earlier', campaign.id),
  ];
  if (!latest && !earlier) return none;
  const subject = await loadSubject({ record: campaign }, context);
  const reach = await subject.recipients();
  const now = { ...toSnapshot(subject.composed), ...(reach !== null && { reach }) };
  const compare = async (
    snapshot: SnapshotRow,
    text = SINCE_TEXTS[snapshot.kind ?? ''] ?? REVIEWED,
  ): Promise<RecordDifference> => ({
    since: { text: t(text), at: snapshot.at.toISOString() },
    note,
    parts: await listDifferences(services, campaign, snapshot.content, now, user),
  });
  if (!latest) return earlier ? compare(earlier) : none;
  const sinceLatest = await compare(latest);
  // Approval was requested again: reviewers want to know what changed since the earlier request.
  const isSame = sinceLatest.parts.every((part) => 'was' in part && part.label === t(REACH));
  if (!isSame || !earlier) return sinceLatest;
  return compare(
    earlier,
    earlier.kind === 'request-approval' ? message('approval was asked for before') : undefined,
  );
}

const REACH = message('Reach');
const NO_VALUE = message('No value');

async function listDifferences(
  services: Services,
  campaign: Broadcast,
  then: Snapshot,
  now: Snapshot,
  user: Principal,
): Promise<DifferencePart[]> {
  const { catalog } = services;
  const parts: DifferencePart[] = [];
  if (!isSameValue(then.answer, now.answer)) {
    const template =
      campaign.content === 'template'
        ? await catalog.repository('message-template')?.find(campaign.template ?? '')
        : undefined;
    const contents = [then.answer ?? {}, now.answer ?? {}] as unknown as JsonObject[];
    const [before = {}, after = {}] = await resolveStoredFiles(catalog.require('campaign'), contents);
    parts.push({
      label: template ? t('Message template “%{name}”', { name: template.name }) : t('Message'),
      ...{ entity: 'campaign', before, after },
    });
  }
  parts.push(...variableParts(then, now));
  parts.push(...audienceParts(then, now), ...(await segmentParts(services, then, now, user)));
  const list = peoplePart(then, now);
  if (list) parts.push(list);
  if (then.reach !== undefined && now.reach !== undefined && then.reach !== now.reach)
    parts.push({ label: t(REACH), was: formatPeople(then.reach), is: formatPeople(now.reach) });
  return parts;
}

/** Changed values of variables. Where the messages changed, variables that only the new ones name are left out. */
function variableParts(snapshot: Snapshot, now: Snapshot): DifferencePart[] {
  const isSame = isSameValue(snapshot.answer, now.answer);
  const names = new Set([...Object.keys(snapshot.variables), ...(isSame ? Object.keys(now.variables) : [])]);
  return [...names].flatMap((name): DifferencePart[] => {
    const [was, is] = [snapshot.variables[name], now.variables[name]];
    if (was === is || (!isSame && is === undefined)) return [];
    return [{ label: t('Variable “%{name}”', { name }), was: was ?? t(NO_VALUE), is: is ?? t(NO_VALUE) }];
  });
}

/** Changed fields of the audience. */
function audienceParts({ audience: then }: Snapshot, { audience: now }: Snapshot): DifferencePart[] {
  const fieldsOf = ({ channel, target, segment, without = {} }: Snapshot['audience']): JsonObject =>
    JSON.parse(
      JSON.stringify({
        ...{ channel, target, segment },
        ...{
          withoutSegments: without.segments,
          withoutTags: without.tags,
          withoutReceived: without.received,
        },
      }),
    ) as JsonObject;
  const [before, after] = [fieldsOf(then), fieldsOf(now)];
  return isSameValue(before, after) ? [] : [{ label: t('Audience'), entity: 'campaign', before, after }];
}

const SEGMENT = messages({ any: 'Segment', named: 'Segment “%{name}”' });
const LEFT_OUT = messages({ any: 'Left out: segment', named: 'Left out: segment “%{name}”' });

/** Changed conditions of segments that are the same as before, of the target and of the exclusions. */
async function segmentParts(
  { catalog }: Services,
  { audience: then }: Snapshot,
  { audience: now }: Snapshot,
  user: Principal,
): Promise<DifferencePart[]> {
  const leftOut = now.without?.segments ?? [];
  const isSameLeftOut = isSameValue(then.without?.segments ?? [], leftOut);
  const compared = [
    ...(then.segment !== undefined && then.segment === now.segment
      ? [{ id: then.segment, kind: SEGMENT, before: then.who, after: now.who }]
      : []),
    ...(isSameLeftOut
      ? leftOut.map((id, at) => ({
          ...{ id, kind: LEFT_OUT },
          ...{ before: then.withoutWho?.[at], after: now.withoutWho?.[at] },
        }))
      : []),
  ];
  const mayRead = catalog.rights(user.roles).may('segment', 'read');
  const parts: DifferencePart[] = [];
  for (const { id, kind, before, after } of compared) {
    if (isSameValue(before, after)) continue;
    const found = await catalog.repository('segment')?.find(id);
    const label = found && mayRead ? t(kind.named, { name: found.name }) : t(kind.any);
    const toFields = (who: unknown): JsonObject => (who === undefined ? {} : { who }) as JsonObject;
    parts.push(
      mayRead
        ? { label, entity: 'segment', before: toFields(before), after: toFields(after) }
        : { label, was: t('Other conditions'), is: t('You may not see segments') },
    );
  }
  return parts;
}

const ADDED: Record<'all' | 'some', string> = messages({
  all: '%{count} added: %{names}',
  some: '%{count} added: %{names} and %{more} more',
});
const REMOVED: typeof ADDED = messages({
  all: '%{count} removed: %{names}',
  some: '%{count} removed: %{names} and %{more} more',
});

/** People added to a manual audience and removed from it. */
function peoplePart(then: Snapshot, now: Snapshot): DifferencePart | undefined {
  if (then.people === undefined || now.people === undefined || then.people === now.people) return undefined;
  const [was, is] = [then.list, now.list ?? []];
  if (!was) return { label: t('People'), was: t('Another list'), is: formatPeople(is.length) };
  const notIn = (list: readonly string[], of: readonly string[]): string[] => {
    const known = new Set(of);
    return list.filter((one) => !known.has(one));
  };
  const describeNames = ({ all, some }: typeof ADDED, list: readonly string[]): string[] => {
    if (list.length === 0) return [];
    const more = list.length - MAX_NAMED_PEOPLE;
    const names = list.slice(0, MAX_NAMED_PEOPLE).join(', ');
    return [t(more > 0 ? some : all, { count: list.length, names, more })];
  };
  const changes = [...describeNames(ADDED, notIn(is, was)), ...describeNames(REMOVED, notIn(was, is))];
  const lines = changes.length > 0 ? changes : [t('In another order')];
  return {
    label: t('People'),
    was: formatPeople(was.length),
    is: [formatPeople(is.length), ...lines].join('\n'),
  };
}
