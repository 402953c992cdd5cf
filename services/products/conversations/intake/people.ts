import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import type { Profile } from '../../../../schemas/generated/types.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import { newId } from '../../../engine/resources/ids.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { SYSTEM } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import { removeMark } from '../../../engine/storage/events/removeMark.ts';
import { uniqueKeys } from '../../../engine/storage/indexes.ts';
import { tableOf } from '../../../engine/storage/sql.ts';
import { languageOf, nameFor } from '../platformProfile.ts';
import type { InboundEvent, LiveChannel } from '../../../channels/types.ts';

/** Somebody who wrote, as far as is known before what came in is stored. */
export interface Person {
  profile: string;
  /** Nothing came from this person before, or only what happened later: this is the first event of theirs. */
  first?: InboundEvent;
  /** Was made just now, with what is known until the platform is asked. */
  isMade: boolean;
}

interface Row {
  profile: string;
  person: string;
  last_inbound: Date | null;
  /** ISO 8601, as the profile says it. */
  first_seen: string | null;
}

/** Whether somebody shows to be there by it: blocking does not, nor what the team says. */
const isArrival = ({ kind, source }: InboundEvent): boolean => kind !== 'unfollow' && source !== 'AGENT';

/**
 * Those who wrote on one channel, by their ids there, each with a profile; kept from other processes until the
 * transaction ends, all in one order.
 */
export async function peopleOf(
  services: Services,
  unit: UnitOfWork,
  channel: LiveChannel,
  events: readonly InboundEvent[],
): Promise<Map<string, Person>> {
  const ids = [...new Set(events.map(({ person }) => person))].sort();
  const { model } = services.catalog.require('profile');
  const known = await lockPeople(unit.tx, model, channel.id, ids);
  const strange = ids.filter((id) => !known.has(id));
  const made = strange.length > 0 ? await makeAll(services, unit, channel, strange, events) : new Set();
  // Others may have made some of them in the meantime.
  for (const [person, row] of strange.length > 0 ? await lockPeople(unit.tx, model, channel.id, strange) : [])
    known.set(person, row);
  const firsts = await firstEvents(services, unit, known, events, made);
  return new Map(
    [...known].map(([person, { profile }]) => {
      const first = firsts.get(person);
      return [person, { profile, isMade: made.has(profile), ...(first && { first }) }];
    }),
  );
}

/** Locks the conversations of people that are known, in one order for all transactions. */
async function lockPeople(
  tx: Queryable,
  profiles: EntityModel,
  channel: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await tx.query<Row>(
    `SELECT profile, person, last_inbound, record.data ->> 'firstSeen' AS first_seen
     FROM conversation LEFT JOIN ${tableOf(profiles)} AS record ON record.id = conversation.profile
     WHERE channel = $1::uuid AND person = ANY($2::text[]) ORDER BY person FOR NO KEY UPDATE OF conversation`,
    [channel, ids],
  );
  return new Map(rows.map((row) => [row.person, row]));
}

/** @returns profiles that were made */
async function makeAll(
  services: Services,
  unit: UnitOfWork,
  channel: LiveChannel,
  strange: readonly string[],
  events: readonly InboundEvent[],
): Promise<Set<string>> {
  const { model } = services.catalog.require('profile');
  const there = await profilesOf(unit.tx, model, channel.id, strange);
  const profiles = strange.map((person) => there.get(person) ?? newId());
  const added = await unit.tx.query<{ profile: string; person: string }>(
    `INSERT INTO conversation (profile, channel, person)
     SELECT profile, $1::uuid, person FROM unnest($2::uuid[], $3::text[]) AS told(profile, person) ORDER BY person
     ON CONFLICT DO NOTHING RETURNING profile, person`,
    [channel.id, profiles, strange],
  );
  const made = added
    .filter(({ person }) => !there.has(person))
    .map(({ profile: id, person }) => ({ id, values: firstValues(channel, person, events) }));
  await records(services, 'profile', SYSTEM, unit).createAll(made);
  return new Set(made.map(({ id }) => id));
}

/** Profiles that were there before anything came from them: imported ones, for instance. */
async function profilesOf(
  tx: Queryable,
  model: EntityModel,
  channel: string,
  people: readonly string[],
): Promise<Map<string, string>> {
  const { keys, where } = uniqueKeys(model, ['channel', 'externalId']);
  const rows = await tx.query<{ id: string; person: string }>(
    `WITH told AS (SELECT jsonb_build_object('channel', $1::text, 'externalId', person) AS data, person
       FROM unnest($2::text[]) AS who(person)),
     keyed AS (SELECT person, ${keys.map((key, at) => `${key} AS key${at}`).join(', ')} FROM told)
     SELECT record.id::text AS id, keyed.person FROM keyed JOIN ${tableOf(model)} AS record
       ON ${keys.map((key, at) => `${key} = keyed.key${at}`).join(' AND ')} AND (${where})`,
    [channel, people],
  );
  return new Map(rows.map(({ id, person }) => [person, id]));
}

/** The first event by which somebody shows to be there. */
const arrivalOf = (person: string, events: readonly InboundEvent[]): InboundEvent | undefined =>
  events
    .filter((event) => event.person === person && isArrival(event))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];

function firstValues(
  channel: LiveChannel,
  person: string,
  events: readonly InboundEvent[],
): Partial<Profile> {
  const own = events.filter((event) => event.person === person);
  const told = own.find((event) => event.told)?.told ?? {};
  const arrival = arrivalOf(person, events);
  return {
    channel: channel.id,
    externalId: person,
    displayName: told.displayName?.slice(0, 200) || nameFor(channel, person),
    ...(told.pictureUrl !== undefined && { pictureUrl: told.pictureUrl }),
    ...(told.language !== undefined && { language: languageOf(told.language) }),
    ...(arrival && { firstSeen: arrival.at.toISOString() }),
    // Only who has added it can write to it.
    ...(capabilitiesOf(channel.type).followState && arrival && { followState: 'following' as const }),
  };
}

/**
 * The first events of those who are seen for the first time, or earlier than it was known: what happened first may
 * arrive late. Profiles say so from now on, and the mark of a newcomer leaves the later event.
 */
async function firstEvents(
  services: Services,
  unit: UnitOfWork,
  people: ReadonlyMap<string, Row>,
  events: readonly InboundEvent[],
  made: ReadonlySet<unknown>,
): Promise<Map<string, InboundEvent>> {
  const firsts = new Map<string, InboundEvent>();
  for (const [person, { profile, last_inbound: last, first_seen: seen }] of people) {
    const arrival = arrivalOf(person, events);
    if (!arrival) continue;
    const at = arrival.at.toISOString();
    if (made.has(profile)) {
      firsts.set(person, arrival);
      continue;
    }
    // Of whom something came that told no time, more is not known.
    if (seen === null ? last !== null : Date.parse(seen) <= arrival.at.getTime()) continue;
    const { model } = services.catalog.require('message');
    const own = { field: 'profile', value: profile };
    // Who was seen before by other means, an import for instance, was never a newcomer.
    const isNewcomer =
      seen === null || (await removeMark(unit.tx, model, 'newcomer', { ...own, at: seen })) > 0;
    if (isNewcomer) firsts.set(person, arrival);
    await records(services, 'profile', SYSTEM, unit).change(
      profile,
      (stored) => ({ ...stored, firstSeen: at }),
      { rules: 'pass' },
    );
  }
  return firsts;
}
