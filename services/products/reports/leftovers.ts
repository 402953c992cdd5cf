import type { Context } from '../../engine/modules/module.ts';
import { downloadPath } from '../../engine/exchange/downloads.ts';
import { PersonalFiles } from '../../engine/exchange/personalFiles.ts';
import { literal, tableOf } from '../../engine/storage/sql.ts';

/** Files that are removed at a time. */
const BATCH = 100;

/**
 * Removes files that were written for reports which have ended without them: of processes that were killed between the
 * file and its note, of those that expired, and of reports that are gone. Reports that are still being made keep theirs.
 * @param report its id; without one those of all reports are looked for
 */
export async function removeLeftovers({ services, db, files }: Context, report?: string): Promise<void> {
  const reports = services().catalog.named('report');
  if (!reports) return;
  const rows = await db.query<{ id: string }>(
    `SELECT f.id::text AS id FROM exchange_file f
     LEFT JOIN ${tableOf(reports.model)} AS r ON r.id = f.about
     WHERE f.entity = 'report' AND f.about IS NOT NULL AND ($1::uuid IS NULL OR f.about = $1::uuid)
       AND (r.id IS NULL OR r.data ->> 'status' <> 'PENDING'
         AND r.data ->> 'exportedFileUrl' IS DISTINCT FROM ${literal(downloadPath(''))} || f.id::text)
     LIMIT ${BATCH}`,
    [report ?? null],
  );
  const personal = new PersonalFiles(db, files);
  await personal.remove(rows.map(({ id }) => id));
}
