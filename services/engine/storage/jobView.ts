import type { EntityModel } from '../../../schemas/model/types.ts';
import { quoteLiteral, quotedTableName, timeToTextSql } from './sql.ts';

/** Fields of the entity `job`. The data of a job is for the services alone. */
const FIELDS: Record<string, string> = {
  title: 'coalesce(title, name)',
  state: 'state',
  done: 'done',
  total: 'total',
  note: 'note',
  outcome: 'outcome',
  link: 'link',
  failure: 'failure',
  by: 'by_id',
  name: 'by_name',
  dueAt: timeToTextSql('due_at'),
  startedAt: timeToTextSql('started_at'),
  endedAt: timeToTextSql('ended_at'),
  dismissed: 'dismissed_at IS NOT NULL',
};

/** The SQL of the view that shows jobs as records. Jobs without a title are listed only when they have failed. */
export function jobView(model: Pick<EntityModel, 'name'>): string {
  const document = Object.entries(FIELDS).map(([name, value]) => `${quoteLiteral(name)}, ${value}`);
  return `CREATE OR REPLACE VIEW ${quotedTableName(model)} AS
    SELECT id, jsonb_strip_nulls(jsonb_build_object(${document.join(', ')})) AS data, 1 AS version, created_at,
      coalesce(ended_at, started_at, created_at) AS updated_at, by_name AS created_by, NULL::text AS updated_by
    FROM job_run WHERE title IS NOT NULL OR state = 'failed'`;
}
