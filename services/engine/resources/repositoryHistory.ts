import type { ConfirmedWarning, HistoryEntry } from '../../../schemas/model/responses.ts';
import type { EntityModel, JsonObject } from '../../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import { isId } from '../storage/matchSql.ts';
import { isoTime, withDefaults } from './recordShape.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface HistoryRow {
  id: string;
  at: string;
  user_id: string | null;
  user_name: string | null;
  operation: string;
  version: number;
  before: JsonObject | null;
  after: JsonObject | null;
  confirmed: ConfirmedWarning[] | null;
}

export const HISTORY_COLUMNS = `id, (at AT TIME ZONE 'UTC')::text AS at, user_id, user_name, operation, version, before, after, confirmed`;

/** Changes of one record, newest first, paged like lists. @throws RepositoryError UNKNOWN_CURSOR */
export async function listHistory(
  db: Queryable,
  model: EntityModel,
  recordId: string,
  { take = 20, skip = 0, cursorId }: { take?: number; skip?: number; cursorId?: string } = {},
): Promise<HistoryEntry[]> {
  if (!isId(recordId)) return [];
  const from =
    cursorId === undefined
      ? ''
      : 'AND (at, id) <= ((SELECT at FROM record_history WHERE id = $5), (SELECT id FROM record_history WHERE id = $5))';
  if (cursorId !== undefined) await historyEntry(db, model, recordId, cursorId, 'UNKNOWN_CURSOR');
  const rows = await db.query<HistoryRow>(
    `SELECT ${HISTORY_COLUMNS} FROM record_history WHERE record_id = $1 AND entity = $2 ${from} ORDER BY at DESC, id DESC LIMIT $3 OFFSET $4`,
    [recordId, model.name, take, skip, ...(cursorId === undefined ? [] : [cursorId])],
  );
  return rows.map((row) => toEntry(model, row));
}

/** One change. @throws RepositoryError of the given kind */
export async function historyEntry(
  db: Queryable,
  model: EntityModel,
  recordId: string,
  historyId: string,
  kind: 'NOT_FOUND' | 'UNKNOWN_CURSOR' = 'NOT_FOUND',
): Promise<HistoryEntry> {
  const [row] =
    isId(historyId) && isId(recordId)
      ? await db.query<HistoryRow>(
          `SELECT ${HISTORY_COLUMNS} FROM record_history WHERE id = $1 AND record_id = $2 AND entity = $3`,
          [historyId, recordId, model.name],
        )
      : [];
  if (!row) throw new RepositoryError(kind, t('This change is not in the history'));
  return toEntry(model, row);
}

export function toEntry(model: EntityModel, row: HistoryRow): HistoryEntry {
  return {
    id: row.id,
    at: isoTime(row.at),
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? row.user_id },
    operation: row.operation,
    version: row.version,
    before: row.before && withDefaults(model, row.before),
    after: row.after && withDefaults(model, row.after),
    ...(row.confirmed && { confirmed: row.confirmed }),
  };
}
