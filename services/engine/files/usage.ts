import type { Queryable } from '../storage/database.ts';
import { FILE_TARGET } from '../storage/referenceIndex.ts';

/** Days for which a picture from outside is kept after somebody last asked for it. */
const REMOTE_DAYS = 30;

/**
 * Which of these files are still needed: held by a record or by the history of one (it may be restored), as the
 * reference index says, or shown of late as a picture from outside.
 */
export async function filesInUse(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `SELECT to_id::text AS id FROM record_reference WHERE to_id = ANY($1::uuid[]) AND to_entity = $2
     UNION SELECT file_id::text FROM remote_picture
     WHERE file_id = ANY($1::uuid[]) AND asked_at > now() - interval '${REMOTE_DAYS} days'`,
    [ids, FILE_TARGET],
  );
  return new Set(rows.map(({ id }) => id));
}
