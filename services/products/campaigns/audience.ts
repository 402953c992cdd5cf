import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import { MAX_PEOPLE_PER_AUDIENCE, parsePeople } from '../../../schemas/campaigns/people.ts';
import type { Campaign, Segment } from '../../../schemas/generated/types.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { EntityRecord, JsonObject, Match } from '../../../schemas/model/types.ts';
import {
  namedByVariables,
  variableFields,
  variablesOfPerson,
} from '../../../schemas/model/personVariables.ts';
import type { Conditions } from '../../../schemas/segments/conditions.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { Services } from '../../engine/resources/services.ts';
import { conditionsSql } from '../segments/index.ts';
import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { recordSource } from '../../engine/storage/liveFields.ts';
import { isId, matchToSql, Parameters } from '../../engine/storage/matchSql.ts';
import { columnsOf, quoteLiteral } from '../../engine/storage/sql.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Whom a broadcast is for, as its run stores it. */
export interface Audience {
  channel: string;
  type: ChannelType;
  target: Campaign['target'];
  segment?: string;
  /** The segment's conditions, where they are those of a moment; left out, those that it has by now. */
  who?: Conditions;
  people?: readonly string[];
  /** Whom it is not for, whatever else puts them into it. */
  without?: LeftOut;
  /** The conditions of the segments that are left out, where they are those of a moment. */
  withoutWho?: Conditions[];
}

/** Who is left out of a broadcast: ids of segments, tags, and ids of broadcasts that people got. */
export interface LeftOut {
  segments?: readonly string[];
  tags?: readonly string[];
  received?: readonly string[];
}

/** Somebody who gets a broadcast. */
export interface Member {
  profile: string;
  person: string;
  name: string;
  /** What the person's fields stand for in texts, by name. */
  variables: ReadonlyMap<string, string>;
  lastInbound?: Date;
}

type Targeted = Pick<
  Campaign,
  'channel' | 'target' | 'segment' | 'people' | 'withoutSegments' | 'withoutTags' | 'withoutReceived'
>;

/** @throws ApiError 422 for more people than a manual audience has, or for nobody */
export function toAudience(campaign: Targeted, type: ChannelType): Audience {
  const { channel, target, segment, people = '' } = campaign;
  const base = { channel, type, ...leftOutOf(campaign) };
  if (target === 'segment') return { ...base, target, segment };
  if (target !== 'manual') return { ...base, target };
  const { ids } = parsePeople(people);
  if (ids.length > MAX_PEOPLE_PER_AUDIENCE) throw invalid({ '/people': t('At most 10,000 people') });
  return { ...base, target, people: ids };
}

function leftOutOf({
  withoutSegments: segments = [],
  withoutTags: tags = [],
  withoutReceived: received = [],
}: Targeted): Pick<Audience, 'without'> {
  const parts = Object.entries({ segments, tags, received }).filter(([, values]) => values.length > 0);
  return parts.length > 0 ? { without: Object.fromEntries(parts) } : {};
}

/** The conditions that the segments of a broadcast have by now: of its target, and of those that are left out. */
export async function withConditions(
  services: Pick<Services, 'catalog'>,
  audience: Audience,
  tx: Queryable,
): Promise<Audience> {
  const segment = await findSegment(services, audience.segment, tx);
  const leftOut = audience.without?.segments;
  return {
    ...audience,
    ...(segment && { who: segment.who }),
    ...(leftOut && { withoutWho: await conditionsOf(services, leftOut, tx) }),
  };
}

/** A segment that is no longer there leaves nobody out. */
async function conditionsOf(
  services: Pick<Services, 'catalog'>,
  segments: readonly string[],
  tx: Queryable,
): Promise<Conditions[]> {
  const found = await services.catalog
    .repository('segment')
    ?.within(tx)
    .getMany([...segments]);
  return (found ?? []).map(({ who }) => who);
}

/** A segment as it is now. */
export const findSegment = async (
  { catalog }: Pick<Services, 'catalog'>,
  id: string | undefined,
  tx: Queryable,
): Promise<(Segment & EntityRecord) | undefined> =>
  id === undefined ? undefined : catalog.repository('segment')?.within(tx).find(id);

/** The condition on profiles that puts them into the audience, on whatever channel. */
async function targetSql(
  services: Services,
  { target, segment: id, who, people = [] }: Audience,
  values: Parameters,
  now: Date,
  tx: Queryable,
): Promise<string> {
  if (target === 'everyone') return 'true';
  if (target === 'segment') {
    const conditions = who ?? (await findSegment(services, id, tx))?.who;
    return conditions ? conditionsSql(services, conditions, values, now) : 'false';
  }
  const ids = people.filter(isId);
  const any = [{ externalId: [...people] }, ...(ids.length > 0 ? [{ id: ids }] : [])];
  return matchToSql(services.catalog.require('profile').model, { any }, values);
}

/** The condition on profiles that leaves them out; undefined where nobody is. */
async function leftOutSql(
  services: Services,
  { without, withoutWho }: Audience,
  values: Parameters,
  now: Date,
  tx: Queryable,
): Promise<string | undefined> {
  if (!without) return undefined;
  const { segments = [], tags = [], received = [] } = without;
  const all: Conditions[] = [
    ...(withoutWho ?? (await conditionsOf(services, segments, tx))),
    ...(tags.length > 0
      ? [{ match: 'all', conditions: [{ field: 'tag', is: 'any', tags: [...tags] }] }]
      : []),
    ...received.map((campaign) => ({
      match: 'all',
      conditions: [{ field: 'received-campaign', is: 'is', campaign }],
    })),
  ] as Conditions[];
  const parts = all.map((one) => `coalesce(${conditionsSql(services, one, values, now)}, false)`);
  return parts.length > 0 ? `(${parts.join(' OR ')})` : undefined;
}

interface AudienceQuery {
  /** Profiles with their live fields, and when each last wrote. */
  from: string;
  within: string;
  /** Whom the broadcast leaves out. */
  leftOut: string;
  /** SQL conditions; those that are functions add their parameters when they are called: no statement may have one that it does not use. */
  onChannel: string;
  blocked: () => string;
  outside: () => string;
  values: Parameters;
}

async function audienceQuery(
  services: Services,
  audience: Audience,
  now: Date,
  tx: Queryable = services.db,
): Promise<AudienceQuery> {
  const { model } = services.catalog.require('profile');
  const values = new Parameters();
  const sql = (one: Match): string => matchToSql(model, one, values);
  return {
    from: `(SELECT *, coalesce((SELECT last_inbound FROM conversation WHERE profile = whole.id),
      (facts ->> 'lastSeen')::timestamptz) AS last_said FROM (SELECT * FROM ${recordSource(model)}) AS whole) AS people`,
    within: await targetSql(services, audience, values, now, tx),
    leftOut: (await leftOutSql(services, audience, values, now, tx)) ?? 'false',
    onChannel: sql({ channel: audience.channel }),
    blocked: () => sql({ followState: 'blocked' }),
    outside: () => unreachableSql(services, audience, values),
    values,
  };
}

/** Who cannot be written to at the moment, on the channel's type: what its sender would find. */
function unreachableSql(services: Services, { type, channel }: Audience, values: Parameters): string {
  const hours = capabilitiesOf(type).replyWindowHours;
  if (hours !== undefined) return `coalesce(last_said < clock_timestamp() - interval '${hours} hours', true)`;
  return channelServiceOf(type).endedConversationSql?.(services, channel, values) ?? 'false';
}

export type Reach = ReachResponse['reach'];

/** How many get it, and why others do not. Never inside the transaction of a change: it reads the whole audience. */
export async function countReach(services: Services, audience: Audience): Promise<Reach> {
  const { from, within, leftOut, onChannel, blocked, outside, values } = await audienceQuery(
    services,
    audience,
    new Date(),
  );
  const counted = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
  const scope = audience.target === 'everyone' ? `${within} AND ${onChannel}` : within;
  const [row] = await services.db.query<Omit<Reach, 'outsideWindow' | 'ended'> & { outside: number }>(
    `SELECT count(*)::int AS targeted, ${counted('here AND NOT omitted AND NOT blocked AND NOT outside')} AS people,
       ${counted('here AND NOT omitted AND blocked')} AS blocked,
       ${counted('here AND NOT omitted AND NOT blocked AND outside')} AS outside,
       ${counted('here AND omitted')} AS "leftOut", ${counted('NOT here')} AS "onOtherChannels"
     FROM (SELECT coalesce(${onChannel}, false) AS here, coalesce(${blocked()}, false) AS blocked, ${outside()} AS outside,
         ${leftOut} AS omitted
       FROM ${from} WHERE ${scope}) AS person`,
    values.values,
    { prepare: false },
  );
  const { outside: unreachable = 0, ...reach } = row ?? {
    people: 0,
    targeted: 0,
    blocked: 0,
    onOtherChannels: 0,
    leftOut: 0,
  };
  const hasWindow = capabilitiesOf(audience.type).replyWindowHours !== undefined;
  return { ...reach, outsideWindow: hasWindow ? unreachable : 0, ended: hasWindow ? 0 : unreachable };
}

/** The next ones who get it, in the order of their ids. @param after whoever came last @param now of what is relative */
export async function membersAfter(
  services: Services,
  tx: Queryable,
  audience: Audience,
  after: string | undefined,
  take: number,
  now = new Date(),
): Promise<Member[]> {
  const { from, within, leftOut, onChannel, blocked, outside, values } = await audienceQuery(
    services,
    audience,
    now,
    tx,
  );
  const { model } = services.catalog.require('profile');
  const columns = columnsOf(model);
  const fields = [...variableFields(model), ...namedByVariables(model)].map(
    ({ name, live }) => `${quoteLiteral(name)}, ${live ? 'facts' : 'data'} -> ${quoteLiteral(name)}`,
  );
  const beyond = after === undefined ? 'true' : `id > ${values.add(after)}::uuid`;
  const rows = await tx.query<
    Omit<Member, 'variables' | 'lastInbound'> & { own: JsonObject; last_said: Date | null }
  >(
    `SELECT id AS profile, ${columns.get('externalId')?.value} AS person, ${columns.get('displayName')?.value} AS name,
       jsonb_build_object(${fields.join(', ')}) AS own, last_said
     FROM ${from} WHERE ${beyond} AND ${onChannel} AND ${within} AND NOT ${leftOut}
       AND NOT coalesce(${blocked()}, false) AND NOT ${outside()}
     ORDER BY id LIMIT ${take}`,
    values.values,
    { prepare: false },
  );
  return rows.map(({ last_said: last, own, ...row }) => ({
    ...row,
    variables: variablesOfPerson(model, own),
    ...(last && { lastInbound: last }),
  }));
}

/** How many who get a broadcast got one of `broadcasts`, or belong to one of `audiences` too. */
export async function countOverlap(
  services: Services,
  audience: Audience,
  { broadcasts, audiences }: { broadcasts: readonly string[]; audiences: readonly Audience[] },
): Promise<number> {
  if (broadcasts.length + audiences.length === 0) return 0;
  const now = new Date();
  const { from, within, leftOut, onChannel, blocked, values } = await audienceQuery(services, audience, now);
  const others: string[] = [];
  if (broadcasts.length > 0)
    others.push(`id IN (SELECT profile FROM broadcast_recipient
      WHERE campaign = ANY(${values.add([...broadcasts])}::uuid[]) AND state IN ('sent', 'unclear'))`);
  for (const other of audiences) {
    const target = await targetSql(services, other, values, now, services.db);
    const omitted = (await leftOutSql(services, other, values, now, services.db)) ?? 'false';
    others.push(`(${target} AND NOT ${omitted})`);
  }
  const [row] = await services.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${from} WHERE ${onChannel} AND ${within} AND NOT ${leftOut}
       AND NOT coalesce(${blocked()}, false) AND (${others.join(' OR ')})`,
    values.values,
    { prepare: false },
  );
  return row?.count ?? 0;
}

/** Ids of a manual audience that nobody on the channel has. */
export async function findUnknownPeople(
  services: Services,
  { without: _, withoutWho: __, ...audience }: Audience,
): Promise<string[]> {
  const people = audience.people ?? [];
  const now = new Date();
  if (people.length === 0) return [];
  const columns = columnsOf(services.catalog.require('profile').model);
  const { from, within, onChannel, values } = await audienceQuery(services, audience, now);
  const rows = await services.db.query<{ id: string; person: string }>(
    `SELECT id, ${columns.get('externalId')?.value} AS person FROM ${from} WHERE ${onChannel} AND ${within}`,
    values.values,
    { prepare: false },
  );
  const known = new Set(rows.flatMap(({ id, person }) => [id, person]));
  return people.filter((one) => !known.has(one));
}
