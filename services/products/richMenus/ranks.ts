import { textOf } from '../../../schemas/model/text.ts';
import { type MenuCandidate, sortByPrecedence } from '../../../schemas/richMenus/resolve.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Queryable } from '../../engine/storage/database.ts';

const MAX_LINKS_PER_CHANNEL = 1000;

/** Locks the set of a channel's active menus until the transaction ends. */
export const lockChannelMenus = (tx: Queryable, channel: unknown): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('rich menus of ' || $1, 0))`, [textOf(channel)]);

/** Updates the ranks of a channel's active links, by precedence from 1. @param tx a transaction */
export async function updateRanks(tx: Queryable, { catalog }: Services, channel: string): Promise<void> {
  await lockChannelMenus(tx, channel);
  const stored = catalog.require('rich-menu-link').repository.within(tx);
  const links = await stored.list({ take: MAX_LINKS_PER_CHANNEL, where: [{ channel, state: 'active' }] });
  const moved = sortByPrecedence(links as (EntityRecord & MenuCandidate)[]).flatMap(({ id, rank }, at) =>
    rank === at + 1 ? [] : [{ id, values: { rank: at + 1 } }],
  );
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'rich-menu-link', moved);
}
