import { setTimeout as pause } from 'node:timers/promises';
import { QUESTION_TTL_MIN, type Expecting } from '../chatbot/index.ts';
import type { Services } from '../../engine/resources/services.ts';
import { isOutage, Batcher } from '../../engine/storage/batcher.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { WAIT_SQL, type Leases, type PendingOutbound } from './leases.ts';
import type { MessageOrigin, MessageBody, ReplyToken } from '../../channels/types.ts';

const MAX_OUTCOMES_PER_STATEMENT = 100;

/** What is stored of a conversation when an inbound event is completed. */
export interface InboundOutcome {
  profile: string;
  /** The id of the inbound event. */
  pending: string;
  expecting?: Expecting;
  variables: Record<string, string>;
  /** ISO 8601. */
  followed_at?: string;
  /** The id of the answer; absent where there is none. */
  answer?: string;
  bodies: MessageBody[];
  about: MessageOrigin | object;
  reply: ReplyToken | null;
  /** Seconds after the event's arrival before which the answer is not sent. */
  delay: number;
  /** Its first call begins at once and is recorded as begun. */
  begins: boolean;
}

/** Whether the conversation is still leased to this process, and the answer as it was stored. */
interface CompletionResult {
  isOwn: boolean;
  outbound: PendingOutbound | null;
}

const batchers = new WeakMap<Leases, Batcher<InboundOutcome, CompletionResult>>();

/** Before the one retry when the database did not answer; less than a lease's lifetime. */
const RETRY_DELAY_MS = 1_000;

/**
 * Completes it together with concurrent completions, in one statement that is a transaction of its own. When the
 * database did not answer, it is tried once more: if it had been stored, the stored answer is returned.
 */
export async function completeInboundBatched(
  services: () => Services,
  leases: Leases,
  outcome: InboundOutcome,
): Promise<CompletionResult> {
  const batcher =
    batchers.get(leases) ??
    new Batcher<InboundOutcome, CompletionResult>(
      async (all) => {
        const { result } = await runInTransaction(
          services(),
          ({ tx }) => completeInboundBatch(tx, leases, all),
          { withoutTransaction: true },
        );
        return result;
      },
      { maxWeight: MAX_OUTCOMES_PER_STATEMENT },
    );
  batchers.set(leases, batcher);
  return retryAfterOutage(() => batcher.enqueue(outcome));
}

/**
 * Completes it in one transaction with a change of the person, which is retried with it and must be repeatable.
 */
export async function completeWithChange(
  services: Services,
  leases: Leases,
  outcome: InboundOutcome,
  change: (unit: UnitOfWork) => Promise<void>,
): Promise<CompletionResult> {
  const { result } = await retryAfterOutage(() =>
    runInTransaction(services, async (unit) => {
      const [completed = { isOwn: false, outbound: null }] = await completeInboundBatch(unit.tx, leases, [
        outcome,
      ]);
      if (completed.isOwn) await change(unit);
      return completed;
    }),
  );
  return result;
}

async function retryAfterOutage<Result>(store: () => Promise<Result>): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (!isOutage(error)) throw error;
    await pause(RETRY_DELAY_MS);
    return store();
  }
}

/**
 * Completes several. It may be repeated: an answer that is stored already is returned as stored.
 * @returns one result for each; conversations that are leased to another process are left unchanged
 */
export async function completeInboundBatch(
  tx: Queryable,
  leases: Leases,
  all: readonly InboundOutcome[],
): Promise<CompletionResult[]> {
  const rows = await tx.query<{ profile: string; added: PendingOutbound | null }>(COMPLETE_SQL, [
    leases.worker,
    JSON.stringify(all),
  ]);
  const own = new Set(rows.map(({ profile }) => profile));
  const stored = new Map(rows.flatMap((row) => (row.added ? [[row.added.id, row.added]] : [])));
  return all.map(({ profile, answer }) => ({
    isOwn: own.has(profile),
    outbound: (answer !== undefined && stored.get(answer)) || null,
  }));
}

/** Locks in the order of `LOCK_ORDER_SQL`; of a conversation that is given twice one counts. */
const COMPLETE_SQL = `WITH given AS MATERIALIZED (SELECT DISTINCT ON (profile) * FROM jsonb_to_recordset($2::jsonb) AS given(
    profile uuid, pending uuid, expecting jsonb, variables jsonb, followed_at timestamptz, answer uuid, bodies jsonb,
    about jsonb, reply jsonb, delay float8, begins boolean)),
  held AS (SELECT profile FROM conversation WHERE profile = ANY(ARRAY(SELECT profile FROM given)) AND worker = $1::uuid
    ORDER BY channel, person FOR NO KEY UPDATE),
  own AS (UPDATE conversation AS stored SET expecting = given.expecting, variables = given.variables,
      followed_at = given.followed_at, expecting_until = clock_timestamp() + interval '${QUESTION_TTL_MIN} min'
    FROM given JOIN held USING (profile) WHERE stored.profile = given.profile AND stored.worker = $1::uuid
    RETURNING stored.profile),
  gone AS (DELETE FROM conversation_inbound AS came USING given JOIN own USING (profile)
    WHERE came.id = given.pending RETURNING came.id, came.received_at),
  added AS (INSERT INTO conversation_outbound (id, profile, bodies, about, reply, due_at, calling)
    SELECT given.answer, given.profile, given.bodies, given.about, given.reply,
      gone.received_at + given.delay * interval '1 s', CASE WHEN given.begins THEN 0 END
    FROM given JOIN gone ON gone.id = given.pending WHERE given.answer IS NOT NULL
    RETURNING *, ${WAIT_SQL})
  SELECT own.profile, CASE WHEN added.id IS NOT NULL THEN to_jsonb(added) ELSE (SELECT to_jsonb(stored)
      FROM (SELECT *, ${WAIT_SQL} FROM conversation_outbound WHERE id = given.answer) AS stored) END AS added
  FROM own JOIN given USING (profile) LEFT JOIN added USING (profile)`;
