import { StorageError, type Queryable } from './database.ts';

const PLAIN = { prepare: false };

/** Tables and functions that every entity's table stands on. Safe to run at each start. */
export async function layFoundation(tx: Queryable): Promise<void> {
  await addTrigrams(tx);
  const [existing] = await tx.query<{ found: boolean }>(
    `SELECT to_regproc('record_fold') IS NOT NULL AS found`,
  );
  // Never replaced: indexes hold what it gave.
  if (!existing?.found) await tx.query(foldFunction(await foldCollation(tx)), [], PLAIN);
  for (const statement of STATEMENTS) await tx.query(statement, [], PLAIN);
}

async function addTrigrams(tx: Queryable): Promise<void> {
  const [extension] = await tx.query<{ installed: boolean; available: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS installed,
            EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS available`,
  );
  if (extension?.installed) return;
  if (!extension?.available) {
    throw new StorageError(
      'The database server lacks the extension pg_trgm: install it (package postgresql-contrib).',
    );
  }
  try {
    await tx.query('CREATE EXTENSION IF NOT EXISTS pg_trgm', [], PLAIN);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The extension pg_trgm cannot be added (${reason}): let an administrator run CREATE EXTENSION pg_trgm in this database.`,
      { cause: error },
    );
  }
}

/** A collation that knows the case of every script, whatever the database was created with. */
async function foldCollation(tx: Queryable): Promise<string> {
  const rows = await tx.query<{ name: string }>(
    `SELECT collname AS name FROM pg_collation
     WHERE collname IN ('pg_c_utf8', 'und-x-icu', 'C.utf8') AND collencoding IN (-1, pg_char_to_encoding('UTF8'))`,
  );
  const names = rows.map((row) => row.name);
  const name = ['pg_c_utf8', 'und-x-icu', 'C.utf8'].find((one) => names.includes(one));
  return name ? ` COLLATE "${name}"` : '';
}

function foldFunction(collation: string): string {
  return `CREATE FUNCTION record_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT lower(normalize($1)${collation}) $$`;
}

const STATEMENTS = [
  `CREATE OR REPLACE FUNCTION record_texts(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT string_agg(item, E'\\n') FROM jsonb_array_elements_text(CASE jsonb_typeof($1) WHEN 'array' THEN $1 ELSE '[]' END) AS item $$`,
  `CREATE OR REPLACE FUNCTION record_set(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT md5(string_agg(DISTINCT item::text, E'\\n' ORDER BY item::text))
     FROM jsonb_array_elements(CASE jsonb_typeof($1) WHEN 'array' THEN $1 ELSE '[]' END) AS item $$`,
  `CREATE TABLE IF NOT EXISTS record_schema (
     entity text PRIMARY KEY, fingerprint text NOT NULL, model jsonb NOT NULL, changed_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS record_history (
     id uuid PRIMARY KEY, entity text NOT NULL, record_id uuid NOT NULL, at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
     user_id text, user_name text, operation text NOT NULL, version int NOT NULL, before jsonb, after jsonb)`,
  `ALTER TABLE record_history ADD COLUMN IF NOT EXISTS username text, ADD COLUMN IF NOT EXISTS address text`,
  `CREATE INDEX IF NOT EXISTS record_history_time ON record_history (at DESC, id DESC)`,
  `CREATE TABLE IF NOT EXISTS record_event (
     id uuid PRIMARY KEY, at timestamptz(3) NOT NULL, user_id text, user_name text, username text, operation text NOT NULL, address text)`,
  `CREATE INDEX IF NOT EXISTS record_event_time ON record_event (at DESC, id DESC)`,
  `CREATE INDEX IF NOT EXISTS record_history_record ON record_history (record_id, entity, at DESC, id DESC)`,
];

/** The table of an entity: its fields are one document, so that a new field needs no migration. */
export function entityTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id uuid PRIMARY KEY, data jsonb NOT NULL, version int NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    created_by text, updated_by text)`;
}
