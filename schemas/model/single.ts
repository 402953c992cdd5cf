import type { EntityModel } from './types.ts';

/** Stands for an id in the address of the one record that a workspace has of an entity: `networks/current`. */
export const CURRENT = 'current';
/** Stands for an id in the address of the record that is the caller's own: `members/me`. */
export const ME = 'me';

/** The word that stands for the id of an entity's single record; undefined for an entity of many. */
export function singleWord({ single }: Pick<EntityModel, 'single'>): string | undefined {
  return single && (single === 'me' ? ME : CURRENT);
}
