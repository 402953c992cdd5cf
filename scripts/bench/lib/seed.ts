import { liveTableName, fillLiveTableSql, liveFields } from '../../../services/engine/storage/liveFields.ts';
import { fillMaterializedColumns } from '../../../services/engine/storage/materializedFields.ts';
import {
  quoteIdentifier,
  quoteLiteral,
  tableName,
  quotedTableName,
} from '../../../services/engine/storage/sql.ts';
import type { Database, Session } from '../../../services/engine/storage/database.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';

/** SQL for the document of row `i`, by entity. Texts differ from row to row, as people's do. */
const DOCUMENTS: Record<string, string> = {
  variable: `jsonb_build_object(
    'name', 'bench_' || lpad(i::text, 7, '0'), 'type', 'string', 'scope', CASE i % 5 WHEN 0 THEN 'environment' ELSE 'bot' END,
    'value', 'ส่วนลด ' || (i % 97) || ' ' || md5(i::text))`,
  profile: `jsonb_build_object(
    'displayName', (ARRAY['Somchai','สมหญิง','Anong','กานดา','Niran','Mali','ปรีชา','Daniel'])[1 + i % 8] || ' ' || substr(md5(i::text), 1, 6),
    'channel', (SELECT id FROM entity_channel ORDER BY id OFFSET i % (SELECT count(*) FROM entity_channel) LIMIT 1),
    'externalId', 'U' || md5('external' || i), 'followState', (ARRAY['following','blocked','unknown'])[1 + i % 3],
    'language', (ARRAY['th','en','zh'])[1 + i % 3],
    'firstSeen', to_char(timestamp '2025-01-01' + i * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'lastSeen', to_char(timestamp '2025-06-01' + i * interval '3 minutes', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'userTags', jsonb_build_array('vip', 'tag-' || i % 50), 'customTags', jsonb_build_array('t-' || i % 20),
    'customFields', jsonb_build_object('branch', 'สาขา ' || i % 30))`,
};

const BATCH = 50_000;

/** Rows whose ids are known before. */
export interface Numbered {
  /** A table with `n`, from 0, and `id`, beside each row as `numbered`. */
  table: string;
  /** SQL of what their documents have of it. */
  document: string;
}

/**
 * Adds rows straight into the entity's table. Its indexes are dropped meanwhile and made again, which is many times
 * quicker than keeping them.
 * @param own what all rows have instead
 */
export async function seed(
  db: Database,
  model: EntityModel,
  rows: number,
  own: object = {},
  numbered?: Numbered,
): Promise<void> {
  const made = DOCUMENTS[model.name];
  if (!made) throw new Error(`No rows can be made for ${model.name}`);
  const known = numbered ? ` || ${numbered.document}` : '';
  const document = `${made}${known} || ${quoteLiteral(JSON.stringify(own))}::jsonb`;
  const table = quotedTableName(model);
  await db.session(async (session) => {
    await session.exec(`SET statement_timeout = 0`);
    const indexes = await dropIndexes(session, tableName(model.name));
    // What follows from the rows is made for all of them below.
    await session.exec('SET session_replication_role = replica');
    for (let from = 1; from <= rows; from += BATCH) {
      const to = Math.min(rows, from + BATCH - 1);
      await session.exec(
        `INSERT INTO ${table} (id, data, created_at, updated_at, created_by, updated_by)
         SELECT ${numbered ? 'numbered.id' : 'gen_random_uuid()'}, ${document}, moment, moment, author, author
         FROM (SELECT id::text AS author FROM ${quoteIdentifier(tableName('member'))} ORDER BY id LIMIT 1) AS member,
           (SELECT i, timestamptz '2026-01-01' + i * interval '10 seconds' AS moment FROM generate_series(${from}, ${to}) AS i) AS made
           ${numbered ? `JOIN ${numbered.table} AS numbered ON numbered.n = made.i - 1` : ''}`,
      );
    }
    await session.exec('RESET session_replication_role');
    if (liveFields(model).length > 0) {
      // A record without its row of facts is not in any list, and one without its columns there in no segment.
      const beside = await dropIndexes(session, liveTableName(model.name));
      await session.exec(fillLiveTableSql(model));
      await fillMaterializedColumns(session, model);
      // Every row was written twice.
      await session.exec(`VACUUM FULL ANALYZE ${quoteIdentifier(liveTableName(model.name))}`);
      for (const definition of beside) await session.exec(definition);
    }
    for (const definition of indexes) await session.exec(definition);
    await session.exec(`VACUUM ANALYZE ${table}`);
    await session.exec(`RESET statement_timeout`);
  });
}

/** Drops a table's indexes but for its key. @returns statements that make them again */
async function dropIndexes(session: Session, table: string): Promise<string[]> {
  const indexes = await session.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = current_schema() AND tablename = $1 AND indexname <> $2`,
    [table, `${table}_pkey`],
    { prepare: false },
  );
  for (const { name } of indexes) await session.exec(`DROP INDEX "${name}"`);
  return indexes.map(({ definition }) => definition);
}
