import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Segment } from '../../../schemas/generated/types.ts';
import { flattenConditions } from '../../../schemas/segments/conditions.ts';
import { type PersonActivity, meetsConditions } from '../../../schemas/segments/meetsConditions.ts';
import type { Services } from '../../engine/resources/services.ts';
import {
  BUCKET,
  COUNT,
  rollupTableName,
  valuesTableName,
  DISTINCT_VALUE,
} from '../../engine/storage/events/rollupTables.ts';
import { quoteIdentifier } from '../../engine/storage/sql.ts';

/** Returns the given segments that contain a person. @param person a stored profile */
export async function findSegmentsOfPerson<Of extends Segment>(
  services: Pick<Services, 'db' | 'catalog'>,
  person: EntityRecord,
  segments: readonly Of[],
  now = new Date(),
): Promise<Of[]> {
  const asked = new Set(segments.flatMap(({ who }) => flattenConditions(who)).map(({ field }) => field));
  const activity: PersonActivity = {
    messages: asked.has('message-count') ? await countMessages(services, person.id) : 0,
    clicked: asked.has('clicked-template')
      ? await readRollupGroups(services, person.id, 'taps', 'template')
      : new Set(),
    received: asked.has('received-campaign')
      ? await readRollupGroups(services, person.id, 'reached', 'campaign')
      : new Set(),
  };
  return segments.filter(({ who }) => meetsConditions(who, person, activity, now));
}

/**
 * Number of messages that the person has written. The roll-up's key begins with the month: a recursive query steps through
 * the months and looks up the person in each.
 */
async function countMessages({ db, catalog }: Pick<Services, 'db' | 'catalog'>, id: string): Promise<number> {
  const table = quoteIdentifier(rollupTableName(catalog.require('message').model.name, 'by-person'));
  const [row] = await db.query<{ count: string | null }>(
    `WITH RECURSIVE month AS (
       SELECT min(${BUCKET}) AS at FROM ${table}
       UNION ALL
       SELECT (SELECT min(${BUCKET}) FROM ${table} WHERE ${BUCKET} > month.at) FROM month WHERE month.at IS NOT NULL)
     SELECT sum((SELECT ${COUNT} FROM ${table} WHERE ${BUCKET} = month.at AND profile = $1::text)) AS count FROM month`,
    [id],
  );
  return Number(row?.count ?? 0);
}

/** Groups of a roll-up (templates, broadcasts) whose distinct people include the person. */
async function readRollupGroups(
  { db, catalog }: Pick<Services, 'db' | 'catalog'>,
  id: string,
  rollup: string,
  group: string,
): Promise<ReadonlySet<string>> {
  const { name } = catalog.require('message').model;
  const [groups, values] = [rollupTableName(name, rollup), valuesTableName(name, rollup, 'profile')].map(
    (table) => quoteIdentifier(table),
  );
  const column = quoteIdentifier(group);
  const rows = await db.query<{ found: string }>(
    `SELECT DISTINCT ${column} AS found FROM ${groups} AS sets WHERE EXISTS (
       SELECT 1 FROM ${values} AS who WHERE who.${BUCKET} = sets.${BUCKET} AND who.${column} = sets.${column}
         AND who.${DISTINCT_VALUE} = $1::uuid OFFSET 0)`,
    [id],
  );
  return new Set(rows.map(({ found }) => found));
}
