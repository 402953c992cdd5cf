import { createHash } from 'node:crypto';
import type { Message } from '../../../schemas/generated/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { events } from '../../engine/resources/events/events.ts';
import { newId } from '../../engine/resources/ids.ts';
import { runInTransaction } from '../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { DUE, IN_ORDER, LostLease, type Conversation, type Leases, type Outbound } from './leases.ts';
import { storable, storableContent } from '../../channels/storableText.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import type { About, Body } from '../../channels/types.ts';

/** What a call to a platform has come to. */
export interface Sent {
  events: { body: Body; place: number; note?: string; isDelivered: boolean }[];
  /** Calls that have ended, of all. */
  done: number;
  /** Nothing more of it is to be sent. */
  isOver: boolean;
}

/**
 * Has something said to a person, in the transaction, in its order after what waits already; by the services, for what
 * is no answer of the bot: a test, a broadcast.
 * @param bodies as the channel's platform takes them (`schemas/messages`)
 */
export async function say(
  tx: Queryable,
  profile: string,
  bodies: readonly Body[],
  about: About,
): Promise<void> {
  await tx.query(
    `INSERT INTO conversation_outbound (id, profile, bodies, about, due_at)
     VALUES ($1::uuid, $2::uuid, $3::jsonb, $4::jsonb, clock_timestamp())`,
    [newId(), profile, JSON.stringify(bodies), JSON.stringify(about)],
  );
  await tx.query(
    `UPDATE conversation SET arrivals = arrivals + 1, due_at = least(due_at, clock_timestamp()) WHERE profile = $1::uuid`,
    [profile],
  );
  await tx.query('SELECT pg_notify($1, $2)', [DUE, '']);
}

/** The key of one call of an answer: a UUID, the same on every try. */
export function callKey(id: string, call: number): string {
  if (call === 0) return id;
  const bytes = createHash('sha256').update(`${id}/${call}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** What a call has come to in a conversation. */
interface Note {
  profile: string;
  outbound: string;
  sent: Sent;
  rows: Partial<Message>[];
}

/** Notes that one transaction takes, and milliseconds between two. */
const MOST_NOTES = 50;
const APART_MS = 50;
const books = new WeakMap<Leases, Batcher<Note, boolean>>();

/**
 * Notes what a call has come to, with an event for each message, all or nothing.
 * @throws LostLease, and nothing is noted
 */
export async function noteSent(
  context: Context,
  leases: Leases,
  { profile, channel, lastInbound, aheadMs }: Conversation,
  { id, about }: Outbound,
  sent: Sent,
): Promise<void> {
  // By the clock of the platform, so that no answer stands before what it answers.
  const now = timeBehind(lastInbound, Date.now() + aheadMs);
  const rows = sent.events.map(({ body, place, note, isDelivered }): Partial<Message> => ({
    ...about,
    // Apart by a millisecond, so that they stay in their order.
    at: new Date(now + place).toISOString(),
    key: `${id}/${place}`,
    kind: isDelivered ? 'message' : 'undelivered',
    ...{ channel, profile, answer: about.answer ?? id, place, ...shownOf(body) },
    ...(note !== undefined && { note: note.slice(0, 300) }),
  }));
  const book =
    books.get(leases) ??
    new Batcher((notes) => noteAll(context, leases, notes), {
      maxWeight: MOST_NOTES,
      minIntervalMs: APART_MS,
    });
  books.set(leases, book);
  if (!(await book.enqueue({ profile, outbound: id, sent, rows }))) throw new LostLease(profile);
}

/** Milliseconds that the clocks of two of our processes may differ by. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** The present, or just behind what came in where another process with another clock took it in. */
function timeBehind(lastInbound: Date | undefined, now: number): number {
  const last = lastInbound?.getTime() ?? 0;
  return last >= now && last - now < MAX_CLOCK_SKEW_MS ? last + 1 : now;
}

/** @returns of each whether the conversation was still the process's */
async function noteAll(
  { services, onFault }: Context,
  leases: Leases,
  notes: readonly Note[],
): Promise<boolean[]> {
  const { result } = await runInTransaction(services(), async ({ tx, afterCommit }) => {
    const rows = await tx.query<{ profile: string }>(NOTE, [
      leases.worker,
      notes.map(({ profile }) => profile),
      notes.map(({ outbound }) => outbound),
      notes.map(({ sent }) => (sent.isOver ? null : sent.done)),
    ]);
    const held = new Set(rows.map(({ profile }) => profile));
    const own = notes.filter(({ profile }) => held.has(profile));
    const within = { tx, afterCommit: (work: () => Promise<void>) => void afterCommit.push(work) };
    const said = own.flatMap((note) => note.rows);
    // Last, because whoever counts in the same hour waits until this is committed.
    const { refused } = await events(services(), 'message').append(said, { within, leaveOut: true });
    for (const { fields } of refused) onFault(new Error(`A message is not noted: ${JSON.stringify(fields)}`));
    return notes.map(({ profile }) => held.has(profile));
  });
  return result;
}

/** Of conversations that still are the process's, which stay so until the transaction ends. */
const NOTE = `WITH told AS (SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS told(profile, id, done)),
  held AS MATERIALIZED (SELECT profile FROM conversation WHERE profile = ANY($2::uuid[]) AND worker = $1::uuid
    ${IN_ORDER} FOR NO KEY UPDATE),
  ended AS (DELETE FROM conversation_outbound AS stored USING told JOIN held USING (profile)
    WHERE stored.id = told.id AND told.done IS NULL),
  begun AS (UPDATE conversation_outbound AS stored SET done = told.done, calling = NULL, attempts = 0
    FROM told JOIN held USING (profile) WHERE stored.id = told.id AND told.done IS NOT NULL)
  SELECT profile FROM held`;

const TYPES = new Set<Message['type']>([
  'text',
  'image',
  'video',
  'carousel',
  'image_carousel',
  'buttons',
  'imagemap',
  'flex',
]);

/** A body as its event tells it: LINE's, Facebook's or one that is as it was written. */
export function shownOf(body: Body): Pick<Message, 'type'> & Partial<Pick<Message, 'text' | 'content'>> {
  const { template, attachment } = body as {
    template?: { type?: string; text?: string };
    attachment?: { type?: string; payload?: { template_type?: string; text?: string; elements?: Body[] } };
  };
  const payload = attachment?.payload;
  const facebook: Record<string, string> = { generic: 'carousel', button: 'buttons' };
  const named = [
    facebook[payload?.template_type ?? ''] ?? attachment?.type,
    template?.type,
    body['type'],
    'text' in body ? 'text' : undefined,
  ].find((type): type is string => typeof type === 'string' && TYPES.has(type as Message['type']));
  const words = [
    body['text'],
    payload?.text,
    template?.text,
    body['altText'],
    payload?.elements?.[0]?.['title'],
  ];
  const text = words.find((one): one is string => typeof one === 'string' && one !== '');
  const content = storableContent(body);
  return {
    type: (named ?? 'other') as Message['type'],
    ...(text !== undefined && { text: storable(text) }),
    ...(content && { content }),
  };
}
