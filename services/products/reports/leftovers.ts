import type { Context } from '../../engine/modules/module.ts';
import { downloadPath } from '../../engine/exchange/downloads.ts';
import { PersonalFiles } from '../../engine/exchange/personalFiles.ts';
import { quoteLiteral, quotedTableName } from '../../engine/storage/sql.ts';

const MAX_FILES_PER_RUN = 100;

/**
 * Removes files of reports that do not refer to them: left by interrupted runs, expired, or of deleted reports. Files of
 * pending reports stay.
 * @param report an id; by default all reports are checked
 */
export async function removeLeftovers({ services, db, files }: Context, report?: string): Promise<void> {
  const reports = services().catalog.find('report');
  if (!reports) return;
  const rows = await db.query<{ id: string }>(
    `SELECT f.id::text AS id FROM exchange_file f
     LEFT JOIN ${quotedTableName(reports.model)} AS r ON r.id = f.about
     WHERE f.entity = 'report' AND f.about IS NOT NULL AND ($1::uuid IS NULL OR f.about = $1::uuid)
       AND (r.id IS NULL OR r.data ->> 'status' <> 'PENDING'
         AND r.data ->> 'exportedFileUrl' IS DISTINCT FROM ${quoteLiteral(downloadPath(''))} || f.id::text)
     LIMIT ${MAX_FILES_PER_RUN}`,
    [report ?? null],
  );
  const personal = new PersonalFiles(db, files);
  await personal.remove(rows.map(({ id }) => id));
}
