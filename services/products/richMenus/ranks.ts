import { textOf } from '../../../schemas/model/text.ts';
import { type Candidate, ranked } from '../../../schemas/richMenus/resolve.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Queryable } from '../../engine/storage/database.ts';

/** Active links of a channel that are ranked. */
const MAX_LINKS = 1000;

/** Holds back others who change which of a channel's menus are active, until the transaction ends. */
export const lockChannelMenus = (tx: Queryable, channel: unknown): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('rich menus of ' || $1, 0))`, [textOf(channel)]);

/** Updates the places of a channel's active links in the order in which they are asked, 1 for the first. @param tx a transaction */
export async function updateRanks(tx: Queryable, { catalog }: Services, channel: string): Promise<void> {
  await lockChannelMenus(tx, channel);
  const stored = catalog.require('rich-menu-link').repository.within(tx);
  const links = await stored.list({ take: MAX_LINKS, where: [{ channel, state: 'active' }] });
  const moved = ranked(links as (EntityRecord & Candidate)[]).flatMap(({ id, rank }, at) =>
    rank === at + 1 ? [] : [{ id, values: { rank: at + 1 } }],
  );
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'rich-menu-link', moved);
}
