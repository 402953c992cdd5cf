import type { EntityModel } from './types.ts';

/** Id in the address of a workspace's single record: `networks/current`. */
export const CURRENT_ID = 'current';
/** Id in the address of the caller's own record: `members/me`. */
export const ME_ID = 'me';

/** The id in addresses of an entity's single record; undefined for an entity with many records. */
export function singleRecordId({ single }: Pick<EntityModel, 'single'>): string | undefined {
  return single && (single === 'me' ? ME_ID : CURRENT_ID);
}
