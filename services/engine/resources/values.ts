import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { Parameters } from '../storage/matchSql.ts';
import { columnsOf } from '../storage/sql.ts';
import type { Resource } from './catalog.ts';
import type { RawQuery } from './listQuery.ts';
import { listConditions, authorize } from './operations.ts';
import { matchingRows, type ListQuery } from './repositoryList.ts';
import type { Caller } from './write/actor.ts';

/** Records that are looked through, the newest ones: what nobody used lately is found by typing it whole. */
const LOOKED_THROUGH = 5000;
/** Values in one answer. */
const MAX_SUGGESTED_VALUES = 50;

/**
 * The values that a field of tags has in the newest records, the most used first; of those that hold the keyword.
 * @throws ApiError 400 for another field
 */
export async function valuesInUse(resource: Resource, caller: Caller, query: RawQuery): Promise<string[]> {
  authorize(resource, caller, 'read');
  const { by, keyword = '' } = resource.query.values(query, caller.rights);
  const parameters = new Parameters();
  const where = { where: listConditions(resource), context: { user: caller.user } };
  const text = statement(resource.model, by, where, keyword, parameters);
  const rows = await resource.repository.db.query<{ value: string }>(text, parameters.values);
  return rows.map(({ value }) => value);
}

function statement(
  model: EntityModel,
  by: FieldModel,
  rows: ListQuery,
  keyword: string,
  parameters: Parameters,
): string {
  const column = columnsOf(model).get(by.name)?.value ?? "'[]'::jsonb";
  const newest = `SELECT ${column} AS list FROM ${matchingRows(model, rows, parameters)} ORDER BY id DESC LIMIT ${LOOKED_THROUGH}`;
  const values = "jsonb_array_elements_text(CASE jsonb_typeof(list) WHEN 'array' THEN list ELSE '[]' END)";
  return `SELECT value FROM (${newest}) AS newest, ${values} AS value
    WHERE strpos(record_search(value), record_search(${parameters.add(keyword)})) > 0 OR ${parameters.add(keyword)} = ''
    GROUP BY value ORDER BY count(*) DESC, value LIMIT ${MAX_SUGGESTED_VALUES}`;
}
