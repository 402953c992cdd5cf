import { UNPREPARED } from '../../engine/storage/database.ts';
import type { RichMenuLink, Segment } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { sortByPrecedence } from '../../../schemas/richMenus/resolve.ts';
import type { Services } from '../../engine/resources/services.ts';
import { conditionsSql } from '../segments/index.ts';
import { recordSourceSql } from '../../engine/storage/liveFields.ts';
import { matchToSql, Parameters } from '../../engine/storage/matchSql.ts';
import { columnsOf } from '../../engine/storage/sql.ts';

export type Link = RichMenuLink & EntityRecord;

/** A person whose menu at LINE differs from the wanted one; `wanted` is null for the channel's default. */
interface MenuDifference {
  externalId: string;
  wanted: string | null;
}

/** Short statements let others run in between. */
const PEOPLE_PER_QUERY = 10_000;

/**
 * People of a channel whose menu at LINE differs from what the resolver says, page by page. Segments are tested in the
 * resolver's order; the first match wins. Call `recordGivenMenus` for a page before requesting the next one.
 */
export async function* findMenuDifferences(
  services: Services,
  channel: string,
  links: readonly Link[],
): AsyncGenerator<MenuDifference[]> {
  const bySegment = sortByPrecedence(links.filter((link) => link.default === false));
  const segments = await services.catalog
    .repository('segment')
    ?.getMany(bySegment.flatMap(({ segment }) => segment ?? []));
  const conditions = bySegment.flatMap((link): SegmentLink[] => {
    const segment = segments?.find(({ id }) => id === link.segment);
    return segment ? [{ link: link.id, who: segment.who }] : [];
  });
  if (conditions.length > 0) yield* findDifferencesOfReachable(services, channel, conditions);
  yield* findDifferencesOfOthers(services, channel, conditions.length > 0);
}

type SegmentLink = { link: string; who: Segment['who'] };

/** SQL condition on profiles that a channel can reach. */
const reachableSql = ({ catalog }: Services, channel: string, parameters: Parameters): string =>
  matchToSql(catalog.require('profile').model, { channel, followState: { ne: 'blocked' } }, parameters);

/** Differences of reachable people, paged by id. */
async function* findDifferencesOfReachable(
  services: Services,
  channel: string,
  conditions: readonly SegmentLink[],
): AsyncGenerator<MenuDifference[]> {
  const profile = services.catalog.require('profile').model;
  const now = new Date();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const parameters = new Parameters();
    const at = parameters.add(channel);
    const cases = conditions.map(
      ({ link, who }) =>
        `WHEN ${conditionsSql(services, who, parameters, now)} THEN ${parameters.add(link)}::uuid`,
    );
    const page = `SELECT id, ${columnsOf(profile).get('externalId')?.value} AS external_id, CASE ${cases.join(' ')} END AS link
      FROM ${recordSourceSql(profile)} WHERE ${reachableSql(services, channel, parameters)} AND id > ${parameters.add(after)}::uuid
      ORDER BY id LIMIT ${PEOPLE_PER_QUERY}`;
    const rows = await services.db.query<{ last: string; found: MenuDifference[] | null }>(
      `WITH page AS MATERIALIZED (${page})
       SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
         (SELECT jsonb_agg(jsonb_build_object('externalId', page.external_id, 'wanted', menu.line_id)) FROM page
          LEFT JOIN line_rich_menu AS menu ON menu.channel = ${at}::uuid AND menu.link = page.link AND menu.uploaded
          LEFT JOIN line_rich_menu_person AS given ON given.channel = ${at}::uuid AND given.external_id = page.external_id
          WHERE menu.line_id IS DISTINCT FROM given.line_id) AS found`,
      parameters.values,
      UNPREPARED,
    );
    const { last, found } = rows[0] ?? {};
    if (!last) return;
    if (found) yield found;
    after = last;
  }
}

/** People who have a menu and are no longer reachable; everybody with a menu if no segment has one. */
async function* findDifferencesOfOthers(
  services: Services,
  channel: string,
  hasSegmentMenus: boolean,
): AsyncGenerator<MenuDifference[]> {
  const profile = services.catalog.require('profile').model;
  for (;;) {
    const parameters = new Parameters();
    const at = parameters.add(channel);
    const known = hasSegmentMenus
      ? `AND NOT EXISTS (SELECT 1 FROM ${recordSourceSql(profile)} WHERE ${reachableSql(services, channel, parameters)}
           AND ${columnsOf(profile).get('externalId')?.value} = given.external_id)`
      : '';
    const rows = await services.db.query<{ external_id: string }>(
      `SELECT given.external_id FROM line_rich_menu_person AS given
       WHERE given.channel = ${at}::uuid ${known} LIMIT ${PEOPLE_PER_QUERY}`,
      parameters.values,
      UNPREPARED,
    );
    if (rows.length > 0) yield rows.map((row) => ({ externalId: row.external_id, wanted: null }));
    if (rows.length < PEOPLE_PER_QUERY) return;
  }
}

/** Records the menu that people have at LINE; null means the default. */
export async function recordGivenMenus(
  { db }: Services,
  channel: string,
  lineId: string | null,
  people: readonly string[],
): Promise<void> {
  await db.query(
    lineId === null
      ? 'DELETE FROM line_rich_menu_person WHERE channel = $1::uuid AND external_id = ANY($2::text[])'
      : `INSERT INTO line_rich_menu_person (channel, external_id, line_id)
         SELECT $1::uuid, id, $3 FROM unnest($2::text[]) AS id
         ON CONFLICT (channel, external_id) DO UPDATE SET line_id = excluded.line_id`,
    lineId === null ? [channel, people] : [channel, people, lineId],
  );
}
