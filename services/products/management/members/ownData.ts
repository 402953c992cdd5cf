import type { OwnRecordAdditions } from '../../../engine/resources/actions.ts';
import { networkId } from '../network.ts';

/** What `members/me` has beside the member: the network. */
export const OWN_DATA: OwnRecordAdditions = {
  properties: { networkId: { type: ['string', 'null'] } },
  values: async ({ db, catalog }) => ({ networkId: (await networkId(db, catalog.product)) ?? null }),
};
