import type { DifferencePart, RecordDifference } from '../../../schemas/model/responses.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Principal } from '../../engine/http/access.ts';
import type { Context } from '../../engine/modules/module.ts';
import { isSameValue } from '../../engine/resources/isSameValue.ts';
import type { Services } from '../../engine/resources/services.ts';
import { resolveStoredFiles } from '../../engine/resources/visibility.ts';
import { toSnapshot, type Snapshot } from './approval.ts';
import { people, subjectOf } from './checks/subject.ts';
import type { Broadcast } from './run.ts';
import { message, messages, t } from '../../../schemas/texts/translate.ts';

/** People of a list who are named, of those who came and of those who went. */
const MAX_NAMED = 10;
const SINCE: Readonly<Record<string, string>> = messages({
  'request-approval': 'approval was asked for',
  approve: 'it was approved',
  send: 'it was scheduled',
});
const LOOKED_AT = message('it was looked at');

interface Kept {
  content: Snapshot;
  kind: string | null;
  at: Date;
}

const readKept = async (
  { db }: Services,
  table: 'broadcast_snapshot' | 'broadcast_earlier',
  id: string,
): Promise<Kept | undefined> =>
  (
    await db.query<Kept & Record<string, unknown>>(
      `SELECT content, kind, at FROM ${table} WHERE campaign = $1::uuid`,
      [id],
    )
  )[0];

/**
 * What of a draft or of a scheduled broadcast differs from what was asked about, approved or scheduled; of one that was
 * taken back, from what it was before.
 * @param user whoever asks: what a segment's conditions are is for those who may read segments
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
  const [waiting, earlier] = [
    await readKept(services, 'broadcast_snapshot', campaign.id),
    await readKept(services, 'broadcast_earlier', campaign.id),
  ];
  if (!waiting && !earlier) return none;
  const subject = await subjectOf({ record: campaign }, context);
  const reach = await subject.recipients();
  const now = { ...toSnapshot(subject.composed), ...(reach !== null && { reach }) };
  const compare = async (
    kept: Kept,
    text = SINCE[kept.kind ?? ''] ?? LOOKED_AT,
  ): Promise<RecordDifference> => ({
    since: { text: t(text), at: kept.at.toISOString() },
    note,
    parts: await differences(services, campaign, kept.content, now, user),
  });
  if (!waiting) return earlier ? compare(earlier) : none;
  const since = await compare(waiting);
  // Asked again: whoever looks wants to know what came between.
  const isSame = since.parts.every((part) => 'was' in part && part.label === t(REACH));
  if (!isSame || !earlier) return since;
  return compare(
    earlier,
    earlier.kind === 'request-approval' ? message('approval was asked for before') : undefined,
  );
}

const REACH = message('Reach');
const NO_VALUE = message('No value');

async function differences(
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
    const sides = [then.answer ?? {}, now.answer ?? {}] as unknown as JsonObject[];
    const [before = {}, after = {}] = await resolveStoredFiles(catalog.require('campaign'), sides);
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
    parts.push({ label: t(REACH), was: people(then.reach), is: people(now.reach) });
  return parts;
}

/** Values of variables; other messages name others, of which the messages tell. */
function variableParts(then: Snapshot, now: Snapshot): DifferencePart[] {
  const isSame = isSameValue(then.answer, now.answer);
  const names = new Set([...Object.keys(then.variables), ...(isSame ? Object.keys(now.variables) : [])]);
  return [...names].flatMap((name): DifferencePart[] => {
    const [was, is] = [then.variables[name], now.variables[name]];
    if (was === is || (!isSame && is === undefined)) return [];
    return [{ label: t('Variable “%{name}”', { name }), was: was ?? t(NO_VALUE), is: is ?? t(NO_VALUE) }];
  });
}

/** Fields of the broadcast that say whom it is for. */
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

/** Conditions of the same segments, whom it is for and who is left out. */
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
    const whole = (who: unknown): JsonObject => (who === undefined ? {} : { who }) as JsonObject;
    parts.push(
      mayRead
        ? { label, entity: 'segment', before: whole(before), after: whole(after) }
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

/** Who came and who went of a list of people. */
function peoplePart(then: Snapshot, now: Snapshot): DifferencePart | undefined {
  if (then.people === undefined || now.people === undefined || then.people === now.people) return undefined;
  const [was, is] = [then.list, now.list ?? []];
  if (!was) return { label: t('People'), was: t('Another list'), is: people(is.length) };
  const missingIn = (list: readonly string[], of: readonly string[]): string[] => {
    const there = new Set(of);
    return list.filter((one) => !there.has(one));
  };
  const said = ({ all, some }: typeof ADDED, list: readonly string[]): string[] => {
    if (list.length === 0) return [];
    const more = list.length - MAX_NAMED;
    const names = list.slice(0, MAX_NAMED).join(', ');
    return [t(more > 0 ? some : all, { count: list.length, names, more })];
  };
  const changes = [...said(ADDED, missingIn(is, was)), ...said(REMOVED, missingIn(was, is))];
  const order = changes.length > 0 ? changes : [t('In another order')];
  return { label: t('People'), was: people(was.length), is: [people(is.length), ...order].join('\n') };
}
