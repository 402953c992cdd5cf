import { createHash } from 'node:crypto';
import type { Queryable } from '../../../engine/storage/database.ts';

/** The stored id of a channel's event: a UUID that follows from channel and key. */
export function eventId(channel: string, key: string): string {
  const hex = createHash('sha256').update(`${channel}/${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Records the ids of inbound events, in one order for all transactions. @returns those that are new */
export async function recordEventIds(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO conversation_event (id) SELECT id FROM unnest($1::uuid[]) AS given(id) ORDER BY id
     ON CONFLICT DO NOTHING RETURNING id::text`,
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the ids of refused events, so that they are accepted when they are sent again corrected. */
export async function deleteEventIds(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query('DELETE FROM conversation_event WHERE id = ANY($1::uuid[])', [ids]);
}

/** Deletes ids whose messages are no longer stored. @param days for which messages are stored */
export async function deleteOldEventIds(db: Queryable, days: number): Promise<void> {
  await db.query(`DELETE FROM conversation_event WHERE received_at < now() - $1::int * interval '1 day'`, [
    days,
  ]);
}
