import type { EntityModel } from '../../schemas/model/types.ts';
import { tableOf } from '../storage/sql.ts';
import { ROW } from './recordShape.ts';

interface Statements {
  create: string;
  update: string;
  remove: string;
}
const known = new WeakMap<EntityModel, Statements>();

/** `$1` id, `$2` data, `$3` created at or null, `$4` author's id; history: `$5` its id, `$6` entity, `$7` author's name, `$8` operation, `$9` username, `$10` address. */
export function createStatement(model: EntityModel): string {
  return statementsOf(model).create;
}
/** `$1` id, `$2` data, `$3` version or null, `$4` author's id; history as for create. A row with `done` false is stale. */
export function updateStatement(model: EntityModel): string {
  return statementsOf(model).update;
}
/** `$1` id, `$2` version or null; history: `$3` author's id, `$4` its id, `$5` entity, `$6` author's name, `$7` operation, `$8` username, `$9` address. */
export function removeStatement(model: EntityModel): string {
  return statementsOf(model).remove;
}

function statementsOf(model: EntityModel): Statements {
  let statements = known.get(model);
  if (!statements) {
    statements = compose(tableOf(model), model.features.history);
    known.set(model, statements);
  }
  return statements;
}

/** A change and its line in the history are one statement, so that neither is ever without the other. */
function compose(table: string, history: boolean): Statements {
  // People read who it was, and not everyone may look members up; the history has the id.
  const by = history ? '$7::text' : '$4::text';
  const note = (values: string, from: string): string =>
    history
      ? `, noted AS (INSERT INTO record_history
          (id, entity, record_id, user_id, user_name, operation, username, address, version, before, after) SELECT ${values} FROM ${from})`
      : '';
  return {
    create: `WITH made AS (
        INSERT INTO ${table} (id, data, created_at, updated_at, created_by, updated_by)
        VALUES ($1::uuid, $2::jsonb, coalesce($3::timestamptz, clock_timestamp()), coalesce($3::timestamptz, clock_timestamp()), ${by}, ${by})
        RETURNING *
      )${note('$5::uuid, $6::text, id, $4::text, $7::text, $8::text, $9::text, $10::text, version, NULL, data', 'made')}
      SELECT ${ROW} FROM made`,
    update: `WITH old AS MATERIALIZED (SELECT * FROM ${table} WHERE id = $1::uuid FOR UPDATE),
      changed AS (
        UPDATE ${table} AS target
        SET data = $2::jsonb, version = target.version + 1, updated_at = greatest(clock_timestamp(), old.updated_at), updated_by = ${by}
        FROM old WHERE target.id = old.id AND ($3::int IS NULL OR target.version = $3::int)
        RETURNING target.*
      )${note('$5::uuid, $6::text, changed.id, $4::text, $7::text, $8::text, $9::text, $10::text, changed.version, old.data, changed.data', 'changed JOIN old ON true')}
      SELECT ${ROW}, true AS done FROM changed
      UNION ALL SELECT ${ROW}, false FROM old WHERE NOT EXISTS (SELECT 1 FROM changed)`,
    remove: `WITH old AS MATERIALIZED (SELECT * FROM ${table} WHERE id = $1::uuid FOR UPDATE),
      gone AS (
        DELETE FROM ${table} AS target USING old
        WHERE target.id = old.id AND ($2::int IS NULL OR target.version = $2::int) RETURNING target.*
      )${note('$4::uuid, $5::text, id, $3::text, $6::text, $7::text, $8::text, $9::text, version, data, NULL', 'gone')}
      SELECT ${ROW}, true AS done FROM gone
      UNION ALL SELECT ${ROW}, false FROM old WHERE NOT EXISTS (SELECT 1 FROM gone)`,
  };
}
