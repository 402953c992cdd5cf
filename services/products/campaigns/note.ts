import type { Message } from '../../../schemas/generated/types.ts';
import { toMessageContent } from '../conversations/outbox.ts';
import type { Context } from '../../engine/modules/module.ts';
import { events } from '../../engine/resources/events/events.ts';
import { runInTransaction } from '../../engine/resources/write/unitOfWork.ts';
import { demandPart, noteSlowed, showCounts, type Recipient, type Run } from './store.ts';

/** What became of one person. */
export interface Fate {
  recipient: Recipient;
  /** `waiting`: some calls have ended, others are to come. */
  state: 'waiting' | 'sent' | 'failed' | 'unclear';
  /** Calls that have ended. */
  calls: number;
  /** The call that they are in from now on, with a key of its own. */
  crowd?: number;
  note?: string;
}

/** What becomes of the part itself. */
export type Turn =
  /** Goes on. */
  | { part: 'sending' }
  | { part: 'done'; note?: string; request?: string }
  /** Tried again after so many seconds; the note says what keeps it waiting, where something does. */
  | { part: 'waiting'; after: number; attempts: number; note?: string };

/** Characters of a note that are kept. */
const MOST_NOTE = 300;

/**
 * Notes what a turn of a part has come to, with an event for each message, all or nothing.
 * @throws LostPart, and nothing is noted
 */
export async function noteFates(
  context: Context,
  worker: string,
  { campaign, bodies, audience }: Run,
  part: number,
  fates: readonly Fate[],
  turn: Turn,
): Promise<void> {
  const services = context.services();
  const now = Date.now();
  // Most get the same: its messages are made once, one after the other for all, as events that differ in the person.
  const same = bodies.map(toMessageContent);
  const most = Math.max(0, ...fates.map(({ recipient }) => (recipient.bodies ?? bodies).length));
  const rows = Array.from({ length: most }, (_, place) => place).flatMap((place) => {
    const at = new Date(now + place).toISOString();
    return fates.flatMap(({ recipient, state, note }): Partial<Message>[] => {
      const body = (recipient.bodies ?? bodies)[place];
      if (state === 'waiting' || !body) return [];
      return [
        {
          ...{ at, key: `${campaign}/${recipient.profile}/${place}` },
          kind: state === 'failed' ? 'undelivered' : 'message',
          source: 'BROADCAST',
          ...{ channel: audience.channel, profile: recipient.profile, campaign, answer: campaign, place },
          ...(recipient.bodies ? toMessageContent(body) : same[place]),
          ...(note !== undefined && { note: note.slice(0, MOST_NOTE) }),
        },
      ];
    });
  });
  const count = (state: Fate['state']): number => fates.filter((fate) => fate.state === state).length;
  await runInTransaction(services, async ({ tx, afterCommit, liveChanges }) => {
    await demandPart(tx, campaign, part, worker);
    if (fates.length > 0) {
      await tx.query(
        `UPDATE broadcast_recipient AS stored SET state = told.state, calls = told.calls, note = told.note, calling = false,
           crowd = coalesce(told.crowd, stored.crowd)
         FROM unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[]) AS told(profile, state, calls, note, crowd)
         WHERE stored.campaign = $1::uuid AND stored.profile = told.profile`,
        [
          campaign,
          fates.map(({ recipient }) => recipient.profile),
          fates.map(({ state }) => state),
          fates.map(({ calls }) => calls),
          fates.map(({ note }) => note?.slice(0, MOST_NOTE) ?? null),
          fates.map(({ crowd }) => crowd ?? null),
        ],
      );
      const within = { tx, afterCommit: (work: () => Promise<void>) => void afterCommit.push(work) };
      const { refused } = await events(services, 'message').append(rows, { within, leaveOut: true });
      for (const { fields } of refused)
        context.onFault(new Error(`A message is not noted: ${JSON.stringify(fields)}`));
    }
    if (turn.part === 'done')
      await tx.query(
        `UPDATE broadcast_part SET state = 'done', worker = NULL, leased_until = NULL, ended_at = clock_timestamp(), note = $3
         WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, part, turn.note ?? null],
      );
    if (turn.part === 'done' && turn.request !== undefined)
      await tx.query('UPDATE broadcast_run SET request = $2 WHERE campaign = $1::uuid', [
        campaign,
        turn.request,
      ]);
    if (turn.part === 'waiting') {
      await tx.query(
        `UPDATE broadcast_part SET state = 'waiting', worker = NULL, leased_until = NULL, attempts = $3::int, note = $4,
           due_at = clock_timestamp() + $5::float8 * interval '1 s' WHERE campaign = $1::uuid AND part = $2::int`,
        [campaign, part, turn.attempts, turn.note ?? null, turn.after],
      );
      if (turn.note !== undefined) await noteSlowed(tx, campaign, turn.note);
    }
    await tx.query(
      `UPDATE broadcast_run SET sent = sent + $2::int, failed = failed + $3::int, unclear = unclear + $4::int
       WHERE campaign = $1::uuid`,
      [campaign, count('sent'), count('failed'), count('unclear')],
    );
    await showCounts(services, tx, campaign);
    liveChanges.push({ entity: 'campaign', id: campaign, version: null, by: null, vague: true });
  });
}
