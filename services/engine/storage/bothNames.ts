import type { EntityModel } from '../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from './database.ts';
import { identifier, literal, tableName, tableOf } from './sql.ts';

/** A field's earlier name and its present one. */
export interface Renaming {
  from: string;
  to: string;
}

const triggerOf = (entity: string): string => `${tableName(entity).slice(0, 52)}_both_names`;

/** The fields of an entity whose values stand under both names. */
async function keptPairs(tx: Queryable, entity: string): Promise<Renaming[]> {
  const [row] = await tx.query<{ pairs: string }>(
    `SELECT obj_description(t.oid, 'pg_trigger') AS pairs FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = $1 AND tgname = $2`,
    [tableName(entity), triggerOf(entity)],
    UNPREPARED,
  );
  return row ? (JSON.parse(row.pairs) as Renaming[]) : [];
}

/** Whoever writes one of the two names has written the other one too; of a new row the new name counts. */
function follow({ from, to }: Renaming): string {
  const [older, newer] = [literal(from), literal(to)];
  const copy = (source: string, target: string): string =>
    `NEW.data := (NEW.data - ${target}) || CASE WHEN NEW.data ? ${source}
       THEN jsonb_build_object(${target}, NEW.data -> ${source}) ELSE '{}' END;`;
  return `IF TG_OP = 'INSERT' THEN
      IF NEW.data ? ${newer} THEN ${copy(newer, older)} ELSE ${copy(older, newer)} END IF;
    ELSIF NEW.data -> ${newer} IS DISTINCT FROM OLD.data -> ${newer} THEN ${copy(newer, older)}
    ELSE ${copy(older, newer)} END IF;`;
}

/**
 * Decides which fields' values are kept under an earlier name as well, for versions beside this one that know them by
 * it: a trigger, so that each finds what the others wrote. Of the fields that were kept so and are no more, the name
 * that the model does not have goes.
 * @param renamed those whose values are stored under the earlier name alone
 * @param shared other versions may run
 */
export async function prepareBothNames(
  tx: Queryable,
  model: EntityModel,
  renamed: readonly Renaming[],
  shared: boolean,
): Promise<void> {
  const known = await keptPairs(tx, model.name);
  const stays = ({ from, to }: Renaming): boolean =>
    model.fields.some((field) => field.name === to && field.renamedFrom === from);
  const wanted = shared ? [...known.filter(stays), ...renamed] : [];
  if (JSON.stringify(known) === JSON.stringify(wanted)) return;
  const trigger = identifier(triggerOf(model.name));
  const table = tableOf(model);
  const run = (sql: string, values: unknown[] = []): Promise<unknown> => tx.query(sql, values, UNPREPARED);
  await run(`DROP TRIGGER IF EXISTS ${trigger} ON ${table}`);
  await dropBothNames(tx, model.name);
  for (const { from, to } of known.filter((pair) => !wanted.includes(pair)))
    for (const name of [from, to])
      if (!model.fields.some((field) => field.name === name))
        await run(`UPDATE ${table} SET data = data - $1::text WHERE data ? $1::text`, [name]);
  if (wanted.length === 0) return;
  const body = `BEGIN ${wanted.map(follow).join('\n')} RETURN NEW; END`;
  await run(`CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $body$ ${body} $body$`);
  await run(
    `CREATE TRIGGER ${trigger} BEFORE INSERT OR UPDATE OF data ON ${table} FOR EACH ROW EXECUTE FUNCTION ${trigger}()`,
  );
  await run(`COMMENT ON TRIGGER ${trigger} ON ${table} IS ${literal(JSON.stringify(wanted))}`);
}

/** What is left of it when the table, or its trigger, is gone. */
export async function dropBothNames(tx: Queryable, entity: string): Promise<void> {
  await tx.query(`DROP FUNCTION IF EXISTS ${identifier(triggerOf(entity))}()`, [], UNPREPARED);
}
