import type { EntityModel } from '../../../schemas/model/types.ts';
import { changeSentence, eventSentence } from './auditSentence.ts';
import { quoteIdentifier, quoteLiteral, quotedTableName } from './sql.ts';
import { PLACEHOLDER } from '../../../schemas/model/placeholders.ts';

/**
 * The audit log as an entity's table looks: the history of all records, and the events that change none, such as
 * sign-ins and exports. A view costs a change nothing, and can never disagree with the history.
 * @param tables the entities whose records have titles
 */
export function auditView(model: EntityModel, tables: readonly EntityModel[]): string {
  const history: Columns = {
    user: 'user_id',
    name: 'user_name',
    username: 'username',
    operation: 'operation',
    entity: 'entity',
    record: titleOf(tables),
    recordId: 'record_id::text',
    address: 'address',
    detail: 'NULL::text',
    // New columns of a view stand last.
    sentence: changeSentence(model, tables, titleOf(tables)),
  };
  const events: Columns = {
    ...history,
    record: 'NULL::text',
    recordId: 'NULL::text',
    detail: 'detail',
    sentence: eventSentence(model),
  };
  return `CREATE OR REPLACE VIEW ${quotedTableName(model)} AS ${select(history, 'record_history')}
    UNION ALL ${select(events, 'record_event')}`;
}

type Columns = Record<string, string>;

function select(columns: Columns, table: string): string {
  const own = Object.entries(columns);
  const document = own.map(([name, value]) => `${quoteLiteral(name)}, ${value}`).join(', ');
  const named = own.map(([name, value]) => `${value} AS ${quoteIdentifier(name)}`).join(', ');
  return `SELECT id, jsonb_strip_nulls(jsonb_build_object(${document})) AS data, 1 AS version,
    at AS created_at, at AS updated_at, NULL::text AS created_by, NULL::text AS updated_by, ${named} FROM ${table}`;
}

/** What the record was called after the change; before it, when it was deleted. */
function titleOf(tables: readonly EntityModel[]): string {
  const cases = tables.map(
    ({ name, recordTitle }) =>
      `WHEN ${quoteLiteral(name)} THEN ${templateSql(recordTitle, 'coalesce(after, before)')}`,
  );
  return cases.length === 0 ? 'NULL::text' : `CASE entity ${cases.join(' ')} END`;
}

/** `{{name}} · {{channel}}` as SQL over a document of the history. @param document SQL of it */
export function templateSql(template: string, document: string): string {
  const parts = template.split(PLACEHOLDER).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [quoteLiteral(part)];
    const path = part
      .trim()
      .split('.')
      .map((key) => `"${key.replaceAll(/(["\\])/g, '\\$1')}"`);
    return [`coalesce(${document} #>> ${quoteLiteral(`{${path.join(',')}}`)}, '')`];
  });
  return parts.length === 0 ? "''" : parts.join(' || ');
}
