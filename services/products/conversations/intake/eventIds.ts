import { createHash } from 'node:crypto';
import type { Queryable } from '../../../engine/storage/database.ts';

/** The id under which an event of a channel is remembered: a UUID that follows from both. */
export function eventIdOf(channel: string, key: string): string {
  const hex = createHash('sha256').update(`${channel}/${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Records ids of events that come in, in one order for all transactions. @returns those that never came before */
export async function recordEventIds(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO conversation_event (id) SELECT id FROM unnest($1::uuid[]) AS told(id) ORDER BY id
     ON CONFLICT DO NOTHING RETURNING id::text`,
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Forgets ids of events that were refused: sent again with what was wrong mended, they are taken. */
export async function forgetEventIds(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query('DELETE FROM conversation_event WHERE id = ANY($1::uuid[])', [ids]);
}

/** Forgets ids whose messages are no longer stored. @param days for which messages are */
export async function forgetOldEventIds(db: Queryable, days: number): Promise<void> {
  await db.query(`DELETE FROM conversation_event WHERE received_at < now() - $1::int * interval '1 day'`, [
    days,
  ]);
}
