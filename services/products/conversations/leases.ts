import type { Expecting } from '../chatbot/answering/types.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { About, Body, InboundEvent, Reply } from '../../channels/types.ts';

/** Told to all processes when a conversation has something to do. */
export const DUE = 'conversation_due';
/** Seconds after which a conversation whose process says nothing is taken up by another. */
const LEASE_S = 20;
/** Milliseconds between two notes of a process that it still has its conversations. */
export const KEEP_MS = 6_000;

/** A person's conversation, which nobody else goes on with meanwhile. */
export interface Conversation {
  profile: string;
  channel: string;
  person: string;
  /** Number of who called; absent where a platform calls for people. */
  caller?: number;
  arrivals: string;
  lastInbound?: Date;
  /** Milliseconds by which the platform's clock was ahead of ours when the person last wrote. */
  aheadMs: number;
  followedAt?: Date;
  /** What the answer before is waiting for, unless that is too long ago. */
  expecting?: Expecting;
  variables: Record<string, string>;
  /** What was next as of `arrivals`, while that is known. */
  next?: Next;
}

/** What came in and waits for the bot: as `InboundEvent`, its time a text. */
export interface Pending {
  id: string;
  event: Omit<InboundEvent, 'at'>;
  at: string;
  received_at: string;
  attempts: number;
  /** Milliseconds until it is to be done; 0 or less is now. */
  wait: number;
}

/** An answer, or what of it is not sent yet. */
export interface Outbound {
  id: string;
  bodies: Body[];
  about: About;
  reply: Reply | null;
  done: number;
  /** The call that was begun and whose end nobody noted. */
  calling: number | null;
  attempts: number;
  made_at: string;
  wait: number;
  /** That its first call begins was noted when it was stored. */
  isBegun?: boolean;
}

/** What is next in a conversation: of what is to be sent and of what came in, the first. */
export interface Next {
  outbound?: Outbound;
  pending?: Pending;
  /** There is more behind them. */
  isMore: boolean;
}

/** Nothing is left to do. */
export const NOTHING: Next = { isMore: false };

/** It has something to do, and no process has it. */
const IS_DUE = `conversation.due_at <= clock_timestamp()
  AND (conversation.leased_until IS NULL OR conversation.leased_until < clock_timestamp())`;
/** Milliseconds until what is stored is to be done. */
export const WAIT = `(extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS wait`;
/** What `Next` is read from, of the conversation whose profile `id` says. */
const nextOf = (id: string): string => `
  (SELECT to_jsonb(o) FROM (SELECT *, ${WAIT} FROM conversation_outbound WHERE profile = ${id}
     ORDER BY seq LIMIT 1) AS o) AS outbound,
  (SELECT to_jsonb(i) FROM (SELECT *, ${WAIT} FROM conversation_inbound WHERE profile = ${id}
     ORDER BY at, seq LIMIT 1) AS i) AS pending,
  (EXISTS (SELECT 1 FROM conversation_outbound WHERE profile = ${id} OFFSET 1)
   OR EXISTS (SELECT 1 FROM conversation_inbound WHERE profile = ${id} OFFSET 1)) AS more`;
interface NextRow {
  outbound: Outbound | null;
  pending: Pending | null;
  more: boolean;
}
const readNext = ({ outbound, pending, more }: NextRow): Next => ({
  ...(outbound && { outbound }),
  ...(pending && { pending }),
  isMore: more,
});

/** The process no longer has the conversation: what it was about to store is not its to store. */
export class LostLease extends Error {
  override name = 'LostLease';
}

/** In which whoever locks several conversations does so: what comes in is stored by channel and person. */
export const IN_ORDER = 'ORDER BY channel, person';

/** Conversations that one statement lets go of, and milliseconds between two. */
const MOST_RELEASED = 200;
const APART_MS = 50;

/** Conversations that are looked at for each that is claimed, so that those of few callers do not hide the others. */
const WINDOW_FACTOR = 4;
const MIN_WINDOW = 64;

/** How many conversations each caller has under way at a process, and may have. */
export interface CallerLoad {
  counts: ReadonlyMap<number, number>;
  max: number;
}

interface Released {
  conversation: Conversation;
  wait: number | undefined;
}

/** Which conversations this process goes on with. */
export class Leases {
  private readonly releases = new Batcher<Released, boolean>((all) => this.releaseAll(all), {
    maxWeight: MOST_RELEASED,
    minIntervalMs: APART_MS,
  });

  constructor(
    private readonly db: Database,
    /** The process. */
    readonly worker: string,
  ) {}

  /**
   * Claims up to `most` conversations that have something to do. Callers take turns, and have no more than `load.max`
   * at a time; among equals those first that have waited longest.
   * @param without channels of which none is taken
   */
  async claim(most: number, without: readonly string[], load: CallerLoad): Promise<Conversation[]> {
    // `arrivals` is that of the statement's snapshot, as `next` is: what came in since makes it differ from the stored.
    const rows = await this.db.query<
      NextRow & {
        profile: string;
        channel: string;
        person: string;
        caller: number | null;
        arrivals: string;
        last_inbound: Date | null;
        ahead_ms: number;
        followed_at: Date | null;
        expecting: Expecting | null;
        variables: Record<string, string>;
      }
    >(
      `WITH load AS (SELECT * FROM unnest($3::int[], $4::int[]) AS load(caller, count)),
       due AS (SELECT profile, caller, due_at FROM conversation WHERE ${IS_DUE} AND channel <> ALL($7::uuid[])
         AND (caller IS NULL OR caller NOT IN (SELECT caller FROM load WHERE count >= $5::int))
         ORDER BY due_at LIMIT $6::int),
       turns AS (SELECT profile, due_at, CASE WHEN due.caller IS NULL THEN 1 ELSE coalesce(load.count, 0)
           + row_number() OVER (PARTITION BY due.caller ORDER BY due_at) END AS turn
         FROM due LEFT JOIN load ON load.caller = due.caller),
       mine AS (UPDATE conversation SET worker = $1::uuid, leased_until = clock_timestamp() + interval '${LEASE_S} s'
       WHERE profile IN (SELECT conversation.profile FROM conversation JOIN turns USING (profile)
         WHERE turn <= $5::int AND ${IS_DUE}
         ORDER BY turn, turns.due_at LIMIT $2 FOR UPDATE OF conversation SKIP LOCKED)
       RETURNING profile, channel, person, caller, last_inbound, ahead_ms, followed_at, variables,
         CASE WHEN expecting_until > clock_timestamp() THEN expecting END AS expecting)
       SELECT mine.*, (SELECT arrivals::text FROM conversation WHERE profile = mine.profile) AS arrivals,
         ${nextOf('mine.profile')} FROM mine`,
      [
        this.worker,
        most,
        [...load.counts.keys()],
        [...load.counts.values()],
        load.max,
        Math.max(most * WINDOW_FACTOR, MIN_WINDOW),
        without,
      ],
    );
    return rows.map(
      ({
        caller,
        last_inbound: last,
        ahead_ms: aheadMs,
        followed_at: followed,
        expecting,
        outbound,
        pending,
        more,
        ...row
      }) => ({
        ...{ ...row, aheadMs },
        ...(caller !== null && { caller }),
        ...(last && { lastInbound: last }),
        ...(followed && { followedAt: followed }),
        ...(expecting && { expecting }),
        next: readNext({ outbound, pending, more }),
      }),
    );
  }

  /** What is next in a conversation. */
  async next(profile: string): Promise<Next> {
    const [row] = await this.db.query<NextRow>(`SELECT ${nextOf('$1::uuid')}`, [profile]);
    return row ? readNext(row) : NOTHING;
  }

  /**
   * Lets go of a conversation, unless something came in since `arrivals` was read; to go on at once (`wait` 0) even then.
   * @param wait milliseconds until it has something to do; undefined for nothing
   * @returns whether it was let go; then others may have it
   */
  async release(conversation: Conversation, wait: number | undefined): Promise<boolean> {
    if (await this.releases.enqueue({ conversation, wait })) return true;
    const { profile } = conversation;
    const [row] = await this.db.query<{ arrivals: string; last_inbound: Date | null; ahead_ms: number }>(
      'SELECT arrivals::text, last_inbound, ahead_ms FROM conversation WHERE profile = $1::uuid AND worker = $2::uuid',
      [profile, this.worker],
    );
    if (!row) return true;
    conversation.arrivals = row.arrivals;
    conversation.aheadMs = row.ahead_ms;
    if (row.last_inbound) conversation.lastInbound = row.last_inbound;
    return false;
  }

  /** @returns of each whether nothing came in meanwhile, so that it is let go of */
  private async releaseAll(all: readonly Released[]): Promise<boolean[]> {
    const rows = await this.db.query<{ profile: string }>(
      `WITH told AS (SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::float8[]) AS told(profile, arrivals, wait)),
       held AS (SELECT profile FROM conversation WHERE profile = ANY($2::uuid[]) AND worker = $1::uuid
         ${IN_ORDER} FOR NO KEY UPDATE)
       UPDATE conversation AS stored SET worker = NULL, leased_until = NULL,
         due_at = clock_timestamp() + told.wait * interval '1 ms'
       FROM told JOIN held USING (profile)
       WHERE stored.profile = told.profile AND stored.worker = $1::uuid
         AND (stored.arrivals = told.arrivals OR told.wait = 0)
       RETURNING stored.profile`,
      [
        this.worker,
        all.map(({ conversation: { profile } }) => profile),
        all.map(({ conversation: { arrivals } }) => arrivals),
        all.map(({ wait }) => wait ?? null),
      ],
    );
    const released = new Set(rows.map(({ profile }) => profile));
    return all.map(({ conversation: { profile } }) => released.has(profile));
  }

  /** Says that these are still gone on with here. @returns those that no longer are this process's */
  async keep(profiles: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ profile: string }>(
      `UPDATE conversation SET leased_until = clock_timestamp() + interval '${LEASE_S} s'
       WHERE profile IN (SELECT profile FROM conversation WHERE profile = ANY($1::uuid[]) AND worker = $2::uuid
         ${IN_ORDER} FOR NO KEY UPDATE) RETURNING profile`,
      [profiles, this.worker],
    );
    const own = new Set(rows.map(({ profile }) => profile));
    return profiles.filter((profile) => !own.has(profile));
  }

  /** Milliseconds until some conversation has something to do, but for those of some channels. */
  async nextIn(without: readonly string[]): Promise<number | undefined> {
    const [row] = await this.db.query<{ wait: number | null }>(
      `SELECT extract(epoch FROM min(greatest(due_at, leased_until)) - clock_timestamp())::float8 * 1000 AS wait
       FROM (SELECT due_at, leased_until FROM conversation WHERE due_at IS NOT NULL AND channel <> ALL($1::uuid[])
         ORDER BY due_at LIMIT 100) AS first`,
      [without],
    );
    return row?.wait ?? undefined;
  }

  /** Gives back what this process has, or (`all`) whatever process had it. */
  async giveBack(all = false): Promise<void> {
    await this.db.query(
      `UPDATE conversation SET worker = NULL, leased_until = NULL WHERE worker IS NOT NULL AND ($2::boolean OR worker = $1::uuid)`,
      [this.worker, all],
    );
  }
}
