import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { type Queryable, type Session, UNPREPARED } from './database.ts';
import { factsOf, liveFields, liveTableName } from './liveFields.ts';
import {
  columnsOf,
  quoteIdentifier,
  tableName,
  quotedTableName,
  type ColumnKind,
  type SqlColumn,
} from './sql.ts';

type Named = Pick<EntityModel, 'name' | 'fields'>;

/** Rows that one statement brings up to date; each locks its records for as long as it runs. */
const ROWS_AT_ONCE = 5_000;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** The comment of a trigger once the rows from before it are brought up to date. */
const FILLED = 'filled';

/** Fields that have a column of their own beside the document (`x-field.materialized`). */
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

const known = new WeakMap<readonly FieldModel[], ReadonlyMap<string, SqlColumn>>();

/**
 * The columns of the rows of facts alone (`factsOf`), by field: the materialized fields, the live ones, `id` and
 * `createdAt`. Conditions that ask for nothing else need no document.
 */
export function materializedColumns(model: Named): ReadonlyMap<string, SqlColumn> {
  let columns = known.get(model.fields);
  if (!columns) {
    const whole = columnsOf(model);
    const named = (name: string): SqlColumn[] => [whole.get(name) ?? []].flat();
    const beside = materializedFields(model).flatMap((field) =>
      named(field.name).map(({ name, kind }) => ({
        ...{ name, kind, field, value: `${quoteIdentifier(name)}${collationOf(kind)}` },
      })),
    );
    columns = new Map(
      [
        ...named('id'),
        ...named('createdAt').map((column) => ({ ...column, value: 'made_at', sort: 'made_at' })),
        ...liveFields(model).flatMap(({ name }) => named(name)),
        ...beside,
      ].map((column) => [column.name, column]),
    );
    known.set(model.fields, columns);
  }
  return columns;
}

interface Materialization {
  /** Of the trigger and of its function; another definition has another name. */
  name: string;
  columns: { name: string; type: string; add: string }[];
  makeFunction: string;
  makeTrigger: string;
  /** Brings the rows after the id `$1` up to date, so many as `ROWS_AT_ONCE`; answers with the last id. */
  fill: string;
}

/** With the digest as long as names may be, 63 characters. */
const prefixOf = (entity: string): string => `${tableName(entity).slice(0, 32)}_materialized_`;

/**
 * What keeps the columns: a trigger, so that whoever writes records, versions of the product that do not know the
 * columns among them, keeps them too. Records are locked before their facts, as everywhere.
 */
function materializationOf(model: Named): Materialization | undefined {
  const fields = materializedFields(model);
  if (fields.length === 0) return undefined;
  const columns = fields.flatMap(({ name }) => columnsOf(model).get(name) ?? []);
  const values = columns.map(({ name, value }) => `${value} AS ${quoteIdentifier(name)}`).join(', ');
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const set = names.map((name) => `${name} = next.${name}`).join(', ');
  const row = (of: string): string => `(${names.map((name) => `${of}.${name}`).join(', ')})`;
  const differs = `${row('fact')} IS DISTINCT FROM ${row('next')}`;
  const body = `BEGIN
    UPDATE ${factsOf(model)} AS fact SET ${set}
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
    makeFunction: `CREATE OR REPLACE FUNCTION ${quoteIdentifier(name)}() RETURNS trigger LANGUAGE plpgsql AS $body$ ${body} $body$`,
    makeTrigger: `CREATE TRIGGER ${quoteIdentifier(name)} AFTER INSERT OR UPDATE OF data ON ${quotedTableName(model)}
      FOR EACH ROW EXECUTE FUNCTION ${quoteIdentifier(name)}()`,
    fill: `WITH record AS MATERIALIZED (
        SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid ORDER BY id LIMIT ${ROWS_AT_ONCE} FOR SHARE
      ), next AS MATERIALIZED (SELECT id, ${values} FROM record),
      changed AS (UPDATE ${factsOf(model)} AS fact SET ${set} FROM next WHERE fact.id = next.id AND ${differs})
      SELECT max(id::text)::uuid AS last FROM next`,
  };
}

/** Triggers of this kind by name, and whether the rows from before them are brought up to date. */
export async function materializingTriggers(db: Queryable): Promise<Map<string, boolean>> {
  const rows = await db.query<{ name: string; filled: boolean }>(
    `SELECT tgname AS name, coalesce(obj_description(t.oid, 'pg_trigger') = '${FILLED}', false) AS filled
     FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace AND tgname LIKE '%\\_materialized\\_%'`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map(({ name, filled }) => [name, filled]));
}

/** Whether nothing is left to do. @param existing as `materializingTriggers` tells */
export function isMaterialized(model: Named, existing: ReadonlyMap<string, boolean>): boolean {
  const wanted = materializationOf(model);
  return !wanted || existing.get(wanted.name) === true;
}

/**
 * Locks the table of records and that of their facts. A statement that is planned for the first time locks the records
 * first, one that is prepared the facts: in whatever order both are taken here, somebody waits crosswise. So the second
 * is waited for a moment only, and then both are let go and tried in the other order.
 */
function lockBoth(model: Named): string {
  const locks = [
    `${factsOf(model)} IN ACCESS EXCLUSIVE MODE`,
    `${quotedTableName(model)} IN SHARE ROW EXCLUSIVE MODE`,
  ];
  const attempts = [locks, locks.toReversed()].map(
    ([first, second]) => `BEGIN
      LOCK TABLE ${first};
      SET LOCAL lock_timeout = 100;
      LOCK TABLE ${second};
      PERFORM set_config('lock_timeout', usual, true);
      RETURN;
    EXCEPTION WHEN lock_not_available THEN PERFORM pg_sleep(random() / 10);
    END;`,
  );
  return `DO $lock$ DECLARE usual text := current_setting('lock_timeout');
  BEGIN
    FOR attempt IN 1 .. 20 LOOP ${attempts.join('\n')} END LOOP;
    RAISE lock_not_available;
  END $lock$`;
}

/** Adds the columns and what keeps them from now on; the table of facts is there. */
export async function prepareMaterialized(tx: Queryable, model: Named): Promise<void> {
  const wanted = materializationOf(model);
  const existing = await materializingTriggers(tx);
  for (const name of existing.keys()) {
    if (!name.startsWith(prefixOf(model.name)) || name === wanted?.name) continue;
    await tx.query(`DROP TRIGGER ${quoteIdentifier(name)} ON ${quotedTableName(model)}`, [], UNPREPARED);
    await tx.query(`DROP FUNCTION IF EXISTS ${quoteIdentifier(name)}()`, [], UNPREPARED);
  }
  if (!wanted) return;
  const there = await tx.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1`,
    [liveTableName(model.name)],
    UNPREPARED,
  );
  const changes = wanted.columns.flatMap(({ name, type, add }) => {
    const found = there.find((one) => one.name === name);
    if (found?.type === type) return [];
    return [...(found ? [`DROP COLUMN ${quoteIdentifier(name)}`] : []), add];
  });
  if (changes.length === 0 && existing.has(wanted.name)) return;
  if (changes.length > 0) {
    await tx.query(lockBoth(model), [], UNPREPARED);
    await tx.query(`ALTER TABLE ${factsOf(model)} ${changes.join(', ')}`, [], UNPREPARED);
  }
  if (existing.has(wanted.name)) return;
  await tx.query(wanted.makeFunction, [], UNPREPARED);
  await tx.query(wanted.makeTrigger, [], UNPREPARED);
}

/** Brings the rows from before the trigger up to date, some at a time beside the work of others. */
export async function fillMaterialized(session: Session, model: Named): Promise<void> {
  const wanted = materializationOf(model);
  if (!wanted) return;
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const [row]: { last: string | null }[] = await session.query(wanted.fill, [after], UNPREPARED);
    after = row?.last ?? undefined;
  }
  await session.exec(
    `COMMENT ON TRIGGER ${quoteIdentifier(wanted.name)} ON ${quotedTableName(model)} IS '${FILLED}'`,
  );
}

/** What is left of it when the entity's table is dropped, triggers with it. */
export async function dropMaterializing(tx: Queryable, entity: string): Promise<void> {
  const functions = await tx.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND starts_with(proname, $1)`,
    [prefixOf(entity)],
    UNPREPARED,
  );
  for (const { name } of functions)
    await tx.query(`DROP FUNCTION ${quoteIdentifier(name)}()`, [], UNPREPARED);
}
