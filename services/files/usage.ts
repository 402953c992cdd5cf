import { walkFields } from '../../schemas/model/fields.ts';
import type { EntityModel } from '../../schemas/model/types.ts';
import type { Queryable } from '../storage/database.ts';
import { literal, tableOf } from '../storage/sql.ts';
import { jsonPathOf } from './fields.ts';

/** Days for which a picture from outside is kept after somebody last asked for it. */
const REMOTE_DAYS = 30;

/**
 * Which of these files are still needed: held by a record, by the history of one (it may be restored), or shown of
 * late as a picture from outside. The one place that knows where ids of files are kept.
 */
export async function filesInUse(
  db: Queryable,
  entities: readonly EntityModel[],
  ids: readonly string[],
): Promise<Set<string>> {
  const used = new Set<string>();
  const look = async (from: string): Promise<void> => {
    const rows = await db.query<{ id: string }>(
      `SELECT DISTINCT found.id FROM (${from}) AS found WHERE found.id = ANY($1::text[])`,
      [ids],
      { prepare: false },
    );
    for (const { id } of rows) used.add(id);
  };
  for (const model of entities) {
    if (model.source !== 'table') continue;
    const paths: string[] = [];
    walkFields(model.fields, (field) => {
      if (field.type === 'file') paths.push(jsonPathOf(field));
    });
    for (const path of paths) {
      const held = (document: string): string => `jsonb_path_query(${document}, ${literal(path)}) #>> '{}'`;
      await look(`SELECT ${held('data')} AS id FROM ${tableOf(model)}`);
      for (const document of ['before', 'after']) {
        await look(
          `SELECT ${held(document)} AS id FROM record_history WHERE entity = ${literal(model.name)}`,
        );
      }
    }
  }
  await look(
    `SELECT file_id::text AS id FROM remote_picture WHERE asked_at > now() - interval '${REMOTE_DAYS} days'`,
  );
  return used;
}
