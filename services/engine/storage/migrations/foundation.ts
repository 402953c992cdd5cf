import { StorageError, type Queryable, UNPREPARED } from '../database.ts';
import { REFERENCE_INDEX_TABLES } from '../referenceIndex.ts';
import { RELEASE_TABLE } from '../releases.ts';
import { addTextFunctions } from '../textFunctions.ts';
import type { MigrationModule } from './migration.ts';

/** Tables and functions that all entities' tables need. */
export const FOUNDATION: MigrationModule = {
  name: 'foundation',
  migrations: [
    {
      id: '0001-foundation',
      up: async (tx) => {
        await addTrigrams(tx);
        await addFold(tx);
        await addHistoryColumns(tx);
      },
      statements: [
        `CREATE OR REPLACE FUNCTION record_texts(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
           SELECT string_agg(item, E'\\n') FROM jsonb_array_elements_text(CASE jsonb_typeof($1) WHEN 'array' THEN $1 ELSE '[]' END) AS item $$`,
        `CREATE OR REPLACE FUNCTION record_set(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
           SELECT md5(string_agg(DISTINCT item::text, E'\\n' ORDER BY item::text))
           FROM jsonb_array_elements(CASE jsonb_typeof($1) WHEN 'array' THEN $1 ELSE '[]' END) AS item $$`,
        `CREATE TABLE IF NOT EXISTS record_schema (
           entity text PRIMARY KEY, fingerprint text NOT NULL, model jsonb NOT NULL, changed_at timestamptz NOT NULL DEFAULT now())`,
        `CREATE TABLE IF NOT EXISTS record_history (
           id uuid PRIMARY KEY, entity text NOT NULL, record_id uuid NOT NULL, at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
           user_id text, user_name text, operation text NOT NULL, version int NOT NULL, before jsonb, after jsonb,
           username text, address text)`,
        `CREATE TABLE IF NOT EXISTS record_event (
           id uuid PRIMARY KEY, at timestamptz(3) NOT NULL, user_id text, user_name text, username text, operation text NOT NULL, address text)`,
      ],
      indexes: [
        { name: 'record_history_time', table: 'record_history', body: '(at DESC, id DESC)' },
        { name: 'record_event_time', table: 'record_event', body: '(at DESC, id DESC)' },
        {
          name: 'record_history_record',
          table: 'record_history',
          body: '(record_id, entity, at DESC, id DESC)',
        },
      ],
    },
    {
      id: '0002-references-and-secrets',
      statements: [
        ...REFERENCE_INDEX_TABLES,
        `CREATE TABLE IF NOT EXISTS record_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), fingerprint text NOT NULL)`,
      ],
    },
    {
      id: '0003-index-keys',
      // An index entry has a limit. What is shorter than a digest stands for itself, so no two texts share a key.
      // Of the ways from text to bytes this is the immutable one, without which calls could not be inlined.
      statements: [
        `CREATE OR REPLACE FUNCTION record_index_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
           SELECT CASE WHEN octet_length($1) < 64 THEN $1
             ELSE encode(sha256(decode(replace($1, E'\\\\', E'\\\\\\\\'), 'escape')), 'hex') END $$`,
      ],
    },
    {
      id: '0004-event-details',
      // What an event was about, where it changes no record: which list was exported, and how much of it.
      statements: [
        'ALTER TABLE record_event ADD COLUMN IF NOT EXISTS entity text, ADD COLUMN IF NOT EXISTS detail text',
      ],
    },
    {
      id: '0005-rollups',
      // What each roll-up counts, and since when: what happened before is still being counted.
      statements: [
        `CREATE TABLE IF NOT EXISTS record_rollup (
           entity text NOT NULL, rollup text NOT NULL, definition text NOT NULL, counted_from timestamptz(3) NOT NULL,
           PRIMARY KEY (entity, rollup))`,
      ],
    },
    { id: '0006-releases', statements: [RELEASE_TABLE] },
    {
      id: '0007-deleted',
      // Of a deletion: when the record was created, and the record whose deletion caused this one.
      statements: [
        'ALTER TABLE record_history ADD COLUMN IF NOT EXISTS made_at timestamptz(3), ADD COLUMN IF NOT EXISTS cause uuid',
      ],
      indexes: [
        {
          name: 'record_history_deleted',
          table: 'record_history',
          body: '(entity, at DESC, id DESC) WHERE after IS NULL',
        },
        { name: 'record_history_cause', table: 'record_history', body: '(cause) WHERE cause IS NOT NULL' },
      ],
    },
    {
      id: '0008-confirmed-warnings',
      // Warnings that a person confirmed before a change.
      statements: ['ALTER TABLE record_history ADD COLUMN IF NOT EXISTS confirmed jsonb'],
    },
    {
      id: '0009-write-positions',
      // How far the log was when a person wrote last, where a replica is read: it may not be behind that.
      statements: [
        'CREATE UNLOGGED TABLE IF NOT EXISTS write_position (person text PRIMARY KEY, position pg_lsn NOT NULL)',
      ],
    },
    // By what lists are sorted, and in what they are searched.
    { id: '0010-order-of-texts', up: addTextFunctions },
  ],
};

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
    await tx.query('CREATE EXTENSION IF NOT EXISTS pg_trgm', [], UNPREPARED);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The extension pg_trgm cannot be added (${reason}): let an administrator run CREATE EXTENSION pg_trgm in this database.`,
      { cause: error },
    );
  }
}

/** Never replaced, since indexes contain its results. */
async function addFold(tx: Queryable): Promise<void> {
  const [existing] = await tx.query<{ found: boolean }>(
    `SELECT to_regproc('record_fold') IS NOT NULL AS found`,
  );
  if (existing?.found) return;
  const collation = await foldCollation(tx);
  await tx.query(
    `CREATE FUNCTION record_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     AS $$ SELECT lower(normalize($1)${collation}) $$`,
    [],
    UNPREPARED,
  );
}

/** A collation that lower-cases every script, whatever the database's own is. */
async function foldCollation(tx: Queryable): Promise<string> {
  const rows = await tx.query<{ name: string }>(
    `SELECT collname AS name FROM pg_collation
     WHERE collname IN ('pg_c_utf8', 'und-x-icu', 'C.utf8') AND collencoding IN (-1, pg_char_to_encoding('UTF8'))`,
  );
  const names = rows.map((row) => row.name);
  const name = ['pg_c_utf8', 'und-x-icu', 'C.utf8'].find((one) => names.includes(one));
  return name ? ` COLLATE "${name}"` : '';
}

/** Adds columns that older databases lack. */
async function addHistoryColumns(tx: Queryable): Promise<void> {
  const [table] = await tx.query<{ outdated: boolean }>(
    `SELECT to_regclass('record_history') IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('record_history') AND attname = 'address') AS outdated`,
  );
  if (!table?.outdated) return;
  await tx.query(
    'ALTER TABLE record_history ADD COLUMN IF NOT EXISTS username text, ADD COLUMN IF NOT EXISTS address text',
    [],
    UNPREPARED,
  );
}
