import type { Message } from '../../../../schemas/generated/types.ts';
import type { Jobs } from '../../../engine/jobs/index.ts';
import { events as eventsOf } from '../../../engine/resources/events/events.ts';
import { timeError } from '../../../engine/resources/events/validateEvents.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import type { Tapped } from '../actionIndex.ts';
import { askForProfiles } from '../profiles.ts';
import { storable, storableContent } from '../../../channels/storableText.ts';
import type { InboundEvent, LiveChannel, Received } from '../../../channels/types.ts';
import { DUE } from '../leases.ts';
import { eventIdOf, forgetEventIds, recordEventIds } from './eventIds.ts';
import { peopleOf, type Person } from './people.ts';

/** What came in at once on one channel. */
export interface Delivery {
  channel: LiveChannel;
  events: InboundEvent[];
  /** What was tapped, by the payloads of the events. */
  taps: ReadonlyMap<string, Tapped>;
}

/** An event on its way in. */
interface Row {
  delivery: number;
  event: InboundEvent;
  person: Person;
  values: Partial<Message>;
}

/**
 * Stores what came in, once each: the events with their counts, people whom nobody knew yet, what the bot has to do.
 * Everything in the one transaction. @returns of each delivery what became of it
 */
export async function storeDeliveries(
  services: Services,
  jobs: Jobs,
  unit: UnitOfWork,
  deliveries: readonly Delivery[],
): Promise<Received[]> {
  const received: Received[] = deliveries.map(() => ({ stored: 0, repeated: 0, refused: 0 }));
  const taken = await sift(services, unit.tx, deliveries, received);
  const rows = await rowsOf(services, jobs, unit, taken);
  const within = {
    tx: unit.tx,
    afterCommit: (work: () => Promise<void>) => void unit.afterCommit.push(work),
  };
  const { fresh, refused } = await eventsOf(services, 'message').append(
    rows.map(({ values }) => values),
    { within, leaveOut: true },
  );
  const left = new Set(refused.map(({ row }) => row));
  rows.forEach(({ delivery }, at) => {
    const counts = received[delivery];
    if (counts) counts[fresh.has(at) ? 'stored' : left.has(at) ? 'refused' : 'repeated'] += 1;
  });
  await forgetEventIds(
    unit.tx,
    [...left].flatMap((at) => {
      const row = rows[at];
      const { channel } = deliveries[row?.delivery ?? -1] ?? {};
      return row && channel ? [eventIdOf(channel.id, row.event.key)] : [];
    }),
  );
  const added = [...fresh].flatMap(([at, id]) => {
    const row = rows[at];
    return row ? [{ ...row, id }] : [];
  });
  await queue(services, unit.tx, added);
  return received;
}

/** The deliveries without what came before, by its id, and without what no clock can be right about. */
async function sift(
  services: Services,
  tx: Queryable,
  deliveries: readonly Delivery[],
  received: readonly Received[],
): Promise<Delivery[]> {
  const now = Date.now();
  const { model } = services.catalog.require('message');
  const inTime = deliveries.map(({ channel, events, taps }) => ({
    ...{ channel, taps },
    events: events.filter(({ at }) => timeError(model, at.getTime(), now) === undefined),
  }));
  const fresh = await recordEventIds(
    tx,
    inTime.flatMap(({ channel, events }) => events.map(({ key }) => eventIdOf(channel.id, key))),
  );
  return inTime.map(({ channel, events, taps }, delivery) => {
    const own = events.filter(({ key }) => fresh.delete(eventIdOf(channel.id, key)));
    const counts = received[delivery];
    if (counts) {
      counts.refused += (deliveries[delivery]?.events.length ?? 0) - events.length;
      counts.repeated += events.length - own.length;
    }
    return { channel, taps, events: inOurTime(own, now) };
  });
}

/** Milliseconds that a platform's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000;

/**
 * What would lie further ahead than clocks differ happened when it came in. It keeps its order, a millisecond apart.
 */
function inOurTime(events: readonly InboundEvent[], now: number): InboundEvent[] {
  const ahead = events
    .filter(({ at }) => at.getTime() > now + MAX_AHEAD_MS)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (ahead.length === 0) return [...events];
  const times = new Map(ahead.map((event, place) => [event, now - (ahead.length - 1 - place)]));
  return events.map((event) => {
    const at = times.get(event);
    return at === undefined ? event : { ...event, at: new Date(at) };
  });
}

async function rowsOf(
  services: Services,
  jobs: Jobs,
  unit: UnitOfWork,
  deliveries: readonly Delivery[],
): Promise<Row[]> {
  const rows: Row[] = [];
  const channels = new Map(deliveries.map(({ channel }) => [channel.id, channel]));
  for (const channel of [...channels.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const own = deliveries.flatMap(({ channel: { id }, events, taps }, delivery) =>
      id === channel.id
        ? events.map((event) => ({ delivery, event, tapped: taps.get(event.payload ?? '') }))
        : [],
    );
    const people = await peopleOf(
      services,
      unit,
      channel,
      own.map(({ event }) => event),
    );
    const made = [...people.values()].filter(({ isMade }) => isMade).map(({ profile }) => profile);
    await askForProfiles(jobs, unit.tx, channel, made);
    for (const { delivery, event, tapped } of own.toSorted(
      (a, b) => a.event.at.getTime() - b.event.at.getTime(),
    )) {
      const person = people.get(event.person);
      if (!person) continue;
      const newcomer = person.first === event;
      rows.push({
        delivery,
        event,
        person,
        values: valuesOf(channel, event, person, tapped, newcomer),
      });
    }
  }
  return rows;
}

function valuesOf(
  channel: LiveChannel,
  event: InboundEvent,
  { profile }: Person,
  tapped: Tapped | undefined,
  newcomer: boolean,
): Partial<Message> {
  const { key, at, kind, type, source = 'USER', text = '', content } = event;
  return {
    at: at.toISOString(),
    key: storable(key, 200),
    channel: channel.id,
    profile,
    source,
    kind,
    type,
    ...(text !== '' && { text: storable(text) }),
    ...(content && { content: storableContent(content) }),
    ...(tapped && {
      action: tapped.action.id,
      ...(tapped.entity === 'template' && { template: tapped.record }),
    }),
    ...(newcomer && { newcomer }),
  };
}

/** What is new and the person's own waits for the bot; the person was seen. */
async function queue(
  services: Services,
  tx: Queryable,
  added: readonly (Row & { id: string })[],
): Promise<void> {
  const own = added.filter(({ event }) => event.source !== 'AGENT');
  if (own.length === 0) return;
  const latest = new Map<string, string | null>();
  const callers = new Map(own.map(({ event: { caller }, person: { profile } }) => [profile, caller ?? null]));
  for (const { event, person } of own) {
    const before = latest.get(person.profile) ?? '';
    const at = event.kind === 'unfollow' ? '' : event.at.toISOString();
    latest.set(person.profile, (at > before ? at : before) || null);
  }
  const seen = await tx.query<{ profile: string; at: string }>(QUEUE, [
    own.map(({ id }) => id),
    own.map(({ person }) => person.profile),
    own.map(({ event }) => event.at.toISOString()),
    own.map(({ event }) => JSON.stringify(storableEvent(event))),
    [...latest.keys()],
    [...latest.values()],
    DUE,
    [...latest.keys()].map((profile) => callers.get(profile) ?? null),
  ]);
  const facts = seen.flatMap(({ profile: id, at }) =>
    at !== null && at === latest.get(id) ? [{ id, values: { lastSeen: at } }] : [],
  );
  await updateLiveFields({ db: tx as Services['db'], catalog: services.catalog }, 'profile', facts);
}

/** Everybody is told once the transaction is committed. */
const QUEUE = `WITH queued AS (INSERT INTO conversation_inbound (id, profile, at, event)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::jsonb[]) ON CONFLICT DO NOTHING),
  seen AS (UPDATE conversation SET arrivals = arrivals + 1, due_at = least(due_at, clock_timestamp()),
      last_inbound = greatest(last_inbound, told.at), caller = told.caller,
      ahead_ms = CASE WHEN told.at >= coalesce(last_inbound, told.at)
        THEN greatest(0, extract(epoch FROM told.at - clock_timestamp()) * 1000)::int ELSE ahead_ms END
    FROM unnest($5::uuid[], $6::timestamptz[], $8::int[]) AS told(profile, at, caller) WHERE conversation.profile = told.profile
    RETURNING conversation.profile, to_char(last_inbound AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at)
  SELECT profile, at FROM seen, pg_notify($7, '')`;

/** The event as the bot will see it; times are texts. */
const storableEvent = ({ content: _, caller: __, text = '', ...event }: InboundEvent): object => ({
  ...event,
  text: storable(text),
});
