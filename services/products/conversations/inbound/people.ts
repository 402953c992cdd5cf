import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import type { Profile } from '../../../../schemas/generated/types.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { newId } from '../../../engine/resources/ids.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { SYSTEM } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import { clearEventFlag } from '../../../engine/storage/events/clearEventFlag.ts';
import { uniqueKeys } from '../../../engine/storage/indexes.ts';
import { quotedTableName } from '../../../engine/storage/sql.ts';
import { toLanguage, fallbackName } from '../platformProfile.ts';
import type { InboundEvent, UnsealedChannel } from '../../../channels/types.ts';

/** The sender of events, as known before they are stored. */
export interface Person {
  profile: string;
  /** The person's first event, where nothing earlier is known. */
  first?: InboundEvent;
  /** Created just now, until the platform is asked for the profile. */
  isNew: boolean;
}

interface KnownPerson {
  profile: string;
  person: string;
  last_inbound: Date | null;
  /** ISO 8601, of the profile. */
  first_seen: string | null;
}

/** Whether an event shows that the person has arrived: blocking does not, nor do messages of the team. */
const isArrival = ({ kind, source }: InboundEvent): boolean => kind !== 'unfollow' && source !== 'AGENT';

/**
 * The senders of events on one channel by their platform ids, each with a profile, created where missing. They are locked
 * until the transaction ends, in one order for all transactions.
 */
export async function ensurePeople(
  services: Services,
  unit: UnitOfWork,
  channel: UnsealedChannel,
  events: readonly InboundEvent[],
): Promise<Map<string, Person>> {
  const ids = [...new Set(events.map(({ person }) => person))].sort();
  const { model } = services.catalog.require('profile');
  const known = await lockPeople(unit.tx, model, channel.id, ids);
  const unknown = ids.filter((id) => !known.has(id));
  const created =
    unknown.length > 0 ? await createPeople(services, unit, channel, unknown, events) : new Set();
  // Others may have created some of them in the meantime.
  for (const [person, row] of unknown.length > 0 ? await lockPeople(unit.tx, model, channel.id, unknown) : [])
    known.set(person, row);
  const firstEvents = await findFirstEvents(services, unit, known, events, created);
  return new Map(
    [...known].map(([person, { profile }]) => {
      const first = firstEvents.get(person);
      return [person, { profile, isNew: created.has(profile), ...(first && { first }) }];
    }),
  );
}

/**
 * Gives the people who follow a channel a profile, where they have none: they were there before it was connected.
 * @param people their ids on the channel
 * @returns the profiles that were created
 */
export async function ensureFollowers(
  services: Services,
  unit: UnitOfWork,
  channel: UnsealedChannel,
  people: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(people)].sort();
  const { model } = services.catalog.require('profile');
  const known = await lockPeople(unit.tx, model, channel.id, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return [];
  return [...(await createPeople(services, unit, channel, unknown, [], { followState: 'following' }))];
}

/** Locks the conversations of known people, in one order for all transactions. */
async function lockPeople(
  tx: Queryable,
  profiles: EntityModel,
  channel: string,
  ids: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const rows = await tx.query<KnownPerson>(
    `SELECT profile, person, last_inbound, record.data ->> 'firstSeen' AS first_seen
     FROM conversation LEFT JOIN ${quotedTableName(profiles)} AS record ON record.id = conversation.profile
     WHERE channel = $1::uuid AND person = ANY($2::text[]) ORDER BY person FOR NO KEY UPDATE OF conversation`,
    [channel, ids],
  );
  return new Map(rows.map((row) => [row.person, row]));
}

/** @returns ids of the profiles that were created */
async function createPeople(
  services: Services,
  unit: UnitOfWork,
  channel: UnsealedChannel,
  unknown: readonly string[],
  events: readonly InboundEvent[],
  initial: Partial<Profile> = {},
): Promise<Set<string>> {
  const { model } = services.catalog.require('profile');
  const existing = await findProfiles(unit.tx, model, channel.id, unknown);
  const profiles = unknown.map((person) => existing.get(person) ?? newId());
  const added = await unit.tx.query<{ profile: string; person: string }>(
    `INSERT INTO conversation (profile, channel, person)
     SELECT profile, $1::uuid, person FROM unnest($2::uuid[], $3::text[]) AS given(profile, person) ORDER BY person
     ON CONFLICT DO NOTHING RETURNING profile, person`,
    [channel.id, profiles, unknown],
  );
  const created = added
    .filter(({ person }) => !existing.has(person))
    .map(({ profile: id, person }) => ({
      id,
      values: { ...initialProfile(channel, person, events), ...initial },
    }));
  await records(services, 'profile', SYSTEM, unit).createAll(created);
  return new Set(created.map(({ id }) => id));
}

/** Profiles that exist although no event came from them yet, such as imported ones. */
async function findProfiles(
  tx: Queryable,
  model: EntityModel,
  channel: string,
  people: readonly string[],
): Promise<Map<string, string>> {
  const { keys, where } = uniqueKeys(model, ['channel', 'externalId']);
  const rows = await tx.query<{ id: string; person: string }>(
    `WITH given AS (SELECT jsonb_build_object('channel', $1::text, 'externalId', person) AS data, person
       FROM unnest($2::text[]) AS who(person)),
     keyed AS (SELECT person, ${keys.map((key, at) => `${key} AS key${at}`).join(', ')} FROM given)
     SELECT record.id::text AS id, keyed.person FROM keyed JOIN ${quotedTableName(model)} AS record
       ON ${keys.map((key, at) => `${key} = keyed.key${at}`).join(' AND ')} AND (${where})`,
    [channel, people],
  );
  return new Map(rows.map(({ id, person }) => [person, id]));
}

/** The first event that shows that the person has arrived. */
const firstArrival = (person: string, events: readonly InboundEvent[]): InboundEvent | undefined =>
  events
    .filter((event) => event.person === person && isArrival(event))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];

function initialProfile(
  channel: UnsealedChannel,
  person: string,
  events: readonly InboundEvent[],
): Partial<Profile> {
  const ofPerson = events.filter((event) => event.person === person);
  const platformProfile = ofPerson.find((event) => event.profile)?.profile ?? {};
  const arrival = firstArrival(person, events);
  return {
    channel: channel.id,
    externalId: person,
    displayName: platformProfile.displayName?.slice(0, 200) || fallbackName(channel, person),
    ...(platformProfile.pictureUrl !== undefined && { pictureUrl: platformProfile.pictureUrl }),
    ...(platformProfile.language !== undefined && { language: toLanguage(platformProfile.language) }),
    ...(arrival && { firstSeen: arrival.at.toISOString() }),
    // Only people who have added the channel can write to it.
    ...(capabilitiesOf(channel.type).followState && arrival && { followState: 'following' as const }),
  };
}

/**
 * The first events of people who are new, or whose first event arrived late. Their profiles get the earlier time, and the
 * newcomer mark moves from the later event.
 */
async function findFirstEvents(
  services: Services,
  unit: UnitOfWork,
  people: ReadonlyMap<string, KnownPerson>,
  events: readonly InboundEvent[],
  created: ReadonlySet<unknown>,
): Promise<Map<string, InboundEvent>> {
  const firstEvents = new Map<string, InboundEvent>();
  for (const [person, { profile, last_inbound: lastInbound, first_seen: firstSeen }] of people) {
    const arrival = firstArrival(person, events);
    if (!arrival) continue;
    const at = arrival.at.toISOString();
    if (created.has(profile)) {
      firstEvents.set(person, arrival);
      continue;
    }
    // Whether people without a first time but with events are new is not known.
    if (firstSeen === null ? lastInbound !== null : Date.parse(firstSeen) <= arrival.at.getTime()) continue;
    const { model } = services.catalog.require('message');
    const mark = { field: 'profile', value: profile };
    // People who were seen before by other means, such as an import, were never newcomers.
    const isNewcomer =
      firstSeen === null ||
      (await clearEventFlag(unit.tx, model, 'newcomer', { ...mark, at: firstSeen })) > 0;
    if (isNewcomer) firstEvents.set(person, arrival);
    await records(services, 'profile', SYSTEM, unit).change(
      profile,
      (stored) => ({ ...stored, firstSeen: at }),
      { validation: 'skip' },
    );
  }
  return firstEvents;
}
