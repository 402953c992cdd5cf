import type { ActionCall } from './actions.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';

/** Who called an action, with the rights of now, as changes of other records are made in their name. */
export const callerOf = (
  { catalog }: Pick<Services, 'catalog'>,
  { user, address }: Pick<ActionCall, 'user' | 'address'>,
): Caller => ({ user, address, rights: catalog.rights(user.roles) });
