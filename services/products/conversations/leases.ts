import type { Expecting } from '../chatbot/index.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import type { Database } from '../../engine/storage/database.ts';
import { LEASE_END, LeaseTable } from '../../engine/queue/leaseTable.ts';
import type { LeaseStore } from '../../engine/queue/queueRunner.ts';
import { QUEUE_CHANNEL } from '../../engine/queue/queueSupervisor.ts';
import type { MessageOrigin, MessageBody, InboundEvent, ReplyToken } from '../../channels/types.ts';

export const CONVERSATION_QUEUE = 'conversations';
/** Tells all processes, once the transaction is committed, that a conversation has work. */
export const NOTIFY_SQL = `pg_notify('${QUEUE_CHANNEL}', '${CONVERSATION_QUEUE}')`;

/** A person's conversation, leased by this process. */
export interface ClaimedConversation {
  profile: string;
  channel: string;
  person: string;
  /** Hashed address of the visitor; absent where a platform calls for people. */
  caller?: number;
  arrivals: string;
  lastInbound?: Date;
  /** Milliseconds by which the platform's clock was ahead of ours when the person last wrote. */
  aheadMs: number;
  followedAt?: Date;
  /** What the previous answer waits for, unless it expired. */
  expecting?: Expecting;
  variables: Record<string, string>;
  /** The next work as of `arrivals`, while it is known. */
  next?: NextWork;
}

/** An inbound event that waits for the bot; its time is a text. */
export interface PendingInbound {
  id: string;
  event: Omit<InboundEvent, 'at'>;
  at: string;
  received_at: string;
  attempts: number;
  /** Milliseconds until it is due; 0 or less: now. */
  wait: number;
}

/** An answer that waits to be sent, or the rest of it. */
export interface PendingOutbound {
  id: string;
  bodies: MessageBody[];
  about: MessageOrigin;
  reply: ReplyToken | null;
  done: number;
  /** The call that was begun and whose outcome was not recorded. */
  calling: number | null;
  attempts: number;
  made_at: string;
  wait: number;
  /** Its first call was recorded as begun when it was stored. */
  isBegun?: boolean;
}

/** The next work of a conversation: the first message to send and the first event to answer. */
export interface NextWork {
  outbound?: PendingOutbound;
  pending?: PendingInbound;
  /** More waits behind them. */
  hasMore: boolean;
}

/** No work is left. */
export const NO_WORK: NextWork = { hasMore: false };

/** It has work that is due, and no process has leased it. */
const IS_DUE_SQL = `conversation.due_at <= clock_timestamp()
  AND (conversation.leased_until IS NULL OR conversation.leased_until < clock_timestamp())`;
/** Milliseconds until a stored row is due. */
export const WAIT_SQL = `(extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS wait`;
/** Columns of `NextWorkRow` for the conversation of a profile. */
const nextWorkSql = (id: string): string => `
  (SELECT to_jsonb(o) FROM (SELECT *, ${WAIT_SQL} FROM conversation_outbound WHERE profile = ${id}
     ORDER BY seq LIMIT 1) AS o) AS outbound,
  (SELECT to_jsonb(i) FROM (SELECT *, ${WAIT_SQL} FROM conversation_inbound WHERE profile = ${id}
     ORDER BY at, seq LIMIT 1) AS i) AS pending,
  (EXISTS (SELECT 1 FROM conversation_outbound WHERE profile = ${id} OFFSET 1)
   OR EXISTS (SELECT 1 FROM conversation_inbound WHERE profile = ${id} OFFSET 1)) AS more`;
interface NextWorkRow {
  outbound: PendingOutbound | null;
  pending: PendingInbound | null;
  more: boolean;
}
const toNextWork = ({ outbound, pending, more }: NextWorkRow): NextWork => ({
  ...(outbound && { outbound }),
  ...(pending && { pending }),
  hasMore: more,
});

const LOCK_ORDER = 'channel, person';
/** The order in which every transaction locks several conversations, so that none waits for another in a circle. */
export const LOCK_ORDER_SQL = `ORDER BY ${LOCK_ORDER}`;

/** Releases in one statement, and time between two statements. */
const MAX_RELEASES_PER_STATEMENT = 200;
const RELEASE_INTERVAL_MS = 50;

/** Conversations considered for each that is claimed, so that a few busy callers do not hide the others. */
const WINDOW_PER_CLAIM = 4;
const MIN_WINDOW = 64;

/** How many conversations each caller has running in this process, and may have. */
export interface CallerLoad {
  counts: ReadonlyMap<number, number>;
  max: number;
}

interface Release {
  conversation: ClaimedConversation;
  wait: number | undefined;
}

/** The conversations that this process has leased. */
export class Leases extends LeaseTable implements LeaseStore {
  private readonly releases = new Batcher<Release, boolean>((all) => this.releaseBatch(all), {
    maxWeight: MAX_RELEASES_PER_STATEMENT,
    minIntervalMs: RELEASE_INTERVAL_MS,
  });

  constructor(db: Database, worker: string) {
    super(db, worker, { table: 'conversation', id: 'profile', until: 'leased_until', order: LOCK_ORDER });
  }

  /** On a server a lease that was not renewed in time is claimed as if it were none. */
  async recover(all: boolean): Promise<void> {
    if (all) await this.releaseAll(true);
  }

  /**
   * Claims up to `max` conversations that have work. Callers take turns, each with at most `load.max` at a time; those
   * that have waited longest come first.
   * @param excludedChannels channels from which none is claimed
   */
  async claim(
    max: number,
    excludedChannels: readonly string[],
    load: CallerLoad,
  ): Promise<ClaimedConversation[]> {
    // `arrivals` belongs to the statement's snapshot, as `next` does: anything that came in since makes the stored one differ.
    const rows = await this.db.query<
      NextWorkRow & {
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
       due AS (SELECT profile, caller, due_at FROM conversation WHERE ${IS_DUE_SQL} AND channel <> ALL($7::uuid[])
         AND (caller IS NULL OR caller NOT IN (SELECT caller FROM load WHERE count >= $5::int))
         ORDER BY due_at LIMIT $6::int),
       turns AS (SELECT profile, due_at, CASE WHEN due.caller IS NULL THEN 1 ELSE coalesce(load.count, 0)
           + row_number() OVER (PARTITION BY due.caller ORDER BY due_at) END AS turn
         FROM due LEFT JOIN load ON load.caller = due.caller),
       mine AS (UPDATE conversation SET worker = $1::uuid, leased_until = ${LEASE_END}
       WHERE profile IN (SELECT conversation.profile FROM conversation JOIN turns USING (profile)
         WHERE turn <= $5::int AND ${IS_DUE_SQL}
         ORDER BY turn, turns.due_at LIMIT $2 FOR UPDATE OF conversation SKIP LOCKED)
       RETURNING profile, channel, person, caller, last_inbound, ahead_ms, followed_at, variables,
         CASE WHEN expecting_until > clock_timestamp() THEN expecting END AS expecting)
       SELECT mine.*, (SELECT arrivals::text FROM conversation WHERE profile = mine.profile) AS arrivals,
         ${nextWorkSql('mine.profile')} FROM mine`,
      [
        this.worker,
        max,
        [...load.counts.keys()],
        [...load.counts.values()],
        load.max,
        Math.max(max * WINDOW_PER_CLAIM, MIN_WINDOW),
        excludedChannels,
      ],
    );
    return rows.map(
      ({
        caller,
        last_inbound: lastInbound,
        ahead_ms: aheadMs,
        followed_at: followedAt,
        expecting,
        outbound,
        pending,
        more,
        ...row
      }) => ({
        ...{ ...row, aheadMs },
        ...(caller !== null && { caller }),
        ...(lastInbound && { lastInbound }),
        ...(followedAt && { followedAt }),
        ...(expecting && { expecting }),
        next: toNextWork({ outbound, pending, more }),
      }),
    );
  }

  /** The next work of a conversation. */
  async next(profile: string): Promise<NextWork> {
    const [row] = await this.db.query<NextWorkRow>(`SELECT ${nextWorkSql('$1::uuid')}`, [profile]);
    return row ? toNextWork(row) : NO_WORK;
  }

  /**
   * Releases a conversation unless something came in since `arrivals` was read; with `wait` 0 even then.
   * @param wait milliseconds until it has work; undefined for none
   * @returns whether it was released
   */
  async release(conversation: ClaimedConversation, wait: number | undefined): Promise<boolean> {
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

  /** @returns for each whether it was released: nothing came in meanwhile */
  private async releaseBatch(all: readonly Release[]): Promise<boolean[]> {
    const rows = await this.db.query<{ profile: string }>(
      `WITH given AS (SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::float8[]) AS given(profile, arrivals, wait)),
       held AS (SELECT profile FROM conversation WHERE profile = ANY($2::uuid[]) AND worker = $1::uuid
         ${LOCK_ORDER_SQL} FOR NO KEY UPDATE)
       UPDATE conversation AS stored SET worker = NULL, leased_until = NULL,
         due_at = clock_timestamp() + given.wait * interval '1 ms'
       FROM given JOIN held USING (profile)
       WHERE stored.profile = given.profile AND stored.worker = $1::uuid
         AND (stored.arrivals = given.arrivals OR given.wait = 0)
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

  /** Milliseconds until the next conversation of the other channels has work. */
  async msUntilNext(excludedChannels: readonly string[]): Promise<number | undefined> {
    const [row] = await this.db.query<{ wait: number | null }>(
      `SELECT extract(epoch FROM min(greatest(due_at, leased_until)) - clock_timestamp())::float8 * 1000 AS wait
       FROM (SELECT due_at, leased_until FROM conversation WHERE due_at IS NOT NULL AND channel <> ALL($1::uuid[])
         ORDER BY due_at LIMIT 100) AS first`,
      [excludedChannels],
    );
    return row?.wait ?? undefined;
  }
}
