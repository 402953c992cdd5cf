import type { Queryable } from '../storage/database.ts';
import { FILE_TARGET } from '../storage/referenceIndex.ts';

/** Days for which a remote picture is stored after its last request. */
const REMOTE_TTL_DAYS = 30;

/**
 * Which of these files are in use: by a record or by its history (it may be restored), according to the reference index,
 * or as a remote picture that was recently requested.
 */
export async function findFilesInUse(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `SELECT to_id::text AS id FROM record_reference WHERE to_id = ANY($1::uuid[]) AND to_entity = $2
     UNION SELECT file_id::text FROM remote_picture
     WHERE file_id = ANY($1::uuid[]) AND asked_at > now() - interval '${REMOTE_TTL_DAYS} days'`,
    [ids, FILE_TARGET],
  );
  return new Set(rows.map(({ id }) => id));
}
