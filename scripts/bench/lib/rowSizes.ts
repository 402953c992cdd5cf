import type { Database } from '../../../services/engine/storage/database.ts';

/** Bytes of one row: of the table with what is stored outside of its pages, and of all its indexes. */
export interface RowSize {
  name: string;
  rows: number;
  table: number;
  indexes: number;
}

/** Rows of a table that is measured by making some, as the product would. */
interface Sample {
  table: string;
  columns: string;
  /** SQL of the values of row `i`. */
  values: string;
}

const SAMPLES: readonly Sample[] = [
  {
    table: 'conversation',
    columns: 'profile, channel, person, last_inbound, arrivals',
    values: `gen_random_uuid(), md5((i % 5)::text)::uuid, 'U' || md5(i::text), now(), 3`,
  },
  { table: 'conversation_event', columns: 'id', values: 'gen_random_uuid()' },
  {
    table: 'broadcast_recipient',
    columns: 'campaign, profile, part, place, crowd, person, state, calls',
    values: `md5('one')::uuid, gen_random_uuid(), i / 500, i % 500, 0, 'U' || md5(i::text), 'sent', 1`,
  },
  {
    table: 'job_run',
    columns: 'id, name, key, data, state, ended_at, started_at',
    values: `gen_random_uuid(), 'broadcast-part', 'part-' || i, jsonb_build_object('campaign', md5('one'), 'part', i), 'done', now(), now()`,
  },
  {
    table: 'record_history',
    columns:
      'id, entity, record_id, user_id, user_name, operation, version, before, after, username, address',
    values: `gen_random_uuid(), 'profile', gen_random_uuid(), md5('one'), 'Somchai Owner', 'update', 2,
      jsonb_build_object('userTags', jsonb_build_array('vip')), jsonb_build_object('userTags', jsonb_build_array('vip', 'tag-' || i % 50)), 'owner', '203.0.113.7'`,
  },
  {
    table: 'webchat_message',
    columns: 'session, seq, id, own, message',
    values: `md5((i / 20)::text)::uuid, i % 20, 'm' || i, i % 2 = 0, jsonb_build_object('type', 'text', 'text', 'About ' || md5(i::text))`,
  },
];

const SAMPLED = 100_000;

/** Sizes of a row in tables that the fill leaves empty: of 100,000 made rows, with the table's own indexes. */
export async function measureSampleSizes(db: Database): Promise<RowSize[]> {
  const sizes: RowSize[] = [];
  for (const { table, columns, values } of SAMPLES) {
    await db.exec(`DROP TABLE IF EXISTS bench_rows; CREATE TABLE bench_rows (LIKE ${table} INCLUDING ALL);
      INSERT INTO bench_rows (${columns}) SELECT ${values} FROM generate_series(1, ${SAMPLED}) AS i`);
    sizes.push(await measureSize(db, table, ['bench_rows'], SAMPLED));
    await db.exec('DROP TABLE bench_rows');
  }
  return sizes;
}

/** Sizes of a row in the tables whose names match, together. @param rows how many there are, where they are not to be counted */
export async function measureMatchingTables(db: Database, name: string, pattern: string): Promise<RowSize> {
  const tables = await db.query<{ name: string; rows: number }>(
    `SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ $1`,
    [pattern],
    { prepare: false },
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return measureSize(
    db,
    name,
    tables.map((table) => table.name),
    rows,
  );
}

async function measureSize(db: Database, name: string, tables: string[], rows: number): Promise<RowSize> {
  const [size] = await db.query<{ table: string | null; indexes: string | null }>(
    `SELECT sum(pg_table_size(quote_ident(name)::regclass)) AS table, sum(pg_indexes_size(quote_ident(name)::regclass)) AS indexes
     FROM unnest($1::text[]) AS name`,
    [tables],
    { prepare: false },
  );
  const each = (bytes: string | null | undefined): number => (rows === 0 ? 0 : Number(bytes ?? 0) / rows);
  return { name, rows, table: each(size?.table), indexes: each(size?.indexes) };
}
