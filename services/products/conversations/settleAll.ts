import { setTimeout as pause } from 'node:timers/promises';
import type { Expecting } from '../chatbot/answering/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { isOutage, Batcher } from '../../engine/storage/batcher.ts';
import { runInTransaction } from '../../engine/resources/write/unitOfWork.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { WAIT, type Leases, type Outbound } from './leases.ts';
import type { About, Body, Reply } from '../../channels/types.ts';

/** Minutes after which what an answer asked for is no longer waited for: a conversation ends as idle then. */
const EXPECTING_MINUTES = 30;
/** Answers that one statement stores. */
const MOST_SETTLED = 100;

/** What is stored of a conversation once what came in is done with. */
export interface Settled {
  profile: string;
  /** The id of what came in. */
  pending: string;
  expecting?: Expecting;
  variables: Record<string, string>;
  /** ISO 8601. */
  followed_at?: string;
  /** The id of the answer; absent where there is none. */
  answer?: string;
  bodies: Body[];
  about: About | object;
  reply: Reply | null;
  /** Seconds after the arrival, before which it is not sent. */
  delay: number;
  /** Its first call begins at once, and is noted as begun. */
  begins: boolean;
}

/** Whether the conversation was still the process's, and the answer as it waits to be sent. */
export interface Outcome {
  isOwn: boolean;
  added: Outbound | null;
}

const books = new WeakMap<Leases, Batcher<Settled, Outcome>>();

/** Milliseconds after which it is tried once more where the database did not answer; less than a lease takes. */
const AGAIN_MS = 1_000;

/**
 * Stores it with what others settle at the same time, in a statement that is a transaction of its own. Where the
 * database did not answer, once more: it may have been stored, and then the answer that was stored is found.
 */
export async function settleSoon(
  services: () => Services,
  leases: Leases,
  settled: Settled,
): Promise<Outcome> {
  const book =
    books.get(leases) ??
    new Batcher<Settled, Outcome>(
      async (all) => {
        const { result } = await runInTransaction(services(), ({ tx }) => settleAll(tx, leases, all), true);
        return result;
      },
      { maxWeight: MOST_SETTLED },
    );
  books.set(leases, book);
  try {
    return await book.enqueue(settled);
  } catch (error) {
    if (!isOutage(error)) throw error;
    await pause(AGAIN_MS);
    return book.enqueue(settled);
  }
}

/**
 * May be repeated: an answer that is stored already is given as it was stored.
 * @returns of each what became of it; only those change anything whose conversation is still the process's
 */
export async function settleAll(tx: Queryable, leases: Leases, all: readonly Settled[]): Promise<Outcome[]> {
  const rows = await tx.query<{ profile: string; added: Outbound | null }>(SETTLE, [
    leases.worker,
    JSON.stringify(all),
  ]);
  const own = new Set(rows.map(({ profile }) => profile));
  const added = new Map(rows.flatMap((row) => (row.added ? [[row.added.id, row.added]] : [])));
  return all.map(({ profile, answer }) => ({
    isOwn: own.has(profile),
    added: (answer !== undefined && added.get(answer)) || null,
  }));
}

/** Locks in the order in which what comes in is stored; of a conversation that is told twice one counts. */
const SETTLE = `WITH told AS MATERIALIZED (SELECT DISTINCT ON (profile) * FROM jsonb_to_recordset($2::jsonb) AS told(
    profile uuid, pending uuid, expecting jsonb, variables jsonb, followed_at timestamptz, answer uuid, bodies jsonb,
    about jsonb, reply jsonb, delay float8, begins boolean)),
  held AS (SELECT profile FROM conversation WHERE profile = ANY(ARRAY(SELECT profile FROM told)) AND worker = $1::uuid
    ORDER BY channel, person FOR NO KEY UPDATE),
  own AS (UPDATE conversation AS stored SET expecting = told.expecting, variables = told.variables,
      followed_at = told.followed_at, expecting_until = clock_timestamp() + interval '${EXPECTING_MINUTES} min'
    FROM told JOIN held USING (profile) WHERE stored.profile = told.profile AND stored.worker = $1::uuid
    RETURNING stored.profile),
  gone AS (DELETE FROM conversation_inbound AS came USING told JOIN own USING (profile)
    WHERE came.id = told.pending RETURNING came.id, came.received_at),
  added AS (INSERT INTO conversation_outbound (id, profile, bodies, about, reply, due_at, calling)
    SELECT told.answer, told.profile, told.bodies, told.about, told.reply,
      gone.received_at + told.delay * interval '1 s', CASE WHEN told.begins THEN 0 END
    FROM told JOIN gone ON gone.id = told.pending WHERE told.answer IS NOT NULL
    RETURNING *, ${WAIT})
  SELECT own.profile, CASE WHEN added.id IS NOT NULL THEN to_jsonb(added) ELSE (SELECT to_jsonb(stored)
      FROM (SELECT *, ${WAIT} FROM conversation_outbound WHERE id = told.answer) AS stored) END AS added
  FROM own JOIN told USING (profile) LEFT JOIN added USING (profile)`;
