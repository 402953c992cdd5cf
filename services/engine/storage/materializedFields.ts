import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { type Queryable, type Session, UNPREPARED } from './database.ts';
import { quotedLiveTableName, liveFields, liveTableName } from './liveFields.ts';
import {
  columnsOf,
  NIL_UUID,
  quoteIdentifier,
  tableName,
  quotedTableName,
  type ColumnKind,
  type SqlColumn,
} from './sql.ts';

type Named = Pick<EntityModel, 'name' | 'fields'>;

/** Rows that one statement fills; it locks their records for as long as it runs. */
const BATCH_ROWS = 5_000;
/** Comment on a trigger once the rows that existed before it are filled. */
const FILLED_COMMENT = 'filled';

/** Fields that also have a column beside the document (`x-field.materialized`). */
export function materializedFields({ fields }: Pick<EntityModel, 'fields'>): FieldModel[] {
  return fields.filter((field) => field.materialized);
}

const TYPES: Partial<Record<ColumnKind, string>> = {
  list: 'jsonb',
  json: 'jsonb',
  number: 'double precision',
};
const typeOf = (kind: ColumnKind): string => TYPES[kind] ?? 'text';
const collationOf = (kind: ColumnKind): string => (TYPES[kind] ? '' : ' COLLATE "C"');

const columnsCache = new WeakMap<readonly FieldModel[], ReadonlyMap<string, SqlColumn>>();

/**
 * The fields that the table of live fields can answer alone, as its columns: materialized and live ones, `id` and
 * `createdAt`. Conditions on them need no document.
 */
export function materializedColumns(model: Named): ReadonlyMap<string, SqlColumn> {
  let columns = columnsCache.get(model.fields);
  if (!columns) {
    const all = columnsOf(model);
    const named = (name: string): SqlColumn[] => [all.get(name) ?? []].flat();
    const materialized = materializedFields(model).flatMap((field) =>
      named(field.name).map(({ name, kind }) => ({
        ...{ name, kind, field, value: `${quoteIdentifier(name)}${collationOf(kind)}` },
      })),
    );
    columns = new Map(
      [
        ...named('id'),
        ...named('createdAt').map((column) => ({ ...column, value: 'made_at', sort: 'made_at' })),
        ...liveFields(model).flatMap(({ name }) => named(name)),
        ...materialized,
      ].map((column) => [column.name, column]),
    );
    columnsCache.set(model.fields, columns);
  }
  return columns;
}

interface Materialization {
  /** Name of the trigger and of its function, with a hash of the definition. */
  name: string;
  columns: { name: string; type: string; add: string }[];
  createFunction: string;
  createTrigger: string;
  /** Fills the next `BATCH_ROWS` rows after the id `$1`; returns the last id. */
  fill: string;
}

/** With the hash, at most 63 characters: the limit of PostgreSQL. */
const prefixOf = (entity: string): string => `${tableName(entity).slice(0, 32)}_materialized_`;

/**
 * The columns and the trigger that maintains them. A trigger, so that every writer maintains them, including older
 * versions of the product. Records are locked before their live fields, as everywhere.
 */
function buildMaterialization(model: Named): Materialization | undefined {
  const fields = materializedFields(model);
  if (fields.length === 0) return undefined;
  const columns = fields.flatMap(({ name }) => columnsOf(model).get(name) ?? []);
  const values = columns.map(({ name, value }) => `${value} AS ${quoteIdentifier(name)}`).join(', ');
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const set = names.map((name) => `${name} = next.${name}`).join(', ');
  const row = (of: string): string => `(${names.map((name) => `${of}.${name}`).join(', ')})`;
  const differs = `${row('fact')} IS DISTINCT FROM ${row('next')}`;
  const body = `BEGIN
    UPDATE ${quotedLiveTableName(model)} AS fact SET ${set}
    FROM (SELECT ${values} FROM (SELECT NEW.data AS data) AS record) AS next
    WHERE fact.id = NEW.id AND ${differs};
    RETURN NULL;
  END`;
  const types = columns.map(({ kind }) => typeOf(kind)).join();
  const name = `${prefixOf(model.name)}${createHash('sha256').update(`${types}${body}`).digest('hex').slice(0, 16)}`;
  return {
    name,
    columns: columns.map(({ name: column, kind }) => ({
      name: column,
      type: typeOf(kind),
      add: `ADD COLUMN ${quoteIdentifier(column)} ${typeOf(kind)}${collationOf(kind)}`,
    })),
    createFunction: `CREATE OR REPLACE FUNCTION ${quoteIdentifier(name)}() RETURNS trigger LANGUAGE plpgsql AS $body$ ${body} $body$`,
    createTrigger: `CREATE TRIGGER ${quoteIdentifier(name)} AFTER INSERT OR UPDATE OF data ON ${quotedTableName(model)}
      FOR EACH ROW EXECUTE FUNCTION ${quoteIdentifier(name)}()`,
    fill: `WITH record AS MATERIALIZED (
        SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid ORDER BY id LIMIT ${BATCH_ROWS} FOR SHARE
      ), next AS MATERIALIZED (SELECT id, ${values} FROM record),
      changed AS (UPDATE ${quotedLiveTableName(model)} AS fact SET ${set} FROM next WHERE fact.id = next.id AND ${differs})
      SELECT max(id::text)::uuid AS last FROM next`,
  };
}

/** Triggers of this kind by name, and whether the rows that existed before them are filled. */
export async function readMaterializingTriggers(db: Queryable): Promise<Map<string, boolean>> {
  const rows = await db.query<{ name: string; filled: boolean }>(
    `SELECT tgname AS name, coalesce(obj_description(t.oid, 'pg_trigger') = '${FILLED_COMMENT}', false) AS filled
     FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace AND tgname LIKE '%\\_materialized\\_%'`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map(({ name, filled }) => [name, filled]));
}

/** Whether the columns are complete. @param existing result of `readMaterializingTriggers` */
export function isMaterialized(model: Named, existing: ReadonlyMap<string, boolean>): boolean {
  const materialization = buildMaterialization(model);
  return !materialization || existing.get(materialization.name) === true;
}

/**
 * Locks the tables of records and of live fields. A statement that is planned for the first time locks the records first,
 * a prepared one the live fields: either order may deadlock. So the second lock has a short timeout, after which both are
 * released and taken in the other order.
 */
function lockTablesSql(model: Named): string {
  const locks = [
    `${quotedLiveTableName(model)} IN ACCESS EXCLUSIVE MODE`,
    `${quotedTableName(model)} IN SHARE ROW EXCLUSIVE MODE`,
  ];
  const attempts = [locks, locks.toReversed()].map(
    ([first, second]) => `BEGIN
      LOCK TABLE ${first};
      SET LOCAL lock_timeout = 100;
      LOCK TABLE ${second};
      PERFORM set_config('lock_timeout', previous, true);
      RETURN;
    EXCEPTION WHEN lock_not_available THEN PERFORM pg_sleep(random() / 10);
    END;`,
  );
  return `DO $lock$ DECLARE previous text := current_setting('lock_timeout');
  BEGIN
    FOR attempt IN 1 .. 20 LOOP ${attempts.join('\n')} END LOOP;
    RAISE lock_not_available;
  END $lock$`;
}

/** Adds the columns and the trigger that maintains them; expects the table of live fields. */
export async function addMaterializedColumns(tx: Queryable, model: Named): Promise<void> {
  const materialization = buildMaterialization(model);
  const existing = await readMaterializingTriggers(tx);
  for (const name of existing.keys()) {
    if (!name.startsWith(prefixOf(model.name)) || name === materialization?.name) continue;
    await tx.query(`DROP TRIGGER ${quoteIdentifier(name)} ON ${quotedTableName(model)}`, [], UNPREPARED);
    await tx.query(`DROP FUNCTION IF EXISTS ${quoteIdentifier(name)}()`, [], UNPREPARED);
  }
  if (!materialization) return;
  const stored = await tx.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1`,
    [liveTableName(model.name)],
    UNPREPARED,
  );
  const changes = materialization.columns.flatMap(({ name, type, add }) => {
    const found = stored.find((column) => column.name === name);
    if (found?.type === type) return [];
    return [...(found ? [`DROP COLUMN ${quoteIdentifier(name)}`] : []), add];
  });
  if (changes.length === 0 && existing.has(materialization.name)) return;
  if (changes.length > 0) {
    await tx.query(lockTablesSql(model), [], UNPREPARED);
    await tx.query(`ALTER TABLE ${quotedLiveTableName(model)} ${changes.join(', ')}`, [], UNPREPARED);
  }
  if (existing.has(materialization.name)) return;
  await tx.query(materialization.createFunction, [], UNPREPARED);
  await tx.query(materialization.createTrigger, [], UNPREPARED);
}

/** Fills the rows that existed before the trigger, in batches. */
export async function fillMaterializedColumns(session: Session, model: Named): Promise<void> {
  const materialization = buildMaterialization(model);
  if (!materialization) return;
  for (let after: string | undefined = NIL_UUID; after !== undefined;) {
    const [row]: { last: string | null }[] = await session.query(materialization.fill, [after], UNPREPARED);
    after = row?.last ?? undefined;
  }
  await session.exec(
    `COMMENT ON TRIGGER ${quoteIdentifier(materialization.name)} ON ${quotedTableName(model)} IS '${FILLED_COMMENT}'`,
  );
}

/** Drops the trigger functions, which stay when the entity's table is dropped with its triggers. */
export async function dropMaterializingFunctions(tx: Queryable, entity: string): Promise<void> {
  const functions = await tx.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND starts_with(proname, $1)`,
    [prefixOf(entity)],
    UNPREPARED,
  );
  for (const { name } of functions)
    await tx.query(`DROP FUNCTION ${quoteIdentifier(name)}()`, [], UNPREPARED);
}
