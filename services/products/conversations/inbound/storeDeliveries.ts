import type { Message } from '../../../../schemas/generated/types.ts';
import type { Jobs } from '../../../engine/jobs/index.ts';
import { events as eventsOf } from '../../../engine/resources/events/events.ts';
import { timeError } from '../../../engine/resources/events/validateEvents.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import type { TappedAction } from '../actionIndex.ts';
import { enqueueProfileFetch } from '../fetchProfiles.ts';
import { toStorableText, toStorableJson } from '../../../channels/storableText.ts';
import type { InboundEvent, UnsealedChannel, IngestResult } from '../../../channels/types.ts';
import { NOTIFY_SQL } from '../leases.ts';
import { eventId, deleteEventIds, recordEventIds } from './eventIds.ts';
import { ensurePeople, type Person } from './people.ts';

/** The events of one webhook call. */
export interface InboundDelivery {
  channel: UnsealedChannel;
  events: InboundEvent[];
  /** Tapped actions by the payloads of the events. */
  taps: ReadonlyMap<string, TappedAction>;
}

/** An event that is being stored. */
interface InboundRow {
  delivery: number;
  event: InboundEvent;
  person: Person;
  values: Partial<Message>;
}

/**
 * Stores the events of deliveries once each, with their roll-ups, new people, and the work for the bot, in the transaction.
 * @returns the counts of each delivery
 */
export async function storeDeliveries(
  services: Services,
  jobs: Jobs,
  unit: UnitOfWork,
  deliveries: readonly InboundDelivery[],
): Promise<IngestResult[]> {
  const received: IngestResult[] = deliveries.map(() => ({ stored: 0, repeated: 0, refused: 0 }));
  const accepted = await dropRepeatedEvents(services, unit.tx, deliveries, received);
  const rows = await buildRows(services, jobs, unit, accepted);
  const within = {
    tx: unit.tx,
    afterCommit: (work: () => Promise<void>) => void unit.afterCommit.push(work),
  };
  const { newEventIds, refused } = await eventsOf(services, 'message').append(
    rows.map(({ values }) => values),
    { within, skipInvalid: true },
  );
  const refusedRows = new Set(refused.map(({ row }) => row));
  rows.forEach(({ delivery }, at) => {
    const counts = received[delivery];
    if (counts) counts[newEventIds.has(at) ? 'stored' : refusedRows.has(at) ? 'refused' : 'repeated'] += 1;
  });
  await deleteEventIds(
    unit.tx,
    [...refusedRows].flatMap((at) => {
      const row = rows[at];
      const { channel } = deliveries[row?.delivery ?? -1] ?? {};
      return row && channel ? [eventId(channel.id, row.event.key)] : [];
    }),
  );
  const added = [...newEventIds].flatMap(([at, id]) => {
    const row = rows[at];
    return row ? [{ ...row, id }] : [];
  });
  await enqueueForBot(services, unit.tx, added);
  return received;
}

/** The deliveries without events that came before, and without those whose time cannot be right. */
async function dropRepeatedEvents(
  services: Services,
  tx: Queryable,
  deliveries: readonly InboundDelivery[],
  received: readonly IngestResult[],
): Promise<InboundDelivery[]> {
  const now = Date.now();
  const { model } = services.catalog.require('message');
  const inTime = deliveries.map(({ channel, events, taps }) => ({
    ...{ channel, taps },
    events: events.filter(({ at }) => timeError(model, at.getTime(), now) === undefined),
  }));
  const fresh = await recordEventIds(
    tx,
    inTime.flatMap(({ channel, events }) => events.map(({ key }) => eventId(channel.id, key))),
  );
  return inTime.map(({ channel, events, taps }, delivery) => {
    const newEvents = events.filter(({ key }) => fresh.delete(eventId(channel.id, key)));
    const counts = received[delivery];
    if (counts) {
      counts.refused += (deliveries[delivery]?.events.length ?? 0) - events.length;
      counts.repeated += events.length - newEvents.length;
    }
    return { channel, taps, events: clampToNow(newEvents, now) };
  });
}

/** By which a platform's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000;

/** Gives events from further in the future than clocks differ the present time, a millisecond apart in their order. */
function clampToNow(events: readonly InboundEvent[], now: number): InboundEvent[] {
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

async function buildRows(
  services: Services,
  jobs: Jobs,
  unit: UnitOfWork,
  deliveries: readonly InboundDelivery[],
): Promise<InboundRow[]> {
  const rows: InboundRow[] = [];
  const channels = new Map(deliveries.map(({ channel }) => [channel.id, channel]));
  for (const channel of [...channels.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const ofChannel = deliveries.flatMap(({ channel: { id }, events, taps }, delivery) =>
      id === channel.id
        ? events.map((event) => ({ delivery, event, tapped: taps.get(event.payload ?? '') }))
        : [],
    );
    const people = await ensurePeople(
      services,
      unit,
      channel,
      ofChannel.map(({ event }) => event),
    );
    const added = [...people.values()].filter(({ isNew }) => isNew).map(({ profile }) => profile);
    await enqueueProfileFetch(jobs, unit.tx, channel, added);
    for (const { delivery, event, tapped } of ofChannel.toSorted(
      (a, b) => a.event.at.getTime() - b.event.at.getTime(),
    )) {
      const person = people.get(event.person);
      if (!person) continue;
      const newcomer = person.first === event;
      rows.push({
        delivery,
        event,
        person,
        values: toMessage(channel, event, person, tapped, newcomer),
      });
    }
  }
  return rows;
}

function toMessage(
  channel: UnsealedChannel,
  event: InboundEvent,
  { profile }: Person,
  tapped: TappedAction | undefined,
  newcomer: boolean,
): Partial<Message> {
  const { key, at, kind, type, source = 'USER', text = '', content } = event;
  return {
    at: at.toISOString(),
    key: toStorableText(key, 200),
    channel: channel.id,
    profile,
    source,
    kind,
    type,
    ...(text !== '' && { text: toStorableText(text) }),
    ...(content && { content: toStorableJson(content) }),
    ...(tapped && {
      action: tapped.action.id,
      ...(tapped.entity === 'template' && { template: tapped.record }),
    }),
    ...(newcomer && { newcomer }),
  };
}

/** Enqueues people's new events for the bot, and records when the people were last seen. */
async function enqueueForBot(
  services: Services,
  tx: Queryable,
  added: readonly (InboundRow & { id: string })[],
): Promise<void> {
  const fromPeople = added.filter(({ event }) => event.source !== 'AGENT');
  if (fromPeople.length === 0) return;
  const latest = new Map<string, string | null>();
  const callers = new Map(
    fromPeople.map(({ event: { caller }, person: { profile } }) => [profile, caller ?? null]),
  );
  for (const { event, person } of fromPeople) {
    const before = latest.get(person.profile) ?? '';
    const at = event.kind === 'unfollow' ? '' : event.at.toISOString();
    latest.set(person.profile, (at > before ? at : before) || null);
  }
  const rows = await tx.query<{ profile: string; at: string }>(ENQUEUE_SQL, [
    fromPeople.map(({ id }) => id),
    fromPeople.map(({ person }) => person.profile),
    fromPeople.map(({ event }) => event.at.toISOString()),
    fromPeople.map(({ event }) => JSON.stringify(storableEvent(event))),
    [...latest.keys()],
    [...latest.values()],
    [...latest.keys()].map((profile) => callers.get(profile) ?? null),
  ]);
  const liveFields = rows.flatMap(({ profile: id, at }) =>
    at !== null && at === latest.get(id) ? [{ id, values: { lastSeen: at } }] : [],
  );
  await updateLiveFields({ db: tx as Services['db'], catalog: services.catalog }, 'profile', liveFields);
}

/** The notice reaches all processes once the transaction is committed. */
const ENQUEUE_SQL = `WITH queued AS (INSERT INTO conversation_inbound (id, profile, at, event)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::jsonb[]) ON CONFLICT DO NOTHING),
  seen AS (UPDATE conversation SET arrivals = arrivals + 1, due_at = least(due_at, clock_timestamp()),
      last_inbound = greatest(last_inbound, given.at), caller = given.caller,
      ahead_ms = CASE WHEN given.at >= coalesce(last_inbound, given.at)
        THEN greatest(0, extract(epoch FROM given.at - clock_timestamp()) * 1000)::int ELSE ahead_ms END
    FROM unnest($5::uuid[], $6::timestamptz[], $7::int[]) AS given(profile, at, caller) WHERE conversation.profile = given.profile
    RETURNING conversation.profile, to_char(last_inbound AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at)
  SELECT profile, at FROM seen, ${NOTIFY_SQL}`;

/** The event as the bot will read it; its time is a text. */
const storableEvent = ({ content: _, caller: __, text = '', ...event }: InboundEvent): object => ({
  ...event,
  text: toStorableText(text),
});
