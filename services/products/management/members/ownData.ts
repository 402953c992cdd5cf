import type { OwnRecord } from '../../../engine/resources/actions.ts';
import { networkId } from '../network.ts';

/** What a person's own data (`members/me`) tell beside the member: the network that they belong to. */
export const OWN_DATA: OwnRecord = {
  properties: { networkId: { type: ['string', 'null'] } },
  values: async ({ db, catalog }) => ({ networkId: (await networkId(db, catalog.product)) ?? null }),
};
