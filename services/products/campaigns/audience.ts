import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import { MAX_PEOPLE_PER_AUDIENCE, parsePersonIds } from '../../../schemas/campaigns/people.ts';
import type { Campaign, Segment } from '../../../schemas/generated/types.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { EntityRecord, JsonObject, Match } from '../../../schemas/model/types.ts';
import {
  suffixSourceFields,
  variableFields,
  variablesOfPerson,
} from '../../../schemas/model/personVariables.ts';
import type { Conditions } from '../../../schemas/segments/conditions.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { Services } from '../../engine/resources/services.ts';
import { conditionsSql } from '../segments/index.ts';
import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { recordSourceSql } from '../../engine/storage/liveFields.ts';
import { isId, matchToSql, Parameters } from '../../engine/storage/matchSql.ts';
import { columnsOf, quoteLiteral } from '../../engine/storage/sql.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The audience of a broadcast, as its run stores it. */
export interface Audience {
  channel: string;
  type: ChannelType;
  target: Campaign['target'];
  segment?: string;
  /** The segment's conditions when the audience was composed; omitted: the current ones. */
  who?: Conditions;
  people?: readonly string[];
  /** Who is excluded, even if the target includes them. */
  without?: Exclusions;
  /** Conditions of the excluded segments when the audience was composed; omitted: the current ones. */
  withoutWho?: Conditions[];
}

/** Exclusions: ids of segments, tags, and ids of broadcasts that people received. */
export interface Exclusions {
  segments?: readonly string[];
  tags?: readonly string[];
  received?: readonly string[];
}

/** A member of a broadcast's audience. */
export interface Member {
  profile: string;
  person: string;
  name: string;
  /** The person's values of variables, by name. */
  variables: ReadonlyMap<string, string>;
  lastInbound?: Date;
}

type AudienceFields = Pick<
  Campaign,
  'channel' | 'target' | 'segment' | 'people' | 'withoutSegments' | 'withoutTags' | 'withoutReceived'
>;

/** @throws ApiError 422 for a manual audience with too many people */
export function toAudience(campaign: AudienceFields, type: ChannelType): Audience {
  const { channel, target, segment, people = '' } = campaign;
  const base = { channel, type, ...exclusionsOf(campaign) };
  if (target === 'segment') return { ...base, target, segment };
  if (target !== 'manual') return { ...base, target };
  const { ids } = parsePersonIds(people);
  if (ids.length > MAX_PEOPLE_PER_AUDIENCE) throw invalid({ '/people': t('At most 10,000 people') });
  return { ...base, target, people: ids };
}

function exclusionsOf({
  withoutSegments: segments = [],
  withoutTags: tags = [],
  withoutReceived: received = [],
}: AudienceFields): Pick<Audience, 'without'> {
  const exclusions = Object.entries({ segments, tags, received }).filter(([, values]) => values.length > 0);
  return exclusions.length > 0 ? { without: Object.fromEntries(exclusions) } : {};
}

/** Adds the current conditions of the target's segment and of the excluded segments. */
export async function withConditions(
  services: Pick<Services, 'catalog'>,
  audience: Audience,
  tx: Queryable,
): Promise<Audience> {
  const segment = await findSegment(services, audience.segment, tx);
  const excludedSegments = audience.without?.segments;
  return {
    ...audience,
    ...(segment && { who: segment.who }),
    ...(excludedSegments && { withoutWho: await findConditions(services, excludedSegments, tx) }),
  };
}

/** Conditions of segments; a deleted segment has none, and so excludes nobody. */
async function findConditions(
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

export const findSegment = async (
  { catalog }: Pick<Services, 'catalog'>,
  id: string | undefined,
  tx: Queryable,
): Promise<(Segment & EntityRecord) | undefined> =>
  id === undefined ? undefined : catalog.repository('segment')?.within(tx).find(id);

/** SQL condition on profiles: in the target, on any channel. */
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

/** SQL condition on profiles: excluded; undefined where nobody is. */
async function exclusionSql(
  services: Services,
  { without, withoutWho }: Audience,
  values: Parameters,
  now: Date,
  tx: Queryable,
): Promise<string | undefined> {
  if (!without) return undefined;
  const { segments = [], tags = [], received = [] } = without;
  const exclusions: Conditions[] = [
    ...(withoutWho ?? (await findConditions(services, segments, tx))),
    ...(tags.length > 0
      ? [{ match: 'all', conditions: [{ field: 'tag', is: 'any', tags: [...tags] }] }]
      : []),
    ...received.map((campaign) => ({
      match: 'all',
      conditions: [{ field: 'received-campaign', is: 'is', campaign }],
    })),
  ] as Conditions[];
  const parts = exclusions.map((one) => `coalesce(${conditionsSql(services, one, values, now)}, false)`);
  return parts.length > 0 ? `(${parts.join(' OR ')})` : undefined;
}

/**
 * SQL of an audience: a source and conditions on it. Those that are functions add their parameters when they are called,
 * because a statement may not have parameters that it does not use.
 */
interface AudienceQuery {
  /** Profiles with their live fields, and when each last wrote. */
  from: string;
  targeted: string;
  excluded: string;
  onChannel: string;
  blocked: () => string;
  unreachable: () => string;
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
      (facts ->> 'lastSeen')::timestamptz) AS last_inbound_at FROM (SELECT * FROM ${recordSourceSql(model)}) AS whole) AS people`,
    targeted: await targetSql(services, audience, values, now, tx),
    excluded: (await exclusionSql(services, audience, values, now, tx)) ?? 'false',
    onChannel: sql({ channel: audience.channel }),
    blocked: () => sql({ followState: 'blocked' }),
    unreachable: () => unreachableSql(services, audience, values),
    values,
  };
}

/** SQL condition: the channel's type cannot write to them now (the reply window is over, or the conversation has ended). */
function unreachableSql(services: Services, { type, channel }: Audience, values: Parameters): string {
  const hours = capabilitiesOf(type).replyWindowHours;
  if (hours !== undefined)
    return `coalesce(last_inbound_at < clock_timestamp() - interval '${hours} hours', true)`;
  return channelServiceOf(type).endedConversationSql?.(services, channel, values) ?? 'false';
}

export type Reach = ReachResponse['reach'];

/** Counts the recipients, and the others by reason. Not for a write's transaction: it reads the whole audience. */
export async function countReach(services: Services, audience: Audience): Promise<Reach> {
  const { from, targeted, excluded, onChannel, blocked, unreachable, values } = await audienceQuery(
    services,
    audience,
    new Date(),
  );
  const countWhere = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
  const scope = audience.target === 'everyone' ? `${targeted} AND ${onChannel}` : targeted;
  const [counts] = await services.db.query<Omit<Reach, 'outsideWindow' | 'ended'> & { unreachable: number }>(
    `SELECT count(*)::int AS targeted, ${countWhere('on_channel AND NOT excluded AND NOT blocked AND NOT unreachable')} AS people,
       ${countWhere('on_channel AND NOT excluded AND blocked')} AS blocked,
       ${countWhere('on_channel AND NOT excluded AND NOT blocked AND unreachable')} AS unreachable,
       ${countWhere('on_channel AND excluded')} AS "leftOut", ${countWhere('NOT on_channel')} AS "onOtherChannels"
     FROM (SELECT coalesce(${onChannel}, false) AS on_channel, coalesce(${blocked()}, false) AS blocked,
         ${unreachable()} AS unreachable, ${excluded} AS excluded
       FROM ${from} WHERE ${scope}) AS person`,
    values.values,
    { prepare: false },
  );
  const { unreachable: unreachableCount = 0, ...reach } = counts ?? {
    people: 0,
    targeted: 0,
    blocked: 0,
    onOtherChannels: 0,
    leftOut: 0,
  };
  const hasWindow = capabilitiesOf(audience.type).replyWindowHours !== undefined;
  return {
    ...reach,
    outsideWindow: hasWindow ? unreachableCount : 0,
    ended: hasWindow ? 0 : unreachableCount,
  };
}

/** Lists the next recipients in the order of their ids. @param after the last one so far @param now for relative times in conditions */
export async function listMembersAfter(
  services: Services,
  tx: Queryable,
  audience: Audience,
  after: string | undefined,
  limit: number,
  now = new Date(),
): Promise<Member[]> {
  const { from, targeted, excluded, onChannel, blocked, unreachable, values } = await audienceQuery(
    services,
    audience,
    now,
    tx,
  );
  const { model } = services.catalog.require('profile');
  const columns = columnsOf(model);
  const fields = [...variableFields(model), ...suffixSourceFields(model)].map(
    ({ name, live }) => `${quoteLiteral(name)}, ${live ? 'facts' : 'data'} -> ${quoteLiteral(name)}`,
  );
  const afterSql = after === undefined ? 'true' : `id > ${values.add(after)}::uuid`;
  const rows = await tx.query<
    Omit<Member, 'variables' | 'lastInbound'> & { variableValues: JsonObject; last_inbound_at: Date | null }
  >(
    `SELECT id AS profile, ${columns.get('externalId')?.value} AS person, ${columns.get('displayName')?.value} AS name,
       jsonb_build_object(${fields.join(', ')}) AS "variableValues", last_inbound_at
     FROM ${from} WHERE ${afterSql} AND ${onChannel} AND ${targeted} AND NOT ${excluded}
       AND NOT coalesce(${blocked()}, false) AND NOT ${unreachable()}
     ORDER BY id LIMIT ${limit}`,
    values.values,
    { prepare: false },
  );
  return rows.map(({ last_inbound_at: lastInbound, variableValues, ...row }) => ({
    ...row,
    variables: variablesOfPerson(model, variableValues),
    ...(lastInbound && { lastInbound }),
  }));
}

/** Counts the recipients who received one of `broadcasts`, or are in one of `audiences` too. */
export async function countOverlap(
  services: Services,
  audience: Audience,
  { broadcasts, audiences }: { broadcasts: readonly string[]; audiences: readonly Audience[] },
): Promise<number> {
  if (broadcasts.length + audiences.length === 0) return 0;
  const now = new Date();
  const { from, targeted, excluded, onChannel, blocked, values } = await audienceQuery(
    services,
    audience,
    now,
  );
  const conditions: string[] = [];
  if (broadcasts.length > 0)
    conditions.push(`id IN (SELECT profile FROM broadcast_recipient
      WHERE campaign = ANY(${values.add([...broadcasts])}::uuid[]) AND state IN ('sent', 'unclear'))`);
  for (const other of audiences) {
    const target = await targetSql(services, other, values, now, services.db);
    const excludedFromOther = (await exclusionSql(services, other, values, now, services.db)) ?? 'false';
    conditions.push(`(${target} AND NOT ${excludedFromOther})`);
  }
  const [row] = await services.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${from} WHERE ${onChannel} AND ${targeted} AND NOT ${excluded}
       AND NOT coalesce(${blocked()}, false) AND (${conditions.join(' OR ')})`,
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
  const { from, targeted, onChannel, values } = await audienceQuery(services, audience, now);
  const rows = await services.db.query<{ id: string; person: string }>(
    `SELECT id, ${columns.get('externalId')?.value} AS person FROM ${from} WHERE ${onChannel} AND ${targeted}`,
    values.values,
    { prepare: false },
  );
  const known = new Set(rows.flatMap(({ id, person }) => [id, person]));
  return people.filter((one) => !known.has(one));
}
