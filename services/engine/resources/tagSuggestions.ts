import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { Parameters } from '../storage/matchSql.ts';
import { columnsOf } from '../storage/sql.ts';
import type { Resource } from './catalog.ts';
import type { RawQuery } from './listQuery.ts';
import { listConditions, authorize } from './operations.ts';
import { matchingRows, type ListQuery } from './repositoryList.ts';
import type { Caller } from './write/actor.ts';

/** Only the newest records are scanned: values that occur only in older ones are not suggested. */
const MAX_SCANNED_RECORDS = 5000;
/** Values in one response. */
const MAX_SUGGESTED_VALUES = 50;

/**
 * Suggests values for a tags field, the most used first, filtered by `keyword`.
 * @throws ApiError 400 for another field
 */
export async function suggestTagValues(
  resource: Resource,
  caller: Caller,
  query: RawQuery,
): Promise<string[]> {
  authorize(resource, caller, 'read');
  const { by: field, keyword = '' } = resource.queryParser.values(query, caller.rights);
  const parameters = new Parameters();
  const listQuery = { where: listConditions(resource), context: { user: caller.user } };
  const sql = buildSql(resource.model, field, listQuery, keyword, parameters);
  const rows = await resource.repository.db.query<{ value: string }>(sql, parameters.values);
  return rows.map(({ value }) => value);
}

function buildSql(
  model: EntityModel,
  field: FieldModel,
  listQuery: ListQuery,
  keyword: string,
  parameters: Parameters,
): string {
  const column = columnsOf(model).get(field.name)?.value ?? "'[]'::jsonb";
  const newest = `SELECT ${column} AS tags FROM ${matchingRows(model, listQuery, parameters)} ORDER BY id DESC LIMIT ${MAX_SCANNED_RECORDS}`;
  const values = "jsonb_array_elements_text(CASE jsonb_typeof(tags) WHEN 'array' THEN tags ELSE '[]' END)";
  return `SELECT value FROM (${newest}) AS newest, ${values} AS value
    WHERE strpos(record_search(value), record_search(${parameters.add(keyword)})) > 0 OR ${parameters.add(keyword)} = ''
    GROUP BY value ORDER BY count(*) DESC, value LIMIT ${MAX_SUGGESTED_VALUES}`;
}
