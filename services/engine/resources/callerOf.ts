import type { ActionCall } from './actions.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';

/** The caller of an action with their current rights, to write other records on their behalf. */
export const callerOf = (
  { catalog }: Pick<Services, 'catalog'>,
  { user, address }: Pick<ActionCall, 'user' | 'address'>,
): Caller => ({ user, address, rights: catalog.rights(user.roles) });
