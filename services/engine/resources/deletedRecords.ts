import type { DeletedRecord } from '../../../schemas/model/responses.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { matches } from '../../../schemas/model/match.ts';
import { isRestorable } from '../../../schemas/model/restorable.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { notFound } from '../http/errors.ts';
import { templateSql } from '../storage/auditView.ts';
import { Parameters, isStorable } from '../storage/matchSql.ts';
import { quoteLiteral, quotedTableName } from '../storage/sql.ts';
import type { Resource } from './catalog.ts';
import type { RawQuery } from './listQuery.ts';
import { authorize } from './operations.ts';
import { historyEntry, HISTORY_COLUMNS, type HistoryRow, toEntry } from './repositoryHistory.ts';
import type { Services } from './services.ts';
import { withApiErrors, isVisibleTo, visibleRecord } from './visibility.ts';
import type { Caller } from './write/actor.ts';

/** Rows of the first statement of a page; rights are then checked row by row. */
const FIRST_BATCH_ROWS = 200;
/** Each further statement reads twice as many, up to this: callers may see few of many deletions. */
const MAX_BATCH_ROWS = 3_200;

/** @throws ApiError 404 if deleted records of the entity cannot be restored, 403 */
export function authorizeRestore(resource: Resource, caller: Caller): void {
  if (!isRestorable(resource.model)) throw notFound();
  authorize(resource, caller, 'create');
  authorize(resource, caller, 'read');
}

/**
 * Deleted records of an entity that are not restored and that the caller may see, the latest first. It takes the rights to
 * read and create. Pages are as in lists; the cursor is the id of the deletion.
 * @throws ApiError 400, 403, 404 if deleted records of the entity cannot be restored
 */
export async function listDeleted(
  services: Services,
  resource: Resource,
  caller: Caller,
  { keyword, ...query }: RawQuery,
): Promise<DeletedRecord[]> {
  authorizeRestore(resource, caller);
  const { take, skip, cursorId } = resource.queryParser.page(query);
  const { keyword: searchText } = resource.queryParser.list(
    { ...(keyword !== undefined && { keyword }) },
    caller.rights,
  );
  const start =
    cursorId === undefined ? undefined : await findCursorDeletion(services, resource, caller, cursorId);
  const found: DeletedRecord[] = [];
  let from = start === undefined ? undefined : { at: start, inclusive: true };
  for (let limit = FIRST_BATCH_ROWS; ; limit = Math.min(limit * 2, MAX_BATCH_ROWS)) {
    const rows = await queryDeletions(services, resource, { from, keyword: searchText, limit });
    for (const row of rows) {
      const deleted = toDeletedRecord(resource, caller, row);
      if (deleted) found.push(deleted);
    }
    const last = rows.at(-1);
    if (rows.length < limit || !last || found.length >= skip + take) break;
    from = { at: last.id, inclusive: false };
  }
  const page = found.slice(skip, skip + take);
  const names = await services.authors.findNames(new Set(page.flatMap(({ user }) => user?.id ?? [])));
  return page.map((deleted) => ({
    ...deleted,
    user: deleted.user && { ...deleted.user, name: names.get(deleted.user.id) ?? deleted.user.name },
  }));
}

/** The id of the deletion at which a page begins. @throws ApiError 400 for an unknown one */
async function findCursorDeletion(
  { db }: Services,
  resource: Resource,
  caller: Caller,
  cursorId: string,
): Promise<string> {
  const [row] = isStorable(cursorId)
    ? await db.query<{ record_id: string }>(
        'SELECT record_id FROM record_history WHERE id::text = $1 AND entity = $2',
        [cursorId, resource.model.name],
      )
    : [];
  const entry = historyEntry(db, resource.model, row?.record_id ?? '', cursorId, 'UNKNOWN_CURSOR');
  return (await withApiErrors(resource, caller, entry)).id;
}

interface DeletionQuery {
  from?: { at: string; inclusive: boolean };
  keyword?: string;
  limit: number;
}

/** Deletions of records that are not restored, the latest first. */
function queryDeletions(
  { db }: Services,
  { model, scope }: Resource,
  { from, keyword, limit }: DeletionQuery,
): Promise<(HistoryRow & { record_id: string })[]> {
  const parameters = new Parameters();
  const parts = [`entity = ${quoteLiteral(model.name)}`, 'after IS NULL'];
  if (from) {
    const id = parameters.add(from.at);
    const at = `(SELECT at FROM record_history WHERE id = ${id}::uuid)`;
    parts.push(`(at, id) ${from.inclusive ? '<=' : '<'} (${at}, ${id}::uuid)`);
  }
  if (scope) parts.push(`before ->> ${quoteLiteral(scope.field)} = ${parameters.add(scope.id)}::text`);
  if (keyword !== undefined) {
    const escaped = keyword.replaceAll(/[\\%_]/g, '\\$&');
    parts.push(
      `record_search(${templateSql(model.recordTitle, 'before')}) LIKE '%' || record_search(${parameters.add(escaped)}::text) || '%'`,
    );
  }
  return db.query(
    `SELECT ${HISTORY_COLUMNS}, record_id::text AS record_id FROM record_history AS deletion WHERE ${parts.join(' AND ')}
       AND NOT EXISTS (SELECT FROM ${quotedTableName(model)} AS existing WHERE existing.id = deletion.record_id)
       AND NOT EXISTS (SELECT FROM record_history AS later WHERE later.record_id = deletion.record_id
         AND later.entity = deletion.entity AND (later.at, later.id) > (deletion.at, deletion.id))
     ORDER BY deletion.at DESC, deletion.id DESC LIMIT ${limit}`,
    parameters.values,
  );
}

/** A deletion as the caller may see it; undefined for a record that their list would not have shown. */
function toDeletedRecord(
  resource: Resource,
  caller: Caller,
  row: HistoryRow & { record_id: string },
): DeletedRecord | undefined {
  const { model } = resource;
  const { id, at, user, before } = toEntry(model, row);
  const record = { ...before, id: row.record_id } as EntityRecord;
  if (!isVisibleTo(resource, caller, record) || !matches(model.list.where, record, { user: caller.user }))
    return;
  return {
    id,
    record: row.record_id,
    title: recordTitle(model, visibleRecord(resource, caller, record)),
    at,
    user,
  };
}
