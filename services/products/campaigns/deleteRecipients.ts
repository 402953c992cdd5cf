import type { Services } from '../../engine/resources/services.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { deleteRows } from '../../engine/storage/deleteRows.ts';

/**
 * Deletes the recipients of broadcasts that ended more than `days` days ago. The counts stay. The run is marked first, so
 * that it cannot be retried with part of its recipients.
 * @returns the number of deleted recipients, until none is left or `signal` is aborted
 */
export async function deleteRecipients(
  { db, catalog }: Services,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const runs = await db.query<{ campaign: string }>(
    `SELECT campaign FROM broadcast_run AS run
     WHERE state = 'over' AND ended_at < clock_timestamp() - $1::int * interval '1 day'
       AND (recipients_removed_at IS NULL OR EXISTS (SELECT 1 FROM broadcast_recipient WHERE campaign = run.campaign))`,
    [days],
  );
  let deleted = 0;
  for (const { campaign } of runs) {
    if (signal?.aborted) break;
    const isMarked = await db.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE broadcast_run SET recipients_removed_at = coalesce(recipients_removed_at, clock_timestamp())
         WHERE campaign = $1::uuid AND state = 'over' RETURNING 1`,
        [campaign],
      );
      if (rows.length === 0) return false;
      const liveFields = [{ id: campaign, values: { recipientsRemoved: true } }];
      await updateLiveFields({ db: tx as Services['db'], catalog }, 'campaign', liveFields);
      return true;
    });
    if (!isMarked) continue;
    deleted += await deleteRows(db, 'broadcast_recipient', {
      where: 'campaign = $1::uuid',
      values: [campaign],
      ...(signal && { signal }),
    });
  }
  return deleted;
}
