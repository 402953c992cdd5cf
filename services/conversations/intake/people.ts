import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { newId } from '../../resources/ids.ts';
import type { Services } from '../../resources/services.ts';
import { SYSTEM } from '../../resources/write/actor.ts';
import { records } from '../../resources/write/records.ts';
import type { Unit } from '../../resources/write/unit.ts';
import type { Queryable } from '../../storage/database.ts';
import { uniqueKeys } from '../../storage/indexes.ts';
import { tableOf } from '../../storage/sql.ts';
import { languageOf, nameFor } from '../told.ts';
import type { InboundEvent, LiveChannel } from '../types.ts';

/** Somebody who wrote, as far as is known before what came in is stored. */
export interface Person {
  profile: string;
  /** Nothing came from this person before. */
  isNew: boolean;
  /** Was made just now, with what is known until the platform is asked. */
  isMade: boolean;
}

interface Row {
  profile: string;
  person: string;
  last_inbound: Date | null;
}

/**
 * Those who wrote on one channel, by their ids there, each with a profile; kept from other processes until the
 * transaction ends, all in one order.
 */
export async function peopleOf(
  services: Services,
  unit: Unit,
  channel: LiveChannel,
  events: readonly InboundEvent[],
): Promise<Map<string, Person>> {
  const ids = [...new Set(events.map(({ person }) => person))].sort();
  const known = await keep(unit.tx, channel.id, ids);
  const strange = ids.filter((id) => !known.has(id));
  const made = strange.length > 0 ? await makeAll(services, unit, channel, strange, events) : new Set();
  // Others may have made some of them in the meantime.
  for (const [person, row] of strange.length > 0 ? await keep(unit.tx, channel.id, strange) : [])
    known.set(person, row);
  const unseen = [...known.values()].filter(({ last_inbound: last }) => last === null);
  const seen = new Set(await seenBefore(services, unit, unseen, events, made));
  return new Map(
    [...known].map(([person, { profile, last_inbound: last }]) => [
      person,
      { profile, isNew: last === null && !seen.has(profile), isMade: made.has(profile) },
    ]),
  );
}

async function keep(tx: Queryable, channel: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const rows = await tx.query<Row>(
    `SELECT profile, person, last_inbound FROM conversation WHERE channel = $1::uuid AND person = ANY($2::text[])
     ORDER BY person FOR NO KEY UPDATE`,
    [channel, ids],
  );
  return new Map(rows.map((row) => [row.person, row]));
}

/** @returns profiles that were made */
async function makeAll(
  services: Services,
  unit: Unit,
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

/** The first event of somebody that says that the person is there; blocking does not. */
const arrivalOf = (person: string, events: readonly InboundEvent[]): InboundEvent | undefined =>
  events
    .filter((event) => event.person === person && event.kind !== 'unfollow')
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
    // Only who has added a LINE account can write to it.
    ...(channel.type === 'LINE' && arrival && { followState: 'following' as const }),
  };
}

/** Of those from whom nothing came yet: whom a profile says to have been seen before. The others are seen from now on. */
async function seenBefore(
  services: Services,
  unit: Unit,
  rows: readonly Row[],
  events: readonly InboundEvent[],
  made: ReadonlySet<unknown>,
): Promise<string[]> {
  const others = rows.filter(({ profile }) => !made.has(profile));
  if (others.length === 0) return [];
  const { repository } = services.catalog.require('profile');
  const seen: string[] = [];
  for (const record of await repository.within(unit.tx).getMany(others.map(({ profile }) => profile))) {
    const { firstSeen, externalId } = record as unknown as Profile;
    if (firstSeen) seen.push(record.id);
    const arrival = firstSeen ? undefined : arrivalOf(externalId, events);
    if (arrival)
      await records(services, 'profile', SYSTEM, unit).change(
        record.id,
        (stored) => ({ ...stored, firstSeen: arrival.at.toISOString() }),
        { rules: 'pass' },
      );
  }
  return seen;
}
